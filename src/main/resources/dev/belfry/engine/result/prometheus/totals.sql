-- Returns what the results of each series of these checks amount to: the totals of the hours that
-- are rolled up, and the sums of the results since then. One statement, so that both see the same
-- roll-ups.
--
-- Parameters: $1 the account, $2 the checks, $3 an upper limit of time in milliseconds, $4 an hour
-- before which everything is rolled up, $5 an hour ago. Pings are of ICMP monitors; nothing is
-- read for other types.
SELECT s.check_id, s.location,
  coalesce(t.passed, 0) + x.passed, coalesce(t.degraded, 0) + x.degraded,
  coalesce(t.failed, 0) + x.failed, coalesce(t.answered, 0) + x.answered,
  coalesce(t.response_us, 0) + x.response_us, coalesce(t.histogram, ''::bytea), x.histogram,
  coalesce(t.timed, 0) + x.answered, coalesce(t.dns_us, 0) + x.dns_us,
  coalesce(t.tcp_us, 0) + x.tcp_us, coalesce(t.tls_us, 0) + x.tls_us,
  coalesce(t.first_byte_us, 0) + x.first_byte_us, coalesce(t.download_us, 0) + x.download_us,
  coalesce(t.pinged, 0) + p.pinged, coalesce(t.least_us, 0) + p.least_us,
  coalesce(t.most_us, 0) + p.most_us, h.sent, h.replied
FROM checks c JOIN series s ON s.check_id = c.id CROSS JOIN result_progress g
  LEFT JOIN result_totals t ON t.series_id = s.id
  CROSS JOIN LATERAL sum_timed_results(s.id,
    g.hour + CASE WHEN s.id < g.next_series THEN 3600000 ELSE 0 END, $3::bigint, $4::bigint) AS x
  CROSS JOIN LATERAL sum_pings(CASE WHEN c.check_type = 'ICMP' THEN s.id END,
    g.hour + CASE WHEN s.id < g.next_series THEN 3600000 ELSE 0 END, $3::bigint, $4::bigint) AS p
  CROSS JOIN LATERAL sum_pings(CASE WHEN c.check_type = 'ICMP' THEN s.id END, $5::bigint,
    $3::bigint, $5::bigint) AS h
WHERE s.account_id = $1 AND s.check_id = ANY ($2)
ORDER BY s.check_id, s.location
