-- Rolls up one hour of the next series, adds it to their days, accounts and groups, and moves on.
--
-- Parameters: $1 the hour, its first millisecond; $2 the first series; $3 how many series at most.

WITH batch AS MATERIALIZED (
  SELECT s.id, s.account_id, s.check_id FROM series s
  WHERE s.id >= $2::int ORDER BY s.id LIMIT $3::int),
summed AS MATERIALIZED (
  SELECT b.id, x.* FROM batch b
    CROSS JOIN LATERAL sum_results(b.id, $1::bigint, $1::bigint + 3600000, $1::bigint) AS x
    WHERE x.passed + x.degraded + x.failed + x.faults + x.missed > 0),
hours AS (
  INSERT INTO result_hours (hour, series_id, passed, degraded, failed, faults, missed,
      answered, response_us, fastest_us, slowest_us, histogram)
    SELECT $1::bigint, m.* FROM summed m),
days AS (
  INSERT INTO result_days AS d (day, series_id, passed, degraded, failed, faults, missed,
      answered, response_us, fastest_us, slowest_us, histogram)
    SELECT ($1::bigint / 86400000)::int, m.* FROM summed m
    ON CONFLICT (day, series_id) DO UPDATE SET
      passed = d.passed + excluded.passed,
      degraded = d.degraded + excluded.degraded,
      failed = d.failed + excluded.failed,
      faults = d.faults + excluded.faults,
      missed = d.missed + excluded.missed,
      answered = d.answered + excluded.answered,
      response_us = d.response_us + excluded.response_us,
      fastest_us = least(d.fastest_us, excluded.fastest_us),
      slowest_us = greatest(d.slowest_us, excluded.slowest_us),
      histogram = merge_histograms(d.histogram, excluded.histogram)),
-- One row for each account, and one for each group with members among the series.
accounts AS (
  INSERT INTO account_hours AS a (account_id, group_id, hour, passed, degraded, failed, faults,
      missed, answered, response_us, fastest_us, slowest_us, histogram)
    SELECT b.account_id, coalesce(c.group_id, 0), $1::bigint, sum(m.passed), sum(m.degraded),
        sum(m.failed), sum(m.faults), sum(m.missed), sum(m.answered), sum(m.response_us),
        min(m.fastest_us), max(m.slowest_us), add_up_histograms(array_agg(m.histogram))
      FROM summed m JOIN batch b ON b.id = m.id LEFT JOIN checks c ON c.id = b.check_id
      GROUP BY GROUPING SETS ((b.account_id), (b.account_id, c.group_id))
      HAVING GROUPING(c.group_id) = 1 OR c.group_id IS NOT NULL
    ON CONFLICT (account_id, group_id, hour) DO UPDATE SET
      passed = a.passed + excluded.passed,
      degraded = a.degraded + excluded.degraded,
      failed = a.failed + excluded.failed,
      faults = a.faults + excluded.faults,
      missed = a.missed + excluded.missed,
      answered = a.answered + excluded.answered,
      response_us = a.response_us + excluded.response_us,
      fastest_us = least(a.fastest_us, excluded.fastest_us),
      slowest_us = greatest(a.slowest_us, excluded.slowest_us),
      histogram = add_up_histograms(ARRAY[a.histogram, excluded.histogram]))
UPDATE result_progress p SET
    hour = CASE WHEN b.n < $3::int THEN p.hour + 3600000 ELSE p.hour END,
    next_series = CASE WHEN b.n < $3::int THEN 0 ELSE b.last + 1 END
  FROM (SELECT count(*) AS n, max(id) AS last FROM batch) AS b
