-- The first alerts that are noted for channels ($1), at most $2 of each. An alert that was deleted
-- with its check has no row.
WITH noted AS MATERIALIZED (
  SELECT n.id, n.channel_id, n.alert_id FROM unnest($1::bigint[]) AS h (id) CROSS JOIN LATERAL (
    SELECT * FROM grouped_alerts g WHERE g.channel_id = h.id ORDER BY g.id LIMIT $2) AS n),
runs AS MATERIALIZED (
  SELECT DISTINCT a.series_id, a.at FROM noted e JOIN alerts a ON a.id = e.alert_id),
ran AS MATERIALIZED (
  SELECT r.series_id, r.at, r.reason, d.detail ->> 'address' AS address
  FROM runs a
  JOIN results r ON r.series_id = a.series_id AND r.attempt = 0 AND r.at = a.at
  LEFT JOIN result_details d ON d.series_id = r.series_id AND d.attempt = 0 AND d.at = r.at)
SELECT e.id, e.channel_id, a.id, a.check_id, a.episode, a.decided_ms,
  a.context ->> 'CHECK_NAME', a.context::text, c.group_id, r.reason::int, r.address
FROM noted e
LEFT JOIN alerts a ON a.id = e.alert_id
LEFT JOIN checks c ON c.id = a.check_id
LEFT JOIN ran r ON r.series_id = a.series_id AND r.at = a.at
ORDER BY e.id
