-- Writes a batch of results, all of it or nothing.
--
-- A fenced instance writes nothing. The lock on the row of the instance keeps it from being fenced
-- until the batch is written, but does not delay its heartbeat. Rows that exist stay as they are, so
-- that a batch whose reply was lost can be sent again.
--
-- Parameters: $1 is the instance. Each group of arrays below is one table, with an array for each
-- column. With $36 the statement returns the final results that matter to alerts. Without $36 it
-- returns none, and writes nothing when a check of the batch has an alert state. The usual batch
-- therefore needs no transaction around it.
--
-- Returns at least one row: whether the instance may write (1 or 0), how many owners of shards were
-- notified, whether a check has an alert state, and one final result, or nulls.

-- Whether the batch must be repeated with $36, because a check of it has an alert state.
WITH ill AS MATERIALIZED (
  SELECT NOT $36::boolean AND EXISTS (SELECT FROM series s
    JOIN alert_states t ON t.check_id = s.check_id WHERE s.id = ANY ($3::int[])) AS found),
-- The instance, unless it is fenced. Every write below joins this row.
me AS MATERIALIZED (
  SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL
    AND NOT (SELECT found FROM ill) FOR KEY SHARE),
-- Runs and attempts that took place.
written AS (
  INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
    dns, tcp, tls, first_byte, download)
  SELECT r.* FROM me, unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::smallint[],
    $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[],
    $12::smallint[], $13::smallint[], $14::smallint[]) AS r
  ON CONFLICT DO NOTHING RETURNING at, series_id, attempt, verdict),
-- Details of results that did not simply pass.
detailed AS (
  INSERT INTO result_details (at, series_id, attempt, detail)
  SELECT d.at, d.series_id, d.attempt, d.detail::jsonb
  FROM me, unnest($15::bigint[], $16::int[], $17::smallint[], $18::text[])
    AS d (at, series_id, attempt, detail)
  ON CONFLICT DO NOTHING),
-- Runs that would wait for a retry, but that another instance has ended in the meantime.
over AS MATERIALIZED (
  SELECT r.series_id, r.at
  FROM unnest($19::int[], $20::bigint[]) AS w (series_id, at)
    JOIN results r ON r.series_id = w.series_id AND r.attempt = 0 AND r.at = w.at),
-- Runs that wait for a retry.
waiting AS (
  INSERT INTO open_runs AS o
    (series_id, at, location, shard, attempts, started_ms, due_ms)
  SELECT w.series_id, w.at, w.location, w.shard, w.attempts, w.started, w.due
  FROM me, unnest($19::int[], $20::bigint[], $21::text[], $22::smallint[], $23::smallint[],
    $24::bigint[], $25::bigint[], $26::boolean[])
    AS w (series_id, at, location, shard, attempts, started, due, elsewhere)
  WHERE NOT EXISTS (SELECT FROM over v WHERE v.series_id = w.series_id AND v.at = w.at)
  ON CONFLICT (series_id, at) DO UPDATE SET location = excluded.location,
    shard = excluded.shard, attempts = excluded.attempts, due_ms = excluded.due_ms
    WHERE o.attempts < excluded.attempts),
-- Notifies the owner of the shard of each retry that another instance runs.
told AS (
  SELECT count(pg_notify('belfry_runs', w.location || ':' || w.shard)) AS told
  FROM me, unnest($21::text[], $22::smallint[], $26::boolean[])
    AS w (location, shard, elsewhere) WHERE w.elsewhere),
-- Runs that wait no longer.
ended AS (
  DELETE FROM open_runs o
  USING me, unnest($27::int[], $28::bigint[]) AS e (series_id, at)
  WHERE o.series_id = e.series_id AND o.at = e.at),
-- The newest verdict of each series. Equal values are not written again, and since_ms keeps the time
-- at which the verdict began.
stated AS (
  INSERT INTO series_states AS t (series_id, verdict, since_ms, certificate_expires_ms)
  SELECT n.* FROM me, unnest($29::int[], $30::smallint[], $31::bigint[], $32::bigint[]) AS n
  ON CONFLICT (series_id) DO UPDATE SET verdict = excluded.verdict,
    since_ms = CASE WHEN t.verdict = excluded.verdict THEN t.since_ms
      ELSE excluded.since_ms END,
    certificate_expires_ms = excluded.certificate_expires_ms
    WHERE excluded.since_ms >= t.since_ms
      AND (t.verdict, t.certificate_expires_ms)
        IS DISTINCT FROM (excluded.verdict, excluded.certificate_expires_ms)),
-- Moves the watermarks of shards that this instance owns forward.
marked AS (
  UPDATE shards s SET watermark = m.watermark
  FROM me, unnest($33::text[], $34::smallint[], $35::bigint[])
    AS m (location, shard, watermark)
  WHERE s.location = m.location AND s.shard = m.shard AND s.owner = me.id
    AND s.watermark < m.watermark),
-- Final results that this statement wrote, and not an earlier copy of the batch.
ended_now AS MATERIALIZED (
  SELECT w.series_id, w.at, s.check_id, s.location, w.verdict
  FROM written w JOIN series s ON s.id = w.series_id WHERE w.attempt = 0 AND $36),
-- Final results of checks that have an alert state, or degraded (1) or failed (2) in this batch.
matters AS (
  SELECT e.series_id, e.at, e.check_id, e.location FROM ended_now e
  WHERE e.check_id IN (SELECT b.check_id FROM ended_now b WHERE b.verdict IN (1, 2))
    OR EXISTS (SELECT FROM alert_states t WHERE t.check_id = e.check_id))
SELECT (SELECT count(*) FROM me), (SELECT told FROM told), (SELECT found FROM ill), m.*
FROM (VALUES (1)) AS one LEFT JOIN matters m ON true
