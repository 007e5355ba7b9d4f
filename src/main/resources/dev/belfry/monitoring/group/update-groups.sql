-- Gives the groups of many requests new settings. A request is left out when its group is not the
-- one that was read any more, has checks ({empty}), or is locked, when the account lacks a private
-- location, and when its subscriptions would change. {columns} is what GroupRow reads.
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[],
      $6::text[], $7::text[]) WITH ORDINALITY
    AS a (account_id, id, version, settings, at, subscriptions, places, number)),
wanted AS MATERIALIZED (
  SELECT a.account_id, a.id, p.slug
    FROM asked a CROSS JOIN jsonb_array_elements_text(a.places::jsonb) AS p (slug)
    WHERE a.places IS NOT NULL),
places AS MATERIALIZED (
  SELECT p.account_id, p.slug_name FROM private_locations p
    WHERE (p.account_id, p.slug_name) IN (SELECT w.account_id, w.slug FROM wanted w)
    ORDER BY p.id FOR KEY SHARE),
held AS MATERIALIZED (
  SELECT g.id FROM check_groups g WHERE g.id = ANY ($2) ORDER BY g.id FOR UPDATE SKIP LOCKED)
UPDATE check_groups g SET settings = a.settings::jsonb, updated_at = a.at
FROM asked a JOIN held h ON h.id = a.id
  CROSS JOIN (SELECT set_config('belfry.acting', $8, true)) AS acting
WHERE g.id = a.id AND g.account_id = a.account_id AND g.xmin::text = a.version AND {empty}
  AND (a.subscriptions IS NULL OR a.subscriptions::jsonb = coalesce(
    (SELECT jsonb_agg(jsonb_build_object(
         'alertChannelId', s.channel_id, 'activated', s.activated) ORDER BY s.channel_id)
     FROM alert_channel_subscriptions s WHERE s.group_id = g.id), '[]'))
  AND NOT EXISTS (SELECT FROM wanted w LEFT JOIN places p
        ON p.account_id = w.account_id AND p.slug_name = w.slug
      WHERE w.id = a.id AND p.slug_name IS NULL)
RETURNING {columns}, a.number
