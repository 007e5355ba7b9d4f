-- Checks of any type: what has a request is run, and what people know its target by.

CREATE OR REPLACE FUNCTION schedule_of(check_id uuid, check_type text, settings jsonb, shared jsonb)
  RETURNS TABLE (location text, period_ms bigint, phase_ms bigint)
  LANGUAGE plpgsql IMMUTABLE AS $function$
DECLARE
  hash     bigint := ('x' || substr(md5(check_id::text), 1, 8))::bit(32)::bigint;
  minutes  integer;
  slot     integer;
  parallel boolean;
  places   jsonb;
  place    text;
  wanted text[] := '{}';
  period   bigint;
  width    bigint;
BEGIN
  -- A check that requests nothing, such as a heartbeat, has no runs.
  IF NOT settings ? 'request' THEN
    RETURN;
  END IF;
  SELECT e.frequency, e.frequency_offset, e.run_parallel, e.locations || e.private_locations
    INTO minutes, slot, parallel, places
    FROM effective_settings(settings, shared) AS e WHERE e.activated;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF minutes = 0 THEN
    period := coalesce(slot, 30)::bigint * 1000;
    phase_ms := (hash * period) >> 32;
  ELSE
    period := minutes::bigint * 60000;
    width := CASE WHEN slot IS NULL THEN period WHEN minutes <= 60 THEN 6000 ELSE 3600000 END;
    phase_ms := coalesce(slot - 1, 0)::bigint * width + ((hash * width) >> 32);
  END IF;
  -- A loop costs a tenth of a query here, and this is done for each check that is written.
  FOR i IN 0 .. jsonb_array_length(places) - 1 LOOP
    place := places ->> i;
    IF place <> ALL (wanted) THEN
      wanted := wanted || place;
    END IF;
  END LOOP;
  IF wanted = '{}' THEN
    wanted := '{default}';
  END IF;
  period_ms := CASE WHEN parallel THEN period ELSE period * cardinality(wanted) END;
  FOREACH location IN ARRAY wanted LOOP
    RETURN NEXT;
    IF NOT parallel THEN
      phase_ms := phase_ms + period;
    END IF;
  END LOOP;
END $function$;

CREATE FUNCTION request_target(request jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(request ->> 'url', (request ->> 'hostname') || ':' || (request ->> 'port'),
  (request ->> 'query') || ' ' || (request ->> 'recordType'));

-- Whether a run got an answer, so that its response time counts: one without a status code, such as
-- that of a TCP or DNS server, has no reason or one of the answer.
CREATE FUNCTION is_answered(status smallint, reason smallint) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status > 0 OR reason = 0 OR (reason >= 100 AND reason < 200);

CREATE OR REPLACE FUNCTION sum_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
RETURNS TABLE (passed integer, degraded integer, failed integer, faults integer, missed integer,
  answered integer, response_us bigint, fastest_us integer, slowest_us integer, histogram bytea)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(b.passed), 0)::integer, coalesce(sum(b.degraded), 0)::integer,
      coalesce(sum(b.failed), 0)::integer, coalesce(sum(b.faults), 0)::integer,
      coalesce(sum(b.missed), 0)::integer,
      coalesce(sum(b.n) FILTER (WHERE b.bucket IS NOT NULL), 0)::integer,
      coalesce(sum(b.us) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint,
      min(b.fastest) FILTER (WHERE b.bucket IS NOT NULL),
      max(b.slowest) FILTER (WHERE b.bucket IS NOT NULL),
      coalesce(string_agg(int2send(b.bucket) || int2send(least(b.n, 32767)::smallint), ''::bytea
        ORDER BY b.bucket) FILTER (WHERE b.bucket IS NOT NULL), ''::bytea)
    FROM (
      SELECT CASE WHEN r.verdict <= 2 AND is_answered(r.status, r.reason)
            THEN response_bucket(r.response_us) END AS bucket,
          count(*) FILTER (WHERE r.verdict = 0) AS passed,
          count(*) FILTER (WHERE r.verdict = 1) AS degraded,
          count(*) FILTER (WHERE r.verdict = 2) AS failed,
          count(*) FILTER (WHERE r.verdict = 3) AS faults,
          count(*) FILTER (WHERE r.verdict = 4) AS missed,
          count(*) AS n, sum(r.response_us) AS us, min(r.response_us) AS fastest, max(r.response_us) AS slowest
        FROM results r
        WHERE r.series_id = series AND r.attempt = 0 AND r.at >= from_ms AND r.at < until_ms
          AND r.at >= since_ms
        GROUP BY 1) AS b $$;
