-- Adds sums of the phases of runs to the totals of series. Roll-ups of hours and days do not have
-- them: only counters read phases, and they read all of them since the beginning. Hours that were
-- rolled up before have no sums.

-- timed: answered runs whose phases are summed. pinged: runs of ICMP monitors with a reply.
ALTER TABLE result_totals
  ADD COLUMN timed         bigint NOT NULL DEFAULT 0,
  ADD COLUMN dns_us        bigint NOT NULL DEFAULT 0,
  ADD COLUMN tcp_us        bigint NOT NULL DEFAULT 0,
  ADD COLUMN tls_us        bigint NOT NULL DEFAULT 0,
  ADD COLUMN first_byte_us bigint NOT NULL DEFAULT 0,
  ADD COLUMN download_us   bigint NOT NULL DEFAULT 0,
  ADD COLUMN pinged        bigint NOT NULL DEFAULT 0,
  ADD COLUMN least_us      bigint NOT NULL DEFAULT 0,
  ADD COLUMN most_us       bigint NOT NULL DEFAULT 0;

-- The steps of the stored number are 10 µs below 16384 and 2 ms above, as in PhaseTime.
CREATE FUNCTION phase_micros(stored smallint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN stored * 10 + greatest(stored - 16384, 0) * 1990;

CREATE FUNCTION sum_timed_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
RETURNS TABLE (passed integer, degraded integer, failed integer, faults integer, missed integer,
  answered integer, response_us bigint, fastest_us integer, slowest_us integer, histogram bytea,
  dns_us bigint, tcp_us bigint, tls_us bigint, first_byte_us bigint, download_us bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(b.passed), 0)::integer, coalesce(sum(b.degraded), 0)::integer,
      coalesce(sum(b.failed), 0)::integer, coalesce(sum(b.faults), 0)::integer,
      coalesce(sum(b.missed), 0)::integer,
      coalesce(sum(b.n) FILTER (WHERE b.bucket IS NOT NULL), 0)::integer,
      coalesce(sum(b.us) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      min(b.fastest) FILTER (WHERE b.bucket IS NOT NULL),
      max(b.slowest) FILTER (WHERE b.bucket IS NOT NULL),
      coalesce(string_agg(int2send(b.bucket) || int2send(least(b.n, 32767)::smallint), ''::bytea
        ORDER BY b.bucket) FILTER (WHERE b.bucket IS NOT NULL), ''::bytea),
      coalesce(sum(b.dns) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      coalesce(sum(b.tcp) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      coalesce(sum(b.tls) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      coalesce(sum(b.first_byte) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      coalesce(sum(b.download) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint
    FROM (
      SELECT CASE WHEN r.verdict <= 2 AND is_answered(r.status, r.reason)
            THEN response_bucket(r.response_us) END AS bucket,
          count(*) FILTER (WHERE r.verdict = 0) AS passed,
          count(*) FILTER (WHERE r.verdict = 1) AS degraded,
          count(*) FILTER (WHERE r.verdict = 2) AS failed,
          count(*) FILTER (WHERE r.verdict = 3) AS faults,
          count(*) FILTER (WHERE r.verdict = 4) AS missed,
          count(*) AS n, sum(r.response_us) AS us, min(r.response_us) AS fastest,
          max(r.response_us) AS slowest, sum(phase_micros(r.dns)) AS dns,
          sum(phase_micros(r.tcp)) AS tcp, sum(phase_micros(r.tls)) AS tls,
          sum(phase_micros(r.first_byte)) AS first_byte, sum(phase_micros(r.download)) AS download
        FROM results r
        WHERE r.series_id = series AND r.attempt = 0 AND r.at >= from_ms AND r.at < until_ms
          AND r.at >= since_ms
        GROUP BY 1) AS b $$;

-- Names its columns, so that programs read the same ones as before. The planner leaves out the sums
-- that a statement does not read.
CREATE OR REPLACE FUNCTION sum_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
RETURNS TABLE (passed integer, degraded integer, failed integer, faults integer, missed integer,
  answered integer, response_us bigint, fastest_us integer, slowest_us integer, histogram bytea)
LANGUAGE sql STABLE AS $$
  SELECT t.passed, t.degraded, t.failed, t.faults, t.missed, t.answered, t.response_us,
      t.fastest_us, t.slowest_us, t.histogram
    FROM sum_timed_results(series, from_ms, until_ms, since_ms) AS t $$;

-- What pings showed is in the details of results alone. Without a series nothing is read.
CREATE FUNCTION sum_pings(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
RETURNS TABLE (sent bigint, replied bigint, pinged bigint, least_us bigint, most_us bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(p.sent), 0)::bigint, coalesce(sum(p.replied), 0)::bigint,
      count(p.least) FILTER (WHERE p.answered),
      coalesce(sum(round(p.least * 1000)::bigint) FILTER (WHERE p.answered), 0)::bigint,
      coalesce(sum(round(p.most * 1000)::bigint) FILTER (WHERE p.answered), 0)::bigint
    FROM (
      SELECT is_answered(r.status, r.reason) AS answered,
          (d.detail #>> '{icmp,packetsSent}')::bigint AS sent,
          (d.detail #>> '{icmp,packetsReceived}')::bigint AS replied,
          (d.detail #>> '{icmp,latency,min}')::double precision AS least,
          (d.detail #>> '{icmp,latency,max}')::double precision AS most
        FROM results r JOIN result_details d
          ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
        WHERE r.series_id = series AND r.attempt = 0 AND r.at >= from_ms AND r.at < until_ms
          AND r.at >= since_ms AND r.verdict <= 2 AND d.series_id = series AND d.attempt = 0
          AND d.at >= from_ms AND d.at < until_ms AND d.at >= since_ms) AS p $$;

-- Reads the results of the hours once more, so that a roll-up by an older program has phases too.
CREATE OR REPLACE FUNCTION add_to_totals() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  first bigint := (SELECT min(n.hour) FROM new_rows n);
BEGIN
  INSERT INTO result_totals AS t (series_id, passed, degraded, failed, answered, response_us,
      histogram, timed, dns_us, tcp_us, tls_us, first_byte_us, download_us, pinged, least_us,
      most_us)
    SELECT n.series_id, n.passed, n.degraded, n.failed, n.answered, n.response_us, n.histogram,
        x.answered, x.dns_us, x.tcp_us, x.tls_us, x.first_byte_us, x.download_us, p.pinged,
        p.least_us, p.most_us
      FROM new_rows n JOIN series s ON s.id = n.series_id JOIN checks c ON c.id = s.check_id
        CROSS JOIN LATERAL sum_timed_results(s.id, n.hour, n.hour + 3600000, first) AS x
        CROSS JOIN LATERAL sum_pings(CASE WHEN c.check_type = 'ICMP' THEN s.id END, n.hour,
          n.hour + 3600000, first) AS p
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
      most_us = t.most_us + excluded.most_us;
  RETURN NULL;
END $$;
