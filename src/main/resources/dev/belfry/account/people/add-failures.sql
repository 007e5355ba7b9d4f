-- Adds failed sign-ins to those of their day. A person has $10 rows of failures of a day; then the
-- networks that have no row yet share those with an empty network. Rows are locked in one order, so
-- that two instances do not wait for each other.
WITH given AS (
  SELECT g.*, (g.last_at AT TIME ZONE 'UTC')::date AS day
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[],
      $8::timestamptz[], $9::timestamptz[])
    AS g (id, user_id, way, outcome, network, user_agent, times, first_at, last_at)
  WHERE EXISTS (SELECT FROM users u WHERE u.id = g.user_id)
    -- A person who was asked for a code by one instance may have given it to another, whose clock
    -- may differ.
    AND NOT (g.outcome = 'NO_CODE' AND EXISTS (SELECT FROM sign_ins s WHERE s.user_id = g.user_id
      AND s.outcome = 'SUCCEEDED' AND s.network = g.network
      AND s.last_at >= g.first_at - interval '1 minute'))),
known AS (
  SELECT g.*, EXISTS (SELECT FROM sign_ins s WHERE s.user_id = g.user_id AND s.day = g.day
      AND s.network = g.network AND s.way = g.way AND s.outcome = g.outcome
      AND s.outcome <> 'SUCCEEDED') AS is_known
  FROM given g),
placed AS (
  SELECT k.*, CASE WHEN k.is_known
      OR row_number() OVER (PARTITION BY k.user_id, k.day, k.is_known ORDER BY k.id) + (
        SELECT count(*) FROM sign_ins s WHERE s.user_id = k.user_id AND s.day = k.day
          AND s.outcome <> 'SUCCEEDED') <= $10
    THEN k.network ELSE '' END AS place
  FROM known k)
INSERT INTO sign_ins AS s
  (id, user_id, way, outcome, network, user_agent, times, day, first_at, last_at)
SELECT (array_agg(p.id ORDER BY p.id))[1], p.user_id, p.way, p.outcome, p.place,
  CASE WHEN p.place = '' THEN '' ELSE (array_agg(p.user_agent ORDER BY p.id))[1] END,
  least(sum(p.times), 1000000000), p.day, min(p.first_at), max(p.last_at)
FROM placed p
GROUP BY p.user_id, p.day, p.place, p.way, p.outcome
ORDER BY p.user_id, p.day, p.place, p.way, p.outcome
ON CONFLICT (user_id, day, network, way, outcome) WHERE outcome <> 'SUCCEEDED'
DO UPDATE SET times = least(s.times::bigint + excluded.times, 1000000000),
  first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at)
