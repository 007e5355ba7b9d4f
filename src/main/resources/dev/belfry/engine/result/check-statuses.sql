-- Returns the present status of checks: names, newest verdicts, response times, certificates.
--
-- Parameters: $1 is the account, $2 an upper limit of time in milliseconds, $3 the day of it in days
-- since 1970. The program puts the condition that selects the checks in place of %s, with parameters
-- from $4 on.
WITH page AS MATERIALIZED (
  SELECT c.id, c.settings ->> 'name' AS name, c.created_at, c.updated_at
  FROM checks c WHERE c.account_id = $1 AND %s),
-- Each OFFSET 0 makes the planner look rows up by their ids, whatever numbers it expects.
places AS MATERIALIZED (
  SELECT s.id, g.id AS check_id, s.location, k.series_id IS NULL AS stopped, t.verdict,
    t.certificate_expires_ms
  FROM page g
  CROSS JOIN LATERAL (
    SELECT id, location FROM series WHERE check_id = g.id OFFSET 0) AS s
  LEFT JOIN LATERAL (
    SELECT series_id FROM schedules
    WHERE series_id = s.id AND until_ms IS NULL OFFSET 0) AS k ON true
  LEFT JOIN LATERAL (
    SELECT verdict, certificate_expires_ms FROM series_states
    WHERE series_id = s.id OFFSET 0) AS t ON true),
seen AS MATERIALIZED (
  SELECT w.check_id, w.location, w.stopped, w.verdict, w.certificate_expires_ms, r.at,
    r.verdict AS last_verdict,
    CASE WHEN is_answered(r.status, r.reason) THEN r.response_us END AS response_us,
    least(d.fastest_us, e.fastest_us) AS fastest_us,
    greatest(d.slowest_us, e.slowest_us) AS slowest_us
  FROM places w JOIN result_series n ON n.series_id = w.id
  LEFT JOIN result_days d ON d.series_id = n.series_id AND d.day = $3
  LEFT JOIN result_days e ON e.series_id = n.series_id AND e.day = $3 - 1
  -- Most series have a result within a day. Looking there first reads few partitions.
  LEFT JOIN LATERAL (
    (SELECT r.at, r.verdict, r.response_us, r.status, r.reason FROM results r
      WHERE r.series_id = n.series_id AND r.attempt = 0
        AND r.at < $2::bigint AND r.at >= $2 - 86400000::bigint
      ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT r.at, r.verdict, r.response_us, r.status, r.reason FROM results r
      WHERE r.series_id = n.series_id AND r.attempt = 0 AND r.at < $2 - 86400000::bigint
      ORDER BY r.at DESC LIMIT 1)
    LIMIT 1
  ) AS r ON true)
-- A join of the checks with their figures would compare each with each when the planner expects few.
SELECT s.id, max(s.name), max(s.created_at), max(s.updated_at),
  coalesce(max(s.verdict) FILTER (WHERE NOT s.stopped), max(s.verdict))::int,
  -- The first of the sorted rows is the newest of a location that runs. Sorting them here once takes
  -- less time than sorting those of each check in an aggregate.
  (array_agg(s.last_verdict))[1]::int, (array_agg(s.at))[1], (array_agg(s.location))[1],
  least(min(s.fastest_us), min(s.response_us)), greatest(max(s.slowest_us), max(s.response_us)),
  coalesce(min(s.certificate_expires_ms) FILTER (WHERE NOT s.stopped),
    min(s.certificate_expires_ms))
FROM (
  SELECT w.check_id AS id, NULL AS name, NULL::timestamptz AS created_at,
    NULL::timestamptz AS updated_at, w.location, w.stopped, w.verdict, w.certificate_expires_ms,
    w.at, w.last_verdict, w.response_us, w.fastest_us, w.slowest_us
  FROM seen w
  UNION ALL
  SELECT p.id, p.name, p.created_at, p.updated_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM page p
  ORDER BY id, stopped, at DESC NULLS LAST) AS s
GROUP BY s.id ORDER BY s.id
