-- Posts the updates of many requests, none of which notifies subscribers. A request for an incident
-- that does not exist, or that somebody else has locked, is left out.
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
      $6::timestamptz[], $7::boolean[], $8::timestamptz[]) WITH ORDINALITY
    AS a (account_id, incident_id, id, description, status, public_date, notify, at, number)),
held AS MATERIALIZED (
  SELECT i.id FROM incidents i WHERE i.id = ANY ($2) ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED),
touched AS (
  UPDATE incidents i SET updated_at = a.at
    FROM asked a JOIN held h ON h.id = a.incident_id
      CROSS JOIN (SELECT set_config('belfry.acting', $9, true)) AS acting
    WHERE i.id = a.incident_id AND i.account_id = a.account_id
    RETURNING a.number),
posted AS (
  INSERT INTO incident_updates (id, account_id, incident_id, description, status, public_date,
      notify_subscribers, created_at)
    SELECT a.id, a.account_id, a.incident_id, a.description, a.status, a.public_date, a.notify, a.at
      FROM asked a JOIN touched t ON t.number = a.number
    RETURNING id)
SELECT a.number FROM posted p JOIN asked a ON a.id = p.id
