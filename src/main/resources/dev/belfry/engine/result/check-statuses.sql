-- Returns the present status of checks: names, newest verdicts, response times, certificates.
--
-- Parameters: $1 is the account, $2 an upper limit of time in milliseconds, $3 the day of it in days
-- since 1970. The program puts the condition that selects the checks in place of %s, with parameters
-- from $4 on.
WITH page AS MATERIALIZED (
  SELECT c.id, c.settings ->> 'name' AS name, c.created_at, c.updated_at
  FROM checks c WHERE c.account_id = $1 AND %s)
SELECT p.id, p.name, p.created_at, p.updated_at, n.verdict::int, n.last_verdict::int, n.at,
  n.location, n.fastest, n.slowest, n.expires
FROM page p
-- One pass over the series of all selected checks, each with its newest result. A location without
-- an open schedule counts only when the check has none at all, which is when it is paused.
LEFT JOIN (
  SELECT s.check_id,
    coalesce(max(t.verdict) FILTER (WHERE k.series_id IS NOT NULL), max(t.verdict)) AS verdict,
    (array_agg(r.verdict ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS last_verdict,
    (array_agg(r.at ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS at,
    (array_agg(s.location ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS location,
    least(min(d.fastest_us), min(e.fastest_us),
      min(r.response_us) FILTER (WHERE is_answered(r.status, r.reason))) AS fastest,
    greatest(max(d.slowest_us), max(e.slowest_us),
      max(r.response_us) FILTER (WHERE is_answered(r.status, r.reason))) AS slowest,
    coalesce(min(t.certificate_expires_ms) FILTER (WHERE k.series_id IS NOT NULL),
      min(t.certificate_expires_ms)) AS expires
  FROM page g
  JOIN series s ON s.check_id = g.id
  LEFT JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL
  LEFT JOIN series_states t ON t.series_id = s.id
  LEFT JOIN result_days d ON d.series_id = s.id AND d.day = $3
  LEFT JOIN result_days e ON e.series_id = s.id AND e.day = $3 - 1
  -- Most series have a result within a day. Looking there first reads few partitions.
  LEFT JOIN LATERAL (
    (SELECT r.at, r.verdict, r.response_us, r.status, r.reason FROM results r
      WHERE r.series_id = s.id AND r.attempt = 0
        AND r.at < $2::bigint AND r.at >= $2 - 86400000::bigint
      ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT r.at, r.verdict, r.response_us, r.status, r.reason FROM results r
      WHERE r.series_id = s.id AND r.attempt = 0 AND r.at < $2 - 86400000::bigint
      ORDER BY r.at DESC LIMIT 1)
    LIMIT 1
  ) AS r ON true
  GROUP BY s.check_id
) AS n ON n.check_id = p.id
ORDER BY p.id
