-- Begins an episode of an objective and queues a message to each of these channels, unless one of
-- the severity goes on.
-- $1 objective, $2 severity, $3 factor, $4 and $5 the windows, $6 and $7 their rates, $8 now, $9
-- channels, which are locked.
WITH made AS (
  INSERT INTO objective_alerts (objective_id, account_id, severity, factor, long_ms, short_ms,
      long_rate, short_rate, began_ms)
    SELECT o.id, o.account_id, $2, $3::float8, $4, $5, $6::float8, $7::float8, $8
      FROM objectives o WHERE o.id = $1
    ON CONFLICT (objective_id, severity) WHERE ended_ms IS NULL DO NOTHING
    RETURNING id, account_id),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, channel_id, objective_alert_id)
    SELECT gen_random_uuid(), m.account_id, 'OBJECTIVE_ALERT', 'channel:' || h.id, h.id, m.id
      FROM made m CROSS JOIN unnest($9::bigint[]) AS h (id) RETURNING id)
SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM queued) AS q WHERE n > 0
