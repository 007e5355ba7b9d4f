-- Opens the incidents of many requests with their services and first updates. A request that names a
-- service which the account lacks is left out. Dates are numbers: no text of Postgres names the year 0.
-- OFFSET 0 makes the planner look each service up by its id, however many there are.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $8, true), $8::text::jsonb AS actors),
asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.name, a.severity, a.services::uuid[] AS service_ids, a.updates, a.at,
      a.number
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::timestamptz[]) WITH ORDINALITY
    AS a (account_id, id, name, severity, services, updates, at, number)),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a WHERE NOT EXISTS (
    SELECT FROM unnest(a.service_ids) AS n (id) WHERE NOT EXISTS (
      SELECT FROM services s WHERE s.id = n.id AND s.account_id = a.account_id OFFSET 0))),
made AS (
  INSERT INTO incidents (id, account_id, name, severity, service_ids, created_at)
    SELECT f.id, f.account_id, f.name, f.severity, f.service_ids, f.at
      FROM fit f CROSS JOIN acting
    RETURNING incidents.*),
posted AS (
  INSERT INTO incident_updates (id, account_id, incident_id, description, status, public_date,
      notify_subscribers, created_at, posted_by)
    SELECT u.id, f.account_id, f.id, u.description, u.status, to_timestamp(u.public_ms / 1000.0),
        u.notify, f.at, c.actors -> f.id::text ->> 0
      FROM fit f CROSS JOIN acting c CROSS JOIN jsonb_to_recordset(f.updates::jsonb)
        AS u (id uuid, description text, status text, public_ms bigint, notify boolean)
    RETURNING incident_updates.*),
announced AS (
  INSERT INTO announcements (update_id, account_id, page_ids)
    SELECT p.id, p.account_id, a.page_ids
      FROM posted p JOIN fit f ON f.id = p.incident_id
        CROSS JOIN LATERAL announced_pages(p.account_id, f.service_ids) AS a (page_ids)
      WHERE p.notify_subscribers AND a.page_ids IS NOT NULL
    RETURNING update_id),
told AS MATERIALIZED (
  SELECT notify_later('belfry_deliveries', '{announcement}') FROM announced LIMIT 1),
timelines AS MATERIALIZED (
  SELECT o.incident_id, array_agg(o.id) AS update_ids, array_agg(o.description) AS update_descriptions,
      array_agg(o.status) AS update_statuses, array_agg(o.public_date) AS update_dates,
      array_agg(o.notify_subscribers) AS update_notify, array_agg(o.created_at) AS update_created,
      array_agg(o.posted_by) AS update_actors,
      array_agg(actor_name(o.account_id, o.posted_by)) AS update_actor_names
    FROM (SELECT p.* FROM posted p
      ORDER BY p.incident_id, p.public_date DESC, p.created_at DESC, p.id DESC) AS o
    GROUP BY o.incident_id)
SELECT m.id, m.account_id, m.name, m.severity, m.created_at, m.updated_at, s.*, t.*, f.number
  FROM made m JOIN fit f ON f.id = m.id LEFT JOIN timelines t ON t.incident_id = m.id
    CROSS JOIN (SELECT count(*) FROM told) AS told
    CROSS JOIN LATERAL (
      SELECT array_agg(o.id) AS service_ids, array_agg(o.name) AS service_names,
          array_agg(o.created_at) AS service_created, array_agg(o.updated_at) AS service_updated
        FROM (SELECT s.* FROM unnest(m.service_ids) WITH ORDINALITY AS n (id, position)
            CROSS JOIN LATERAL (SELECT s.id, s.name, s.created_at, s.updated_at FROM services s
              WHERE s.id = n.id OFFSET 0) AS s
          ORDER BY n.position) AS o) AS s
