-- Claims alerts about certificates that expire, by channel. Counts whole days, as the status of a check
-- does. $1 rows at most.
WITH soon AS MATERIALIZED (
  SELECT DISTINCT s.check_id, t.certificate_expires_ms AS expires_ms
  FROM series_states t
  JOIN series s ON s.id = t.series_id
  JOIN schedules v ON v.series_id = s.id AND v.until_ms IS NULL
  WHERE t.certificate_expires_ms < (SELECT epoch_millis()) + 31 * 86400000::bigint),
wanted AS MATERIALIZED (
  SELECT DISTINCT n.check_id, h.id AS channel_id, n.expires_ms
  FROM soon n
  JOIN checks c ON c.id = n.check_id
  LEFT JOIN check_groups g ON g.id = c.group_id
  CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
  JOIN alert_channel_subscriptions b
    ON b.activated AND (b.check_id = c.id OR b.group_id = c.group_id)
  JOIN alert_channels h ON h.id = b.channel_id
  WHERE (h.settings ->> 'sslExpiry')::boolean
    AND n.expires_ms < (SELECT epoch_millis())
      + (coalesce((h.settings ->> 'sslExpiryThreshold')::int, 30) + 1) * 86400000::bigint
    AND NOT e.muted AND NOT {held}
    AND NOT EXISTS (SELECT FROM certificate_alerts d WHERE d.check_id = c.id
      AND d.channel_id = h.id AND d.expires_ms = n.expires_ms)
  ORDER BY n.check_id, n.expires_ms LIMIT $1),
there AS MATERIALIZED (
  SELECT w.* FROM wanted w
  JOIN checks c ON c.id = w.check_id JOIN alert_channels h ON h.id = w.channel_id
  FOR KEY SHARE OF c, h SKIP LOCKED),
claimed AS (
  INSERT INTO certificate_alerts (check_id, channel_id, expires_ms)
  SELECT check_id, channel_id, expires_ms FROM there
  ON CONFLICT DO NOTHING RETURNING check_id, channel_id, expires_ms)
SELECT n.check_id, n.channel_id, n.expires_ms, {quiet hours}, {on call}
FROM claimed n JOIN alert_channels h ON h.id = n.channel_id
