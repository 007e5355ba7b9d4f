-- Corrects the updates of many requests; what is null stays. A request for an update that does not
-- exist, or whose incident another transaction has locked, is left out.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $9, true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
      $6::timestamptz[], $7::boolean[], $8::timestamptz[]) WITH ORDINALITY
    AS a (account_id, incident_id, id, description, status, public_date, notify, at, number)),
held AS MATERIALIZED (
  SELECT i.id FROM incidents i WHERE i.id = ANY ($2) ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a JOIN held h ON h.id = a.incident_id
    JOIN incident_updates p
      ON p.id = a.id AND p.incident_id = a.incident_id AND p.account_id = a.account_id),
touched AS (
  UPDATE incidents i SET updated_at = f.at
    FROM fit f CROSS JOIN acting
    WHERE i.id = f.incident_id RETURNING f.number)
UPDATE incident_updates e SET description = coalesce(f.description, e.description),
    status = coalesce(f.status, e.status), public_date = coalesce(f.public_date, e.public_date),
    notify_subscribers = coalesce(f.notify, e.notify_subscribers)
  FROM fit f JOIN touched t ON t.number = f.number
  WHERE e.id = f.id AND e.incident_id = f.incident_id
  RETURNING e.id, e.description, e.status, e.public_date, e.notify_subscribers, e.created_at, e.posted_by,
    actor_name(e.account_id, e.posted_by), f.number
