-- Queues the report of a month to a channel that has not had it, and moves the channel to the next
-- month. Without a report, for an account without objectives, the channel moves alone. A channel that
-- is being deleted is left out: the deletion may wait for this one.
-- $1 channel, $2 first day of the month that goes on, $3 that of the month before.
WITH held AS MATERIALIZED (
  SELECT c.id FROM alert_channels c WHERE c.id = $1 FOR KEY SHARE SKIP LOCKED),
moved AS (
  UPDATE objective_report_channels r SET month = $2, due_ms = 0
    FROM held h WHERE r.channel_id = h.id AND r.month < $2 RETURNING r.channel_id, r.account_id),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, channel_id, objective_report_id)
    SELECT gen_random_uuid(), m.account_id, 'OBJECTIVE_REPORT', 'channel:' || m.channel_id,
        m.channel_id, p.id
      FROM moved m JOIN objective_reports p ON p.account_id = m.account_id AND p.month = $3
    RETURNING id)
SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM queued) AS q WHERE n > 0
