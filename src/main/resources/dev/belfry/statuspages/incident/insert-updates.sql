-- Posts the updates of many requests and announces them. A request for an incident that does not
-- exist, or that another transaction has locked, is left out.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $9, true), $9::text::jsonb AS actors),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
      $6::timestamptz[], $7::boolean[], $8::timestamptz[]) WITH ORDINALITY
    AS a (account_id, incident_id, id, description, status, public_date, notify, at, number)),
held AS MATERIALIZED (
  SELECT i.id FROM incidents i WHERE i.id = ANY ($2) ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED),
touched AS (
  UPDATE incidents i SET updated_at = a.at
    FROM asked a JOIN held h ON h.id = a.incident_id
      CROSS JOIN acting
    WHERE i.id = a.incident_id AND i.account_id = a.account_id
    RETURNING a.number, i.service_ids),
posted AS (
  INSERT INTO incident_updates (id, account_id, incident_id, description, status, public_date,
      notify_subscribers, created_at, posted_by)
    SELECT a.id, a.account_id, a.incident_id, a.description, a.status, a.public_date, a.notify, a.at,
        c.actors -> a.incident_id::text ->> 0
      FROM asked a JOIN touched t ON t.number = a.number CROSS JOIN acting c
    RETURNING id, posted_by),
announced AS (
  INSERT INTO announcements (update_id, account_id, page_ids)
    SELECT a.id, a.account_id, s.page_ids
      FROM posted p JOIN asked a ON a.id = p.id JOIN touched t ON t.number = a.number
        CROSS JOIN LATERAL told_pages(a.account_id, t.service_ids, a.incident_id) AS s (page_ids)
      WHERE a.notify AND s.page_ids IS NOT NULL
    RETURNING update_id),
told AS MATERIALIZED (
  SELECT notify_later('belfry_deliveries', '{announcement}') FROM announced LIMIT 1)
SELECT p.posted_by, actor_name(a.account_id, p.posted_by), a.number
  FROM posted p JOIN asked a ON a.id = p.id CROSS JOIN (SELECT count(*) FROM told) AS told
