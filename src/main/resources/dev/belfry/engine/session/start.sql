-- Starts sessions: $1 the account, $2 checks, $3 the session of each, $4 how long sessions are kept.
WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
places AS MATERIALIZED (
  SELECT asked.session_id, c.id AS check_id, s.id AS series_id,
    place_of(s.account_id, s.location) AS location, s.shard, clock.now_ms
  FROM unnest($2::uuid[], $3::uuid[]) AS asked (check_id, session_id) CROSS JOIN clock
  JOIN checks c ON c.id = asked.check_id AND c.account_id = $1
  LEFT JOIN check_groups g ON g.id = c.group_id
  CROSS JOIN LATERAL schedule_of(c.id, c.check_type, c.settings, g.settings) AS place
  JOIN series s ON s.check_id = c.id AND s.location = place.location),
taken AS MATERIALIZED (
  SELECT f.series_id, f.at FROM places s JOIN results f ON f.series_id = s.series_id
    AND f.attempt = 0 AND f.at BETWEEN s.now_ms AND s.now_ms + 100),
chosen AS MATERIALIZED (
  SELECT s.session_id, s.check_id, s.series_id, s.location, s.shard, free.at
  FROM places s CROSS JOIN LATERAL (
    SELECT t AS at FROM generate_series(s.now_ms, s.now_ms + 100) AS t
    WHERE NOT EXISTS (SELECT FROM schedules p WHERE p.series_id = s.series_id
        AND p.from_ms <= t AND (p.until_ms IS NULL OR p.until_ms > t)
        AND (t - p.phase_ms) % p.period_ms = 0)
      AND NOT EXISTS (SELECT FROM open_runs o WHERE o.series_id = s.series_id AND o.at = t)
      AND NOT EXISTS (SELECT FROM taken f WHERE f.series_id = s.series_id AND f.at = t)
    LIMIT 1) AS free),
opened_places AS MATERIALIZED (
  SELECT open_shards(private.places, clock.now_ms)::text FROM clock CROSS JOIN (
    SELECT array_agg(DISTINCT location) AS places FROM chosen WHERE location LIKE '%/%')
    AS private
  WHERE private.places IS NOT NULL),
sessions AS (
  INSERT INTO check_sessions (id, account_id, check_id, started_ms)
  SELECT DISTINCT session_id, $1::uuid, check_id, now_ms FROM chosen CROSS JOIN clock),
runs AS (
  INSERT INTO check_session_runs (session_id, series_id, at)
  SELECT session_id, series_id, at FROM chosen),
opened AS (
  INSERT INTO open_runs (series_id, at, location, shard, attempts, started_ms, due_ms)
  SELECT series_id, at, location, shard, 0, at, at FROM chosen),
swept AS (
  DELETE FROM check_sessions WHERE id IN (
    SELECT old.id FROM check_sessions old CROSS JOIN clock
    WHERE old.account_id = $1 AND old.started_ms < clock.now_ms - $4::bigint
    ORDER BY old.started_ms LIMIT 1000))
SELECT count(pg_notify('belfry_runs', location || ':' || shard)), (SELECT count(*) FROM opened_places)
FROM (SELECT DISTINCT location, shard FROM chosen) AS shards
