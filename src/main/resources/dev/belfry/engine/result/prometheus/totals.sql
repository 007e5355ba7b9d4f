-- Returns what the results of each series of these checks amount to: the totals of the hours that
-- are rolled up, and the sums of the results since then. The part named wanted reads both the totals
-- and how far they go, at one moment. OFFSET 0 keeps it from reading whole tables of them.
--
-- Parameters: $1 the account, $2 the checks, $3 an upper limit of time in milliseconds, $4 an hour
-- before which everything is rolled up, $5 an hour ago. Pings are of ICMP monitors; nothing is
-- read for other types. {sums} is sum-results.sql with phases.
WITH wanted AS MATERIALIZED (
  SELECT s.id, s.check_id, s.location,
    g.hour + CASE WHEN s.id < g.next_series THEN 3600000 ELSE 0 END AS summed, t.*
  FROM unnest($2::uuid[]) AS q (id) CROSS JOIN LATERAL (
      SELECT s.* FROM series s WHERE s.check_id = q.id AND s.account_id = $1 OFFSET 0) AS s
    CROSS JOIN result_progress g
    LEFT JOIN LATERAL (SELECT * FROM result_totals t WHERE t.series_id = s.id OFFSET 0) AS t ON true),
spans AS MATERIALIZED (
  SELECT w.id AS series_id, 0 AS at, w.summed AS from_ms, $3::bigint AS until_ms FROM wanted w),
{sums},
pinging AS MATERIALIZED (
  SELECT w.id, w.summed FROM wanted w JOIN checks c ON c.id = w.check_id
  WHERE c.check_type = 'ICMP'),
pinged AS MATERIALIZED (
  SELECT p.series_id,
    coalesce(sum(p.sent) FILTER (WHERE p.recent), 0)::bigint AS sent,
    coalesce(sum(p.replied) FILTER (WHERE p.recent), 0)::bigint AS replied,
    count(p.least) FILTER (WHERE p.answered) AS pinged,
    coalesce(sum(round(p.least * 1000)::bigint) FILTER (WHERE p.answered), 0)::bigint AS least_us,
    coalesce(sum(round(p.most * 1000)::bigint) FILTER (WHERE p.answered), 0)::bigint AS most_us
  FROM (
    SELECT r.series_id, r.at >= $5 AS recent,
      is_answered(r.status, r.reason) AND r.at >= w.summed AS answered,
      (d.detail #>> '{icmp,packetsSent}')::bigint AS sent,
      (d.detail #>> '{icmp,packetsReceived}')::bigint AS replied,
      (d.detail #>> '{icmp,latency,min}')::float8 AS least,
      (d.detail #>> '{icmp,latency,max}')::float8 AS most
    FROM pinging w
      JOIN results r ON r.series_id = w.id AND r.at >= least(w.summed, $5)
      JOIN result_details d
        ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
    WHERE r.attempt = 0 AND r.verdict <= 2 AND r.at >= least($4::bigint, $5) AND r.at < $3
      AND d.attempt = 0 AND d.at >= least($4::bigint, $5) AND d.at < $3) AS p
  GROUP BY p.series_id)
SELECT w.check_id, w.location,
  coalesce(w.passed, 0) + coalesce(x.passed, 0), coalesce(w.degraded, 0) + coalesce(x.degraded, 0),
  coalesce(w.failed, 0) + coalesce(x.failed, 0), coalesce(w.answered, 0) + coalesce(x.answered, 0),
  coalesce(w.response_us, 0) + coalesce(x.response_us, 0), coalesce(w.histogram, ''::bytea),
  coalesce(x.histogram, ''::bytea),
  coalesce(w.timed, 0) + coalesce(x.answered, 0), coalesce(w.dns_us, 0) + coalesce(x.dns_us, 0),
  coalesce(w.tcp_us, 0) + coalesce(x.tcp_us, 0), coalesce(w.tls_us, 0) + coalesce(x.tls_us, 0),
  coalesce(w.first_byte_us, 0) + coalesce(x.first_byte_us, 0),
  coalesce(w.download_us, 0) + coalesce(x.download_us, 0),
  coalesce(w.pinged, 0) + coalesce(p.pinged, 0), coalesce(w.least_us, 0) + coalesce(p.least_us, 0),
  coalesce(w.most_us, 0) + coalesce(p.most_us, 0), coalesce(p.sent, 0), coalesce(p.replied, 0)
FROM wanted w
  LEFT JOIN summed x ON x.series_id = w.id
  LEFT JOIN pinged p ON p.series_id = w.id
ORDER BY w.check_id, w.location
