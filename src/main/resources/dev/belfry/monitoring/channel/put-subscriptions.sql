-- Adds the subscriptions of many requests, or changes whether they are active. A request whose
-- channel, check or group the account lacks, or another transaction has locked, is left out.
-- {shown} is SubscriberStore.AS_JSON.
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[], $5::boolean[])
    WITH ORDINALITY AS a (account_id, channel_id, check_id, group_id, activated, number)),
channels AS MATERIALIZED (
  SELECT c.account_id, c.id FROM alert_channels c WHERE c.id = ANY ($2) ORDER BY c.id
  FOR KEY SHARE SKIP LOCKED),
checked AS MATERIALIZED (
  SELECT c.account_id, c.id FROM checks c WHERE c.id = ANY ($3) ORDER BY c.id
  FOR KEY SHARE SKIP LOCKED),
grouped AS MATERIALIZED (
  SELECT g.account_id, g.id FROM check_groups g WHERE g.id = ANY ($4) ORDER BY g.id
  FOR KEY SHARE SKIP LOCKED),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a
    JOIN channels h ON h.id = a.channel_id AND h.account_id = a.account_id
    LEFT JOIN checked c ON c.id = a.check_id AND c.account_id = a.account_id
    LEFT JOIN grouped g ON g.id = a.group_id AND g.account_id = a.account_id
  WHERE c.id IS NOT NULL OR g.id IS NOT NULL),
acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', $6, true),
      set_config('belfry.acting_on', 'alert_channels', true)),
of_checks AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, channel_id, check_id, activated)
    SELECT f.account_id, f.channel_id, f.check_id, f.activated FROM fit f CROSS JOIN acting
      WHERE f.check_id IS NOT NULL ORDER BY f.check_id, f.channel_id
    ON CONFLICT (check_id, channel_id) WHERE check_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated
    RETURNING s.channel_id, {shown} AS shown),
of_groups AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, channel_id, group_id, activated)
    SELECT f.account_id, f.channel_id, f.group_id, f.activated FROM fit f CROSS JOIN acting
      WHERE f.group_id IS NOT NULL ORDER BY f.group_id, f.channel_id
    ON CONFLICT (group_id, channel_id) WHERE group_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated
    RETURNING s.channel_id, {shown} AS shown)
SELECT p.shown::text, f.number
  FROM (SELECT * FROM of_checks UNION ALL SELECT * FROM of_groups) AS p
    JOIN fit f ON f.channel_id = p.channel_id
