-- A message about an action ($1 is its delivery), with all that decides whether it is sent now. It
-- waits for earlier messages of the same problem, or group, to the channel. The state of a group is
-- that of its open members as they are now.
SELECT c.type, c.config::text, c.id, x.action, x.actor, actor_name(x.account_id, x.actor), x.note, x.until_ms,
  coalesce(d.alert_group_id, x.episode)::text, coalesce(a.context ->> 'CHECK_NAME', ''),
  d.acted_alerts, d.alert_group_id IS NOT NULL, d.status IS NOT NULL, d.receipt,
  CASE WHEN d.alert_group_id IS NULL
    THEN EXISTS (SELECT FROM alert_states t WHERE t.check_id = x.check_id
      AND t.state #>> '{notice,episode}' = x.episode::text)
    ELSE g.closed_ms IS NULL AND n.members > 0 END,
  CASE WHEN d.alert_group_id IS NULL
    THEN EXISTS (SELECT FROM alerts b JOIN deliveries e ON e.alert_id = b.id
      WHERE b.episode = x.episode AND e.channel_id = c.id AND e.state = 'PENDING'
        AND e.created_ms <= d.created_ms)
    ELSE EXISTS (SELECT FROM deliveries e WHERE e.alert_group_id = d.alert_group_id
      AND e.kind = 'GROUP' AND e.state = 'PENDING' AND e.created_ms <= d.created_ms) END
  OR EXISTS (SELECT FROM alert_actions y JOIN deliveries e ON e.alert_action_id = y.id
    WHERE d.alert_group_id IS NULL AND y.episode = x.episode AND (y.at_ms, y.id) < (x.at_ms, x.id)
      AND e.channel_id = c.id AND e.alert_group_id IS NULL AND e.state = 'PENDING')
  OR EXISTS (SELECT FROM deliveries e JOIN alert_actions y ON y.id = e.alert_action_id
    WHERE e.alert_group_id = d.alert_group_id AND e.state = 'PENDING'
      AND (y.at_ms, y.id) < (x.at_ms, x.id)),
  CASE WHEN d.alert_group_id IS NULL
    THEN EXISTS (SELECT FROM alerts b JOIN deliveries e ON e.alert_id = b.id
      WHERE b.episode = x.episode AND e.channel_id = c.id AND e.state = 'DELIVERED')
    ELSE EXISTS (SELECT FROM deliveries e WHERE e.alert_group_id = d.alert_group_id
      AND e.kind = 'GROUP' AND e.state = 'DELIVERED') END,
  ARRAY(SELECT e.receipt FROM alerts b JOIN deliveries e ON e.alert_id = b.id
    WHERE c.type = 'SLACK_APP' AND d.alert_group_id IS NULL AND b.episode = x.episode
      AND e.channel_id = c.id AND e.receipt IS NOT NULL
    ORDER BY b.decided_ms, b.id LIMIT 20)
  || ARRAY(SELECT e.receipt FROM deliveries e
    WHERE c.type = 'SLACK_APP' AND e.alert_group_id = d.alert_group_id
      AND e.kind = 'GROUP' AND e.receipt IS NOT NULL
    ORDER BY e.group_revision LIMIT 20),
  n.members, n.acknowledged, n.snoozed_ms, epoch_millis()
FROM deliveries d JOIN alert_channels c ON c.id = d.channel_id
JOIN alert_actions x ON x.id = d.alert_action_id
LEFT JOIN alerts a ON a.id = x.alert_id
LEFT JOIN alert_groups g ON g.id = d.alert_group_id
LEFT JOIN LATERAL (
  SELECT count(*)::int AS members,
    (count(*) FILTER (WHERE (t.state #>> '{notice,attention,acknowledged}')::boolean))::int
      AS acknowledged,
    CASE WHEN bool_and(coalesce((t.state #>> '{notice,attention,snoozedUntil}')::bigint, 0)
        > epoch_millis())
      THEN min((t.state #>> '{notice,attention,snoozedUntil}')::bigint) END AS snoozed_ms
  FROM members_of_alert_group(g.id, g.channel_id) AS m
    JOIN alert_states t ON t.check_id = m.check_id
  WHERE m.level IN ('FAILED', 'DEGRADED')) AS n ON g.id IS NOT NULL
WHERE d.id = $1
