-- Queues messages about actions of one kind ($1) to channels of some types ($2), but not to the
-- channel that an action came from ($3). A channel gets one for each action if it got, or will get,
-- a message of the problem, and one for each open group that has the alerts. A message that waits
-- for the end of quiet hours takes the message about the action along. A channel that another
-- transaction is deleting is left out.
WITH acted AS MATERIALIZED (
  SELECT id, account_id, check_id, episode FROM alert_actions WHERE id = ANY ($1::uuid[])),
told AS MATERIALIZED (
  SELECT x.id AS action_id, x.account_id, d.channel_id, NULL::uuid AS group_id, 1 AS alerts,
    max(d.held_until_ms) FILTER (WHERE d.state = 'PENDING' AND d.held_until_ms > epoch_millis())
      AS held_until
  FROM acted x JOIN alerts a ON a.episode = x.episode JOIN deliveries d ON d.alert_id = a.id
  WHERE d.state <> 'DEAD'
  GROUP BY x.id, x.account_id, d.channel_id
  UNION ALL
  SELECT (array_agg(x.id ORDER BY x.id))[1], x.account_id, g.channel_id, g.id, count(*)::int, NULL
  FROM acted x
    JOIN alert_group_members m ON m.check_id = x.check_id AND m.episode = x.episode
    JOIN alert_groups g ON g.id = m.group_id AND g.closed_ms IS NULL
  WHERE EXISTS (SELECT FROM deliveries d
    WHERE d.alert_group_id = g.id AND d.kind = 'GROUP' AND d.state <> 'DEAD')
  GROUP BY x.account_id, g.channel_id, g.id),
there AS MATERIALIZED (
  SELECT h.id FROM alert_channels h
  WHERE h.id IN (SELECT channel_id FROM told) AND h.type = ANY ($2::text[])
    AND h.id IS DISTINCT FROM $3::bigint
  ORDER BY h.id FOR KEY SHARE SKIP LOCKED),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, channel_id, alert_action_id, alert_group_id,
    acted_alerts, held_until_ms, due_ms, expires_ms)
  SELECT gen_random_uuid(), t.account_id, 'ALERT_ACTION', 'channel:' || t.channel_id, t.channel_id,
    t.action_id, t.group_id, t.alerts, t.held_until, coalesce(t.held_until, epoch_millis()),
    coalesce(t.held_until, epoch_millis()) + 86400000
  FROM told t JOIN there h ON h.id = t.channel_id
  RETURNING id)
SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM queued) AS q WHERE n > 0
