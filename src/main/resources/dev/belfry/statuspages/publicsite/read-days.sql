-- Sums the results of services by day: whole hours from the sums of the day, and the hours that are
-- not summed up yet from the results themselves. $1: services; $2, $3: first and last day, days since
-- 1970 UTC; $4: no result from before this is read, epoch milliseconds. The last column is how long the
-- checks failed, milliseconds: each failed run counts for the pause to the next one, and places that
-- run side by side count as their average.
WITH wanted AS MATERIALIZED (
  SELECT c.trigger_service_id AS service, s.id,
    greatest(p.hour + CASE WHEN s.id < p.next_series THEN 3600000 ELSE 0 END, $4::bigint) AS since,
    coalesce((SELECT t.period_ms FROM schedules t WHERE t.series_id = s.id
              ORDER BY t.from_ms DESC LIMIT 1), 0) AS period_ms
  FROM checks c JOIN series s ON s.check_id = c.id CROSS JOIN result_progress p
  WHERE c.trigger_service_id = ANY ($1::uuid[])),
parts AS (
  SELECT w.service, w.id, w.period_ms, d.day, d.passed + d.degraded AS passed, d.failed
  FROM wanted w JOIN result_days d ON d.series_id = w.id AND d.day BETWEEN $2 AND $3
  UNION ALL
  SELECT w.service, w.id, w.period_ms, r.day, r.passed, r.failed
  FROM wanted w CROSS JOIN LATERAL (
    SELECT (r.at / 86400000)::integer AS day, count(*) FILTER (WHERE r.verdict <= 1) AS passed,
      count(*) FILTER (WHERE r.verdict = 2) AS failed
    FROM results r
    WHERE r.series_id = w.id AND r.attempt = 0 AND r.at >= w.since AND r.at >= $4
      AND ($3::integer + 1) * 86400000::bigint > $4
    GROUP BY 1) r
  WHERE r.day BETWEEN $2 AND $3)
SELECT service, day, sum(passed)::bigint, sum(failed)::bigint,
  (sum(failed * period_ms) / count(DISTINCT id))::bigint
FROM parts GROUP BY service, day
