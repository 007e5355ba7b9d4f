-- The final results of slots of checks: $1 checks, $2 the slot of each, $3 and $4 the first and the
-- last of the slots.
WITH slots AS MATERIALIZED (
  SELECT s.check_id, s.id, s.location, w.at
  FROM unnest($1::uuid[], $2::bigint[]) AS w (check_id, at)
  JOIN series s ON s.check_id = w.check_id)
SELECT s.check_id, s.id, s.location, r.at, r.verdict::int, r.delay_ms, r.response_us,
  r.status::int, d.detail::text
FROM slots s
JOIN results r ON r.series_id = s.id AND r.attempt = 0 AND r.at = s.at AND r.at >= $3 AND r.at <= $4
LEFT JOIN result_details d ON d.series_id = r.series_id AND d.attempt = 0 AND d.at = r.at
ORDER BY r.at, r.delay_ms + r.response_us / 1000
