-- Whether checks fail, and when the last run of each began that says how it is. A part of parents.sql:
-- {of} names a query with the columns id, beats (whether the check is a heartbeat) and period.
--
-- A check fails when its alert state says so and, but for a heartbeat, one of its runs failed of late.
-- The newest runs of a series are read without a bound of their own, which only this query knows.
{of}_places AS MATERIALIZED (
  SELECT w.id AS check_id, s.id, w.suspected,
    (SELECT epoch_millis()) - 2 * w.period - 900000 AS looked_since,
    (SELECT epoch_millis()) - greatest(3 * w.period, 900000) AS failed_since
  FROM (SELECT DISTINCT w.id, w.period, t.check_id IS NOT NULL AS suspected
      FROM {of} w LEFT JOIN alert_states t ON t.check_id = w.id
        AND (t.state #>> '{notice,level}' = 'FAILED' OR (t.state #>> '{failed,runs}')::int > 0)
      WHERE NOT w.beats AND w.period IS NOT NULL) AS w
    JOIN series s ON s.check_id = w.id),
{of}_runs AS MATERIALIZED (
  SELECT w.check_id, max(r.began) AS began
  FROM {of}_places w JOIN result_series k ON k.series_id = w.id
    CROSS JOIN LATERAL (
      SELECT r.at, r.at + r.delay_ms AS began FROM results r
      WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.verdict < 3
      ORDER BY r.at DESC LIMIT 1) AS r
  WHERE r.at > w.looked_since GROUP BY w.check_id),
{of}_suspects AS MATERIALIZED (SELECT w.* FROM {of}_places w WHERE w.suspected),
{of}_failures AS MATERIALIZED (
  SELECT DISTINCT w.check_id
  FROM {of}_suspects w JOIN result_series k ON k.series_id = w.id
    CROSS JOIN LATERAL (
      SELECT r.at FROM results r
      WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.verdict = 2
      ORDER BY r.at DESC LIMIT 1) AS r
  WHERE r.at > w.failed_since),
{of}_looks AS MATERIALIZED (
  SELECT w.id,
    CASE WHEN w.beats THEN t.check_id IS NOT NULL ELSE f.check_id IS NOT NULL END AS fails,
    CASE WHEN w.beats THEN (SELECT epoch_millis()) ELSE r.began END AS looked
  FROM (SELECT DISTINCT w.id, w.beats FROM {of} w WHERE w.period IS NOT NULL) AS w
    LEFT JOIN {of}_failures f ON f.check_id = w.id
    LEFT JOIN {of}_runs r ON r.check_id = w.id
    LEFT JOIN alert_states t ON w.beats AND t.check_id = w.id
      AND (t.state #>> '{notice,level}' = 'FAILED' OR (t.state #>> '{failed,runs}')::int > 0))
