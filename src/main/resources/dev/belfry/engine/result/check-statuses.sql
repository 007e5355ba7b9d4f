-- Returns the present status of checks: names, newest verdicts, response times, certificates.
--
-- Parameters: $1 is the account, $2 an upper limit of time in milliseconds, $3 the day of it in days
-- since 1970. The program puts the condition that selects the checks in place of %s, with parameters
-- from $4 on.
WITH page AS MATERIALIZED (
  SELECT c.id, c.settings ->> 'name' AS name, c.created_at, c.updated_at
  FROM checks c WHERE c.account_id = $1 AND %s),
places AS MATERIALIZED (
  SELECT s.id, s.check_id, s.location, k.series_id IS NULL AS stopped, t.verdict,
    t.certificate_expires_ms
  FROM page g JOIN series s ON s.check_id = g.id
  LEFT JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL
  LEFT JOIN series_states t ON t.series_id = s.id),
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
SELECT p.id, p.name, p.created_at, p.updated_at, n.verdict::int, n.last_verdict::int, n.at,
  n.location, n.fastest, n.slowest, n.expires
FROM page p
-- The first of the sorted rows is the newest of a location that runs. Sorting them here once takes
-- less time than sorting those of each check in an aggregate.
LEFT JOIN (
  SELECT s.check_id,
    coalesce(max(s.verdict) FILTER (WHERE NOT s.stopped), max(s.verdict)) AS verdict,
    (array_agg(s.last_verdict))[1] AS last_verdict, (array_agg(s.at))[1] AS at,
    (array_agg(s.location))[1] AS location,
    least(min(s.fastest_us), min(s.response_us)) AS fastest,
    greatest(max(s.slowest_us), max(s.response_us)) AS slowest,
    coalesce(min(s.certificate_expires_ms) FILTER (WHERE NOT s.stopped),
      min(s.certificate_expires_ms)) AS expires
  FROM (SELECT * FROM seen ORDER BY check_id, stopped, at DESC NULLS LAST) AS s
  GROUP BY s.check_id
) AS n ON n.check_id = p.id
ORDER BY p.id
