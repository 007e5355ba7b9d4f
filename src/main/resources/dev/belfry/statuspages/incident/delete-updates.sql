-- Deletes the updates of many requests. A request for an update that does not exist or is the only one
-- of its incident, or whose incident another transaction has locked, is left out. So is one whose
-- incident was changed after this statement began and before the lock: whoever changes updates changes
-- the row of their incident, which then is not at the place where this statement sees it.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $5, true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) WITH ORDINALITY
    AS a (account_id, incident_id, id, at, number)),
held AS MATERIALIZED (
  SELECT i.id, i.ctid AS place FROM incidents i
    WHERE i.id = ANY ($2) ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a JOIN held h ON h.id = a.incident_id
    JOIN incidents i ON i.id = h.id AND i.ctid = h.place
    JOIN incident_updates p
      ON p.id = a.id AND p.incident_id = a.incident_id AND p.account_id = a.account_id
    WHERE EXISTS (
      SELECT FROM incident_updates o WHERE o.incident_id = a.incident_id AND o.id <> a.id)),
touched AS (
  UPDATE incidents i SET updated_at = f.at
    FROM fit f CROSS JOIN acting
    WHERE i.id = f.incident_id RETURNING f.number)
DELETE FROM incident_updates e USING fit f JOIN touched t ON t.number = f.number
  WHERE e.id = f.id AND e.incident_id = f.incident_id
  RETURNING f.number
