-- Reads a page with all that its site shows, in one statement, so that all parts are of one moment. $1: url;
-- $2: now, epoch milliseconds. {domain}: the custom domain if it is proved. {ahead}, {behind}: how far
-- maintenance is shown, milliseconds.
SELECT p.id, p.account_id, p.settings::text,
  (SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'at', {millis:c.created_at},
      'services', coalesce((
        SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'watched', EXISTS (
          SELECT FROM checks k WHERE k.trigger_service_id = s.id)) ORDER BY shown.position)
        FROM status_page_services shown JOIN services s ON s.id = shown.service_id
        WHERE shown.card_id = c.id), '[]')) ORDER BY c.position)
   FROM status_page_cards c WHERE c.page_id = p.id)::text,
  -- The newest updates and the first one, of old incidents fewer, however many there are.
  (SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'severity', i.severity,
      'services', (
        SELECT json_agg(json_build_object('id', s.id, 'name', s.name)
          ORDER BY affected.position, s.id)
        FROM incident_services affected JOIN services s ON s.id = affected.service_id
        WHERE affected.incident_id = i.id AND s.id IN (
          SELECT service_id FROM status_page_services WHERE page_id = p.id)),
      'published', (
        SELECT count(*) FROM incident_updates u WHERE u.incident_id = i.id AND u.public_date <= now.at),
      'updates', (
        SELECT json_agg(json_build_object('id', u.id, 'status', u.status,
            'description', u.description, 'at', {millis:u.public_date})
          ORDER BY u.public_date DESC, u.created_at DESC, u.id DESC)
        FROM ((SELECT u.* FROM incident_updates u
               WHERE u.incident_id = i.id AND u.public_date <= now.at
               ORDER BY u.public_date DESC, u.created_at DESC, u.id DESC
               LIMIT CASE WHEN i.place <= {newIncidents} THEN {mostUpdates} ELSE {fewUpdates} END)
              UNION
              (SELECT u.* FROM incident_updates u
               WHERE u.incident_id = i.id AND u.public_date <= now.at
               ORDER BY u.public_date, u.created_at, u.id LIMIT 1)) u)) ORDER BY i.id DESC)
   FROM (SELECT *, row_number() OVER (ORDER BY id DESC) AS place
         FROM incidents WHERE id IN (
           SELECT affected.incident_id FROM status_page_services shown
           JOIN incident_services affected ON affected.service_id = shown.service_id
           WHERE shown.page_id = p.id)
         ORDER BY id DESC LIMIT {mostIncidents}) i)::text,
  (SELECT json_agg(json_build_object('window', w.id, 'name', w.name,
      'description', w.description, 'services', to_json(w.service_ids),
      'starts', i.starts_ms, 'ends', i.ends_ms, 'said', {millis:coalesce(w.updated_at, w.created_at)})
      ORDER BY i.starts_ms, w.id)
   FROM ((SELECT i.* FROM maintenance_intervals i
          JOIN maintenance_windows w ON w.id = i.window_id AND w.shown
          WHERE i.account_id = p.account_id AND i.ends_ms > $2 AND i.starts_ms < $2 + {ahead}
          ORDER BY i.starts_ms LIMIT 50)
         UNION ALL
         (SELECT i.* FROM maintenance_intervals i
          JOIN maintenance_windows w ON w.id = i.window_id AND w.shown
          WHERE i.account_id = p.account_id AND i.ends_ms > $2 - {behind} AND i.ends_ms <= $2
          ORDER BY i.ends_ms DESC LIMIT 20)) i
   JOIN maintenance_windows w ON w.id = i.window_id)::text,
  (SELECT array_agg(k.key_hash) FROM status_page_keys k WHERE k.page_id = p.id),
  {domain}
FROM status_pages p CROSS JOIN (SELECT to_timestamp($2::bigint / 1000.0) AS at) AS now
WHERE p.url = $1
