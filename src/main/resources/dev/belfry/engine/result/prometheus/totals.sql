-- Returns what the results of each series of these checks amount to: the totals of the hours that
-- are rolled up, and the sums of the results since then. One statement, so that both see the same
-- roll-ups.
--
-- Parameters: $1 the account, $2 the checks, $3 an upper limit of time in milliseconds, $4 an hour
-- before which everything is rolled up.
SELECT s.check_id, s.location,
  coalesce(t.passed, 0) + x.passed, coalesce(t.degraded, 0) + x.degraded,
  coalesce(t.failed, 0) + x.failed, coalesce(t.answered, 0) + x.answered,
  coalesce(t.response_us, 0) + x.response_us, coalesce(t.histogram, ''::bytea), x.histogram
FROM series s CROSS JOIN result_progress p
  LEFT JOIN result_totals t ON t.series_id = s.id
  CROSS JOIN LATERAL sum_results(s.id,
    p.hour + CASE WHEN s.id < p.next_series THEN 3600000 ELSE 0 END, $3::bigint, $4::bigint) AS x
WHERE s.account_id = $1 AND s.check_id = ANY ($2)
ORDER BY s.check_id, s.location
