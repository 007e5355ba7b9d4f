-- Replaces the channels of many requests and, where a request brings some, their subscriptions. A
-- request for a channel that is not the version it names any more, or that another transaction has
-- locked, is left out, and so is one that names a check or group which its account lacks or another
-- transaction has locked, or that may take many subscriptions away. {requested} is
-- requested-subscriptions.sql, {columns} and {from} are those of ChannelStore.
WITH acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', $9, true),
      set_config('belfry.acting_on', 'alert_channels', true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::timestamptz[], $8::text[]) WITH ORDINALITY
    AS a (account_id, id, version, type, config, settings, at, subscriptions, number)),
{requested},
held AS MATERIALIZED (
  SELECT c.id FROM alert_channels c WHERE c.id = ANY ($2) ORDER BY c.id
  FOR NO KEY UPDATE SKIP LOCKED),
a AS (
  UPDATE alert_channels c SET type = asked.type, config = asked.config::jsonb,
      settings = asked.settings::jsonb, updated_at = asked.at
    FROM asked JOIN held h ON h.id = asked.id CROSS JOIN acting
    WHERE c.id = asked.id AND c.account_id = asked.account_id AND c.xmin::text = asked.version
      AND NOT EXISTS (SELECT FROM requested r
          LEFT JOIN checked k ON k.account_id = r.account_id AND k.id = r.check_id
          LEFT JOIN grouped g ON g.account_id = r.account_id AND g.id = r.group_id
        WHERE r.id = asked.id AND k.id IS NULL AND g.id IS NULL)
      AND (asked.subscriptions IS NULL OR NOT EXISTS (
        SELECT FROM alert_channel_subscriptions s
          WHERE s.account_id = asked.account_id AND s.channel_id = asked.id OFFSET 100))
    RETURNING c.*, asked.subscriptions, asked.number),
removed AS (
  DELETE FROM alert_channel_subscriptions s USING a
    WHERE s.account_id = a.account_id AND s.channel_id = a.id AND a.subscriptions IS NOT NULL
      AND NOT EXISTS (SELECT FROM requested r
        WHERE r.id = s.channel_id AND (r.check_id = s.check_id OR r.group_id = s.group_id))),
of_checks AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, channel_id, check_id, activated)
    SELECT a.account_id, a.id, r.check_id, r.activated
      FROM a JOIN requested r ON r.id = a.id WHERE r.check_id IS NOT NULL ORDER BY a.id, r.position
    ON CONFLICT (check_id, channel_id) WHERE check_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated
    RETURNING s.*),
of_groups AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, channel_id, group_id, activated)
    SELECT a.account_id, a.id, r.group_id, r.activated
      FROM a JOIN requested r ON r.id = a.id WHERE r.group_id IS NOT NULL ORDER BY a.id, r.position
    ON CONFLICT (group_id, channel_id) WHERE group_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated
    RETURNING s.*),
put AS (SELECT * FROM of_checks UNION ALL SELECT * FROM of_groups)
SELECT {columns}, a.number {from}
