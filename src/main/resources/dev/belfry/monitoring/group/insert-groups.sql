-- Creates the groups of many requests with their subscriptions. A request beyond the quota is left
-- out, and so is one whose channels or private locations the account lacks. Channels and private
-- locations are held, so that they are not deleted before the group is there. {subscribed} is
-- SubscribedChannels.GROUP_LIST.
WITH acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', $8, true),
      set_config('belfry.acting_on', 'check_groups', true)),
asked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[],
      $6::boolean[], $7::text[]) WITH ORDINALITY
    AS a (account_id, id, settings, at, subscriptions, assign_all, places, number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'groups') AS n
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
  SELECT c.account_id, c.id FROM alert_channels c WHERE c.id IN (
      SELECT n.id FROM requested r
        JOIN alert_channels n ON n.account_id = r.account_id AND n.id = r.channel_id
      UNION ALL
      SELECT e.id FROM asked a JOIN alert_channels e ON e.account_id = a.account_id
        WHERE a.assign_all)
    ORDER BY c.id FOR KEY SHARE),
named AS MATERIALIZED (
  SELECT r.id, r.channel_id, r.activated, c.id IS NOT NULL AS known
    FROM requested r LEFT JOIN channels c ON c.account_id = r.account_id AND c.id = r.channel_id),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND NOT EXISTS (SELECT FROM named n WHERE n.id = a.id AND NOT n.known)
      AND NOT EXISTS (SELECT FROM wanted w LEFT JOIN places p
            ON p.account_id = w.account_id AND p.slug_name = w.slug
          WHERE w.id = a.id AND p.slug_name IS NULL)),
made AS (
  INSERT INTO check_groups (id, account_id, settings, created_at) OVERRIDING SYSTEM VALUE
    SELECT f.id, f.account_id, f.settings::jsonb, f.at
      FROM fit f CROSS JOIN acting
    RETURNING check_groups.*),
subscribed AS (
  INSERT INTO alert_channel_subscriptions (account_id, group_id, channel_id, activated)
    SELECT f.account_id, f.id, n.channel_id, n.activated FROM fit f JOIN named n ON n.id = f.id
    UNION ALL
    SELECT f.account_id, f.id, c.id, true FROM fit f JOIN channels c ON c.account_id = f.account_id
      WHERE f.assign_all AND (f.id, c.id) NOT IN (SELECT n.id, n.channel_id FROM named n)
    ORDER BY 2, 3
    RETURNING group_id, channel_id, activated)
SELECT m.id, m.settings::text, m.created_at, m.updated_at,
    (SELECT {subscribed} FROM subscribed s WHERE s.group_id = m.id), NULL::text, f.number
  FROM made m JOIN fit f ON f.id = m.id
