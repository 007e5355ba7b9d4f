-- Creates the checks of many requests with their subscriptions. A request whose group, channels or
-- private locations the account lacks is left out, and so is one beyond the quota. Channels and
-- private locations are held, so that they are not deleted before the check is there. {subscribed} is
-- SubscribedChannels.LIST.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $10, true)),
asked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
    FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[],
      $6::text[], $7::boolean[], $8::text[], $9::text[]) WITH ORDINALITY
    AS a (account_id, id, group_id, settings, at, subscriptions, assign_all, places, check_type,
      number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'monitors') AS n
    FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
wanted AS MATERIALIZED (
  SELECT a.account_id, a.id, p.slug
    FROM asked a CROSS JOIN jsonb_array_elements_text(a.places::jsonb) AS p (slug)
    WHERE a.places IS NOT NULL),
places AS MATERIALIZED (
  SELECT p.account_id, p.slug_name FROM private_locations p
    WHERE (p.account_id, p.slug_name) IN (SELECT w.account_id, w.slug FROM wanted w)
    ORDER BY p.id FOR KEY SHARE),
requested AS MATERIALIZED (
  SELECT a.account_id, a.id, (r.one ->> 'alertChannelId')::bigint AS channel_id,
      (r.one ->> 'activated')::boolean AS activated
    FROM asked a CROSS JOIN jsonb_array_elements(a.subscriptions::jsonb) AS r (one)
    WHERE a.subscriptions IS NOT NULL),
channels AS MATERIALIZED (
  SELECT c.account_id, c.id, (c.settings ->> 'autoSubscribe')::boolean AS auto
    FROM alert_channels c WHERE c.id IN (
      SELECT n.id FROM requested r
        JOIN alert_channels n ON n.account_id = r.account_id AND n.id = r.channel_id
      UNION ALL
      SELECT e.id FROM asked a JOIN alert_channels e ON e.account_id = a.account_id WHERE a.assign_all
      UNION ALL
      SELECT o.id FROM asked a JOIN alert_channels o ON o.account_id = a.account_id
        WHERE NOT a.assign_all AND a.subscriptions IS NULL AND (o.settings ->> 'autoSubscribe')::boolean)
    ORDER BY c.id FOR KEY SHARE),
named AS MATERIALIZED (
  SELECT r.id, r.channel_id, r.activated, c.id IS NOT NULL AS known
    FROM requested r LEFT JOIN channels c ON c.account_id = r.account_id AND c.id = r.channel_id),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND (a.group_id IS NULL OR EXISTS (SELECT FROM check_groups g
          WHERE g.account_id = a.account_id AND g.id = a.group_id))
      AND NOT EXISTS (SELECT FROM named n WHERE n.id = a.id AND NOT n.known)
      AND NOT EXISTS (SELECT FROM wanted w LEFT JOIN places p
            ON p.account_id = w.account_id AND p.slug_name = w.slug
          WHERE w.id = a.id AND p.slug_name IS NULL)),
made AS (
  INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
    SELECT f.id, f.account_id, f.check_type, f.group_id, f.settings::jsonb, f.at
      FROM fit f CROSS JOIN acting
    RETURNING checks.*),
subscribed AS (
  INSERT INTO alert_channel_subscriptions (account_id, check_id, channel_id, activated)
    SELECT f.account_id, f.id, n.channel_id, n.activated FROM fit f JOIN named n ON n.id = f.id
    UNION ALL
    SELECT f.account_id, f.id, c.id, true FROM fit f JOIN channels c ON c.account_id = f.account_id
      WHERE f.assign_all AND (f.id, c.id) NOT IN (SELECT n.id, n.channel_id FROM named n)
    UNION ALL
    SELECT f.account_id, f.id, c.id, true FROM fit f JOIN channels c ON c.account_id = f.account_id
      WHERE NOT f.assign_all AND f.subscriptions IS NULL AND c.auto
    ORDER BY 2, 3
    RETURNING check_id, channel_id, activated),
shown AS MATERIALIZED (
  SELECT s.check_id, {subscribed} AS channels
    FROM subscribed s JOIN alert_channels a ON a.id = s.channel_id GROUP BY s.check_id)
SELECT m.id, m.check_type, m.group_id, m.settings::text, m.created_at, m.updated_at, s.channels,
    NULL::text, NULL::text, f.number
  FROM made m JOIN fit f ON f.id = m.id LEFT JOIN shown s ON s.check_id = m.id
