-- Writes runs that did not take place, one row for each slot of an interval, or nothing.
--
-- A fenced instance writes nothing; see write-results.sql. Rows that exist stay as they are, so that
-- a batch whose reply was lost can be sent again.
--
-- Parameters: $1 is the instance, and each array after it is a column of the intervals.
--
-- Returns whether the instance may write (1 or 0).

WITH me AS MATERIALIZED (
  SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE),
-- 4 is the verdict "missed".
missed AS (
  INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
    dns, tcp, tls, first_byte, download)
  SELECT slot, m.series_id, 0, 0, 0, 4, m.reason, 0, 0, 0, 0, 0, 0
  FROM me, unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[])
      AS m (series_id, first, last, period, reason),
    generate_series(m.first, m.last, m.period) AS slot
  ON CONFLICT DO NOTHING)
SELECT count(*) FROM me
