-- Ends an episode and queues a message to the channels that were told of it. $1 episode, $2 now.
WITH ended AS (
  UPDATE objective_alerts SET ended_ms = $2 WHERE id = $1 AND ended_ms IS NULL
    RETURNING id, account_id),
held AS MATERIALIZED (
  SELECT c.id FROM alert_channels c
    WHERE coalesce((c.settings ->> 'sendRecovery')::boolean, true)
      AND c.id IN (SELECT d.channel_id FROM deliveries d
        WHERE d.objective_alert_id = $1 AND d.kind = 'OBJECTIVE_ALERT' AND d.state <> 'DEAD')
    ORDER BY c.id FOR KEY SHARE SKIP LOCKED),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, channel_id, objective_alert_id)
    SELECT gen_random_uuid(), e.account_id, 'OBJECTIVE_RECOVERY', 'channel:' || h.id, h.id, e.id
      FROM ended e CROSS JOIN held h RETURNING id)
SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM queued) AS q WHERE n > 0
