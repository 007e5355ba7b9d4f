-- Rolls up one hour of the next series, adds it to their days, totals, accounts and groups, and moves
-- on. The caller has set belfry.totals, so that no trigger adds to the totals as well.
--
-- Parameters: $1 the hour, its first millisecond; $2 the first series; $3 how many series at most; $4
-- whether results are distributed. {sums} is sum-results.sql with phases.
--
-- A worker may have stored a roll-up whose coordinator died. Hours and days are therefore the same when
-- it is repeated. Readers take them once the next roll-up finds them on all workers.

WITH batch AS MATERIALIZED (
  SELECT s.id, s.account_id, s.check_id FROM series s
  WHERE s.id >= $2::int ORDER BY s.id LIMIT $3::int),
spans AS MATERIALIZED (
  SELECT b.id AS series_id, $1::bigint AS at, $1::bigint AS from_ms, $1::bigint + 3600000 AS until_ms
  FROM batch b),
{sums},
-- What pings showed is in the details of results alone.
pinging AS MATERIALIZED (
  SELECT b.id FROM batch b JOIN checks c ON c.id = b.check_id WHERE c.check_type = 'ICMP'),
pinged AS MATERIALIZED (
  SELECT r.series_id, count(*) AS n,
    coalesce(sum(round((d.detail #>> '{icmp,latency,min}')::float8 * 1000)::bigint), 0)::bigint
      AS least_us,
    coalesce(sum(round((d.detail #>> '{icmp,latency,max}')::float8 * 1000)::bigint), 0)::bigint
      AS most_us
  FROM pinging p
    JOIN results r ON r.series_id = p.id
    JOIN result_details d ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
  WHERE r.attempt = 0 AND r.at >= $1 AND r.at < $1 + 3600000 AND r.verdict <= 2
    AND d.attempt = 0 AND d.at >= $1 AND d.at < $1 + 3600000
    AND is_answered(r.status, r.reason) AND d.detail #>> '{icmp,latency,min}' IS NOT NULL
  GROUP BY r.series_id),
hours AS (
  INSERT INTO result_hours (hour, series_id, passed, degraded, failed, faults, missed,
      answered, response_us, fastest_us, slowest_us, histogram)
    SELECT m.at, m.series_id, m.passed, m.degraded, m.failed, m.faults, m.missed, m.answered,
      m.response_us, m.fastest_us, m.slowest_us, m.histogram FROM summed m
    ON CONFLICT DO NOTHING),
days AS (
  INSERT INTO result_days AS d (day, series_id, passed, degraded, failed, faults, missed,
      answered, response_us, fastest_us, slowest_us, histogram, until_ms)
    SELECT (m.at / 86400000)::int, m.series_id, m.passed, m.degraded, m.failed, m.faults, m.missed,
      m.answered, m.response_us, m.fastest_us, m.slowest_us, m.histogram, m.at + 3600000
    FROM summed m
    ON CONFLICT (day, series_id) DO UPDATE SET
      passed = d.passed + excluded.passed,
      degraded = d.degraded + excluded.degraded,
      failed = d.failed + excluded.failed,
      faults = d.faults + excluded.faults,
      missed = d.missed + excluded.missed,
      answered = d.answered + excluded.answered,
      response_us = d.response_us + excluded.response_us,
      fastest_us = least(d.fastest_us, excluded.fastest_us),
      slowest_us = greatest(d.slowest_us, excluded.slowest_us),
      histogram = merge_histograms(d.histogram, excluded.histogram),
      until_ms = excluded.until_ms
    WHERE d.until_ms < excluded.until_ms),
totals AS (
  INSERT INTO result_totals AS t (series_id, passed, degraded, failed, answered, response_us,
      histogram, timed, dns_us, tcp_us, tls_us, first_byte_us, download_us, pinged, least_us,
      most_us)
    SELECT m.series_id, m.passed, m.degraded, m.failed, m.answered, m.response_us, m.histogram,
      m.answered, m.dns_us, m.tcp_us, m.tls_us, m.first_byte_us, m.download_us,
      coalesce(p.n, 0), coalesce(p.least_us, 0), coalesce(p.most_us, 0)
    FROM summed m JOIN batch b ON b.id = m.series_id LEFT JOIN pinged p ON p.series_id = m.series_id
    ON CONFLICT (series_id) DO UPDATE SET
      passed = t.passed + excluded.passed,
      degraded = t.degraded + excluded.degraded,
      failed = t.failed + excluded.failed,
      answered = t.answered + excluded.answered,
      response_us = t.response_us + excluded.response_us,
      histogram = add_up_histograms(ARRAY[t.histogram, excluded.histogram]),
      timed = t.timed + excluded.timed,
      dns_us = t.dns_us + excluded.dns_us,
      tcp_us = t.tcp_us + excluded.tcp_us,
      tls_us = t.tls_us + excluded.tls_us,
      first_byte_us = t.first_byte_us + excluded.first_byte_us,
      download_us = t.download_us + excluded.download_us,
      pinged = t.pinged + excluded.pinged,
      least_us = t.least_us + excluded.least_us,
      most_us = t.most_us + excluded.most_us),
-- One row for each account, and one for each group with members among the series.
accounts AS (
  INSERT INTO account_hours AS a (account_id, group_id, hour, passed, degraded, failed, faults,
      missed, answered, response_us, fastest_us, slowest_us, histogram)
    SELECT b.account_id, coalesce(c.group_id, 0), $1::bigint, sum(m.passed), sum(m.degraded),
        sum(m.failed), sum(m.faults), sum(m.missed), sum(m.answered), sum(m.response_us),
        min(m.fastest_us), max(m.slowest_us), add_up_histograms(array_agg(m.histogram))
      FROM summed m JOIN batch b ON b.id = m.series_id LEFT JOIN checks c ON c.id = b.check_id
      GROUP BY GROUPING SETS ((b.account_id), (b.account_id, c.group_id))
      HAVING GROUPING(c.group_id) = 1 OR c.group_id IS NOT NULL
    ON CONFLICT (account_id, group_id, hour) DO UPDATE SET
      passed = a.passed + excluded.passed,
      degraded = a.degraded + excluded.degraded,
      failed = a.failed + excluded.failed,
      faults = a.faults + excluded.faults,
      missed = a.missed + excluded.missed,
      answered = a.answered + excluded.answered,
      response_us = a.response_us + excluded.response_us,
      fastest_us = least(a.fastest_us, excluded.fastest_us),
      slowest_us = greatest(a.slowest_us, excluded.slowest_us),
      histogram = add_up_histograms(ARRAY[a.histogram, excluded.histogram]))
UPDATE result_progress p SET
    hour = CASE WHEN b.n < $3::int THEN p.hour + 3600000 ELSE p.hour END,
    next_series = CASE WHEN b.n < $3::int THEN 0 ELSE b.last + 1 END,
    settled_hour = CASE WHEN $4::boolean THEN p.hour END,
    settled_series = CASE WHEN $4::boolean THEN p.next_series END
  FROM (SELECT count(*) AS n, max(id) AS last FROM batch) AS b
