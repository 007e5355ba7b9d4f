-- Counts up the beat of an agent and tells it the state of its location.
--
-- Parameters: $1 the agent, $2 its place, $3 whether it is about to leave, $4 the account.
--
-- Returns one JSON document:
--   now        the time of the database, milliseconds since 1970
--   fenced     whether the agent is fenced, or is no agent of the place
--   instances  those that cover the place and are not fenced: id, beat, leaving, may ping, agent
--   shards     of the place: number, owner or null, count of owners
--   elsewhere  other places that living instances cover, as far as they concern the account
--   pinging    numbers of the shards with ICMP monitors, while only some instances may ping
WITH me AS (
  UPDATE instances SET beat = beat + 1, seen_at = epoch_millis(), draining = $3
  WHERE id = $1 AND agent_key IS NOT NULL AND locations = ARRAY[$2::text] AND fenced_at IS NULL
  RETURNING id),
living AS MATERIALIZED (
  SELECT id, locations, beat, draining, may_ping, agent_key IS NOT NULL AS agent, seen_at
  FROM instances WHERE fenced_at IS NULL),
-- Names without an account, which nobody has as a private location, concern no account.
elsewhere AS (
  SELECT DISTINCT p.place FROM living l CROSS JOIN LATERAL unnest(l.locations) AS p (place)
  WHERE l.seen_at > epoch_millis() - 5000 AND p.place <> $2
    AND place_of($4::text::uuid, p.place) = p.place
    AND (strpos(p.place, '/') = 0 OR starts_with(p.place, $4::text || '/')))
SELECT json_build_object(
  'now', epoch_millis(),
  'fenced', NOT EXISTS (SELECT FROM me),
  'instances', (SELECT coalesce(json_agg(json_build_array(
      l.id, l.beat, l.draining, l.may_ping, l.agent)), '[]')
    FROM living l WHERE $2 = ANY (l.locations)),
  'shards', (SELECT coalesce(json_agg(json_build_array(s.shard, s.owner, s.fence)
      ORDER BY s.shard), '[]') FROM shards s WHERE s.location = $2),
  'elsewhere', (SELECT coalesce(json_agg(place), '[]') FROM elsewhere),
  'pinging', CASE WHEN (SELECT count(DISTINCT may_ping) FROM living) > 1 THEN (
      SELECT coalesce(json_agg(n), '[]') FROM generate_series(0, 31) AS n
      WHERE EXISTS (SELECT FROM checks c
        WHERE c.check_type = 'ICMP' AND shard_of(c.id) = n::smallint))
    ELSE '[]'::json END)::text
