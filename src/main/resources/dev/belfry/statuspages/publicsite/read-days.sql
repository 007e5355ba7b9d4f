-- Sums the results of services by day: whole hours from the sums of the day, and the hours that are
-- not summed up yet from the results themselves. $1: services; $2, $3: first and last day, days since
-- 1970 UTC; $4: no result from before this is read, epoch milliseconds. The last column is how long the
-- checks failed, milliseconds: each failed run counts for the pause to the next one, and places that
-- run side by side count as their average.
WITH wanted AS MATERIALIZED (
  SELECT c.trigger_service_id AS service, s.id,
    p.hour + CASE WHEN s.id < p.next_series THEN 3600000 ELSE 0 END AS summed,
    coalesce((SELECT t.period_ms FROM schedules t WHERE t.series_id = s.id
              ORDER BY t.from_ms DESC LIMIT 1), 0) AS period_ms
  FROM checks c JOIN series s ON s.check_id = c.id CROSS JOIN settled_progress p
  WHERE c.trigger_service_id = ANY ($1::uuid[])),
days AS MATERIALIZED (
  SELECT w.service, w.id, w.period_ms, w.summed, d.day, d.passed + d.degraded AS passed, d.failed,
    d.until_ms
  FROM wanted w JOIN result_days d ON d.series_id = w.id AND d.day BETWEEN $2 AND $3),
-- The sums of a day that hold an hour too many, of which the results are read below.
ahead AS MATERIALIZED (
  SELECT d.service, d.id, d.period_ms, d.day, d.day * 86400000::bigint + h.n * 3600000 AS hour
  FROM days d CROSS JOIN
    unnest('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'::int[]) AS h (n)
  WHERE d.until_ms > d.summed AND d.day * 86400000::bigint + h.n * 3600000 < d.summed),
hours AS MATERIALIZED (
  SELECT a.service, a.id, a.period_ms, a.day, x.passed + x.degraded AS passed, x.failed
  FROM ahead a JOIN result_hours x ON x.hour = a.hour AND x.series_id = a.id),
-- A condition on parameters alone is for this table: Citus refuses a join that it finds empty.
open AS MATERIALIZED (
  SELECT w.id, w.summed FROM wanted w WHERE ($3::integer + 1) * 86400000::bigint > $4),
newest AS MATERIALIZED (
  SELECT x.* FROM open w JOIN result_series k ON k.series_id = w.id CROSS JOIN LATERAL (
    SELECT r.series_id, (r.at / 86400000)::integer AS day,
      count(*) FILTER (WHERE r.verdict <= 1) AS passed,
      count(*) FILTER (WHERE r.verdict = 2) AS failed
    FROM results r
    WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.at >= w.summed AND r.at >= $4
    GROUP BY 1, 2) AS x),
parts AS (
  SELECT d.service, d.id, d.period_ms, d.day, d.passed, d.failed FROM days d
  WHERE d.until_ms <= d.summed
  UNION ALL
  SELECT * FROM hours
  UNION ALL
  SELECT w.service, w.id, w.period_ms, r.day, r.passed, r.failed
  FROM wanted w JOIN newest r ON r.series_id = w.id WHERE r.day BETWEEN $2 AND $3)
SELECT service, day, sum(passed)::bigint, sum(failed)::bigint,
  (sum(failed * period_ms) / count(DISTINCT id))::bigint
FROM parts GROUP BY service, day
