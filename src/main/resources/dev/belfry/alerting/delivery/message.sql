-- A message to a channel ($1 is its delivery) with all that a message of any kind says.
SELECT c.type, c.config::text, a.context::text, c.id, a.check_id,
  coalesce(a.episode::text, d.alert_group_id::text, 'channel-' || d.about_channel_id,
    'objective-' || d.objective_alert_id, d.id::text), a.id, a.type,
  EXISTS (SELECT FROM deliveries e WHERE e.about_channel_id = d.about_channel_id
    AND d.kind = 'CHANNEL_RECOVERY' AND e.kind = 'CHANNEL_FAILURE'
    AND e.channel_id = c.id AND e.state = 'PENDING')
  OR EXISTS (SELECT FROM deliveries e WHERE e.objective_alert_id = d.objective_alert_id
    AND d.kind = 'OBJECTIVE_RECOVERY' AND e.kind = 'OBJECTIVE_ALERT'
    AND e.channel_id = c.id AND e.state = 'PENDING')
  OR EXISTS (SELECT FROM alerts b JOIN deliveries e ON e.alert_id = b.id
    WHERE b.episode = a.episode AND (b.decided_ms, b.id) < (a.decided_ms, a.id)
      AND e.channel_id = c.id AND e.state = 'PENDING')
  OR EXISTS (SELECT FROM alert_actions y JOIN deliveries e ON e.alert_action_id = y.id
    WHERE y.episode = a.episode AND e.channel_id = c.id AND e.alert_group_id IS NULL
      AND e.state = 'PENDING' AND e.claimed_until_ms > epoch_millis())
  OR EXISTS (SELECT FROM deliveries e WHERE e.alert_group_id = d.alert_group_id
    AND e.alert_action_id IS NOT NULL AND e.state = 'PENDING'
    AND e.claimed_until_ms > epoch_millis()),
  d.receipt,
  ARRAY(SELECT e.receipt FROM alerts b JOIN deliveries e ON e.alert_id = b.id
    WHERE c.type IN ('SLACK_APP', 'MEMBER') AND b.episode = a.episode
      AND (b.decided_ms, b.id) < (a.decided_ms, a.id)
      AND e.channel_id = c.id AND e.receipt IS NOT NULL
    ORDER BY b.decided_ms, b.id LIMIT 20)
  || ARRAY(SELECT e.receipt FROM deliveries e
    WHERE c.type IN ('SLACK_APP', 'MEMBER') AND e.alert_group_id = d.alert_group_id
      AND e.group_revision < d.group_revision AND e.receipt IS NOT NULL
    ORDER BY e.group_revision LIMIT 20)
  || ARRAY(SELECT e.receipt FROM deliveries e
    WHERE c.type = 'MEMBER' AND e.objective_alert_id = d.objective_alert_id AND e.id <> d.id
      AND e.channel_id = c.id AND e.receipt IS NOT NULL
    ORDER BY e.created_ms LIMIT 20),
  o.id, o.type, o.config::text, w.reason,
  v.name, coalesce(k.settings ->> 'name', g.settings ->> 'name', 'Monitors with the tag ' || v.tag, ''), v.target::float8,
  v.window_days, p.severity, p.factor, p.long_ms, p.short_ms, p.long_rate, p.short_rate,
  v.check_id, v.group_id,
  d.held_until_ms IS NOT NULL AND d.attempts = 1 AND d.kind = 'ALERT'
    AND a.type NOT IN ('ALERT_SSL', 'ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY')
    AND NOT EXISTS (SELECT FROM alert_states t WHERE t.check_id = a.check_id
      AND t.state #>> '{notice,episode}' = a.episode::text)
    AND NOT EXISTS (SELECT FROM alerts b JOIN deliveries e ON e.alert_id = b.id
      WHERE b.episode = a.episode AND e.channel_id = c.id AND b.id <> a.id
        AND b.decided_ms >= a.decided_ms),
  d.alert_group_id, v.tag
FROM deliveries d JOIN alert_channels c ON c.id = d.channel_id
LEFT JOIN alerts a ON a.id = d.alert_id
LEFT JOIN channel_breakages w ON w.channel_id = d.about_channel_id
LEFT JOIN alert_channels o ON o.id = w.channel_id
LEFT JOIN objective_alerts p ON p.id = d.objective_alert_id
LEFT JOIN objectives v ON v.id = p.objective_id
LEFT JOIN checks k ON k.id = v.check_id LEFT JOIN check_groups g ON g.id = v.group_id
WHERE d.id = $1
