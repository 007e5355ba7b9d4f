-- The newest run of each check ($1) that failed or was degraded, after a time ($2).
WITH places AS MATERIALIZED (
  SELECT s.check_id, s.id, s.location FROM series s WHERE s.check_id = ANY ($1)),
newest AS MATERIALIZED (
  SELECT r.* FROM places w JOIN result_series k ON k.series_id = w.id
  CROSS JOIN LATERAL (
    SELECT * FROM results r WHERE r.series_id = k.series_id AND r.attempt = 0
      AND r.verdict IN (1, 2) AND r.at > $2 ORDER BY r.at DESC LIMIT 1) AS r),
details AS MATERIALIZED (
  SELECT d.series_id, d.detail FROM newest n JOIN result_details d
    ON d.series_id = n.series_id AND d.attempt = 0 AND d.at = n.at)
SELECT DISTINCT ON (s.check_id) s.check_id, s.id, s.location, r.at, r.verdict::int, r.delay_ms,
  r.response_us, r.status::int, d.detail::text
FROM places s JOIN newest r ON r.series_id = s.id LEFT JOIN details d ON d.series_id = s.id
ORDER BY s.check_id, r.at DESC
