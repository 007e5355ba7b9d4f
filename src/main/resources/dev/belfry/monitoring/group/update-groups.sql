-- Gives the groups of many requests new settings and, where a request brings some, subscriptions. A
-- request is left out when its group or the checks in it ({membership}) are not those that were read
-- any more, when the group is locked, and when the account lacks a channel or private location.
-- Those are held, so that they are not deleted before. {current} is SubscribedChannels.OF_GROUP,
-- {requested} is GROUP_LIST, {dependencies} is Dependencies.OF_GROUP.
WITH acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', $9, true),
      set_config('belfry.acting_on', 'check_groups', true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[],
      $6::timestamptz[], $7::text[], $8::text[]) WITH ORDINALITY
    AS a (account_id, id, version, membership, settings, at, subscriptions, places, number)),
wanted AS MATERIALIZED (
  SELECT a.account_id, a.id, p.slug
    FROM asked a CROSS JOIN jsonb_array_elements_text(a.places::jsonb) AS p (slug)
    WHERE a.places IS NOT NULL),
places AS MATERIALIZED (
  SELECT p.account_id, p.slug_name FROM private_locations p
    WHERE p.slug_name = ANY (ARRAY(SELECT w.slug FROM wanted w))
      AND (p.account_id, p.slug_name) IN (SELECT w.account_id, w.slug FROM wanted w)
    ORDER BY p.id FOR KEY SHARE),
requested AS MATERIALIZED (
  SELECT a.account_id, a.id, (r.one ->> 'alertChannelId')::bigint AS channel_id,
      (r.one ->> 'activated')::boolean AS activated
    FROM asked a CROSS JOIN jsonb_array_elements(a.subscriptions::jsonb) AS r (one)
    WHERE a.subscriptions IS NOT NULL),
channels AS MATERIALIZED (
  SELECT c.account_id, c.id FROM alert_channels c
    WHERE c.id = ANY (ARRAY(SELECT r.channel_id FROM requested r))
      AND (c.account_id, c.id) IN (SELECT r.account_id, r.channel_id FROM requested r)
    ORDER BY c.id FOR KEY SHARE),
held AS MATERIALIZED (
  SELECT g.id FROM check_groups g WHERE g.id = ANY ($2) ORDER BY g.id FOR UPDATE SKIP LOCKED),
changed AS (
  UPDATE check_groups g SET settings = a.settings::jsonb, updated_at = a.at
    FROM asked a JOIN held h ON h.id = a.id CROSS JOIN acting
    WHERE g.id = a.id AND g.account_id = a.account_id AND g.xmin::text = a.version
      AND {membership} = a.membership
      AND NOT EXISTS (SELECT FROM requested r LEFT JOIN channels c
            ON c.account_id = r.account_id AND c.id = r.channel_id
          WHERE r.id = a.id AND c.id IS NULL)
      AND NOT EXISTS (SELECT FROM wanted w LEFT JOIN places p
            ON p.account_id = w.account_id AND p.slug_name = w.slug
          WHERE w.id = a.id AND p.slug_name IS NULL)
    RETURNING g.*, a.subscriptions, a.number),
removed AS (
  DELETE FROM alert_channel_subscriptions s USING changed c
    WHERE s.group_id = c.id AND c.subscriptions IS NOT NULL AND NOT EXISTS (
      SELECT FROM requested r WHERE r.id = s.group_id AND r.channel_id = s.channel_id)),
put AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, group_id, channel_id, activated)
    SELECT c.account_id, c.id, r.channel_id, r.activated
      FROM changed c JOIN requested r ON r.id = c.id ORDER BY c.id, r.channel_id
    ON CONFLICT (group_id, channel_id) WHERE group_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated WHERE s.activated <> excluded.activated)
SELECT g.id, g.settings::text, g.created_at, g.updated_at,
    CASE WHEN g.subscriptions IS NULL THEN {current}
      ELSE (SELECT {requested} FROM requested s WHERE s.id = g.id) END,
    {dependencies}, g.number
  FROM changed g
