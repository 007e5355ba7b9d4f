-- Changes the incidents of many requests; what is null stays. A request for an incident that another
-- transaction has locked, or that names a service which the account lacks, is left out. OFFSET 0 makes
-- the planner look each service up by its id, however many there are.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $7, true)),
asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.name, a.severity, a.services::uuid[] AS service_ids, a.at, a.number
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
      WITH ORDINALITY AS a (account_id, id, name, severity, services, at, number)),
held AS MATERIALIZED (
  SELECT i.id FROM incidents i WHERE i.id = ANY ($2) ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a JOIN held h ON h.id = a.id
    WHERE NOT EXISTS (
      SELECT FROM unnest(a.service_ids) AS n (id) WHERE NOT EXISTS (
        SELECT FROM services s WHERE s.id = n.id AND s.account_id = a.account_id OFFSET 0))),
changed AS (
  UPDATE incidents i SET name = coalesce(f.name, i.name), severity = coalesce(f.severity, i.severity),
      service_ids = coalesce(f.service_ids, i.service_ids), updated_at = f.at
    FROM fit f CROSS JOIN acting
    WHERE i.id = f.id AND i.account_id = f.account_id
    RETURNING i.*, f.number)
SELECT c.id, c.account_id, c.name, c.severity, c.created_at, c.updated_at, s.*, u.*, c.number
  FROM changed c
    CROSS JOIN LATERAL (
      SELECT array_agg(o.id) AS service_ids, array_agg(o.name) AS service_names,
          array_agg(o.created_at) AS service_created, array_agg(o.updated_at) AS service_updated
        FROM (SELECT s.* FROM unnest(c.service_ids) WITH ORDINALITY AS n (id, position)
            CROSS JOIN LATERAL (SELECT s.id, s.name, s.created_at, s.updated_at FROM services s
              WHERE s.id = n.id OFFSET 0) AS s
          ORDER BY n.position) AS o) AS s
    CROSS JOIN LATERAL (
      SELECT array_agg(id) AS update_ids, array_agg(description) AS update_descriptions,
          array_agg(status) AS update_statuses, array_agg(public_date) AS update_dates,
          array_agg(notify_subscribers) AS update_notify, array_agg(created_at) AS update_created,
          array_agg(posted_by) AS update_actors,
          array_agg(actor_name(account_id, posted_by)) AS update_actor_names
        FROM (SELECT * FROM incident_updates p WHERE p.incident_id = c.id
          ORDER BY p.public_date DESC, p.created_at DESC, p.id DESC) AS ordered) AS u
