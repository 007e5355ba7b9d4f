-- The functions of the room engine with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Adds the hours of a statement to the totals of their series.
CREATE OR REPLACE FUNCTION add_to_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
END $function$;
CREATE TRIGGER add_to_totals
  AFTER INSERT ON result_hours
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('belfry.totals'::text, true) IS DISTINCT FROM 'added'::text)
  EXECUTE FUNCTION add_to_totals();

-- Adds up any number of histograms; a bucket of many response times has several entries.
-- Called by add_to_totals.
CREATE OR REPLACE FUNCTION add_up_histograms(histograms bytea[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(string_agg(int2send(b.bucket::smallint)
      || int2send(least(32767, b.n - part * 32767)::smallint), ''::bytea ORDER BY b.bucket),
      ''::bytea)
    FROM (
      SELECT get_byte(h, i) * 256 + get_byte(h, i + 1) AS bucket,
          sum(get_byte(h, i + 2) * 256 + get_byte(h, i + 3)) AS n
        FROM unnest(histograms) AS h, generate_series(0, length(h) - 4, 4) AS i
        GROUP BY 1) AS b
    CROSS JOIN generate_series(0, (b.n - 1) / 32767) AS part $function$;

-- Returns whether a run got an answer, so that its response time counts.
-- Called by sum_pings, sum_timed_results.
CREATE OR REPLACE FUNCTION is_answered(status smallint, reason smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status > 0) OR (reason = 0) OR ((reason >= 100) AND (reason < 200)));

-- Calls make_rollup_partition for programs of schema version 14 and older.
CREATE OR REPLACE FUNCTION make_partition_of_sums(hour bigint)
 RETURNS void
 LANGUAGE sql
AS $function$ SELECT make_rollup_partition($1) $function$;

-- Creates the partitions of results for one day, unless they exist.
CREATE OR REPLACE FUNCTION make_partitions(day integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM make_partition(parent, timestamp '1970-01-01' + make_interval(days => day), interval '1 day')
    FROM unnest(ARRAY['results', 'result_details']) AS parent;
END $function$;

-- Creates the monthly partition for the hourly sums of results, unless it exists.
-- Called by make_partition_of_sums.
CREATE OR REPLACE FUNCTION make_rollup_partition(hour bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM make_partition('result_hours',
    date_trunc('month', to_timestamp(hour / 1000) AT TIME ZONE 'UTC'), interval '1 month');
END $function$;

-- Adds two histograms of response times.
CREATE OR REPLACE FUNCTION merge_histograms(one bytea, other bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(string_agg(int2send(bucket::smallint) || int2send(least(n, 32767)::smallint), ''::bytea
      ORDER BY bucket), ''::bytea)
    FROM (
      SELECT get_byte(h, i) * 256 + get_byte(h, i + 1) AS bucket,
          sum(get_byte(h, i + 2) * 256 + get_byte(h, i + 3)) AS n
        FROM (VALUES (one), (other)) AS both_of_them (h), generate_series(0, length(h) - 4, 4) AS i
        GROUP BY 1) AS buckets $function$;

-- Returns the milliseconds of a unit of time of a heartbeat.
-- Called by period_of_check.
CREATE OR REPLACE FUNCTION millis_of_unit(unit text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE unit WHEN 'seconds'::text THEN 1000 WHEN 'minutes'::text THEN 60000 WHEN 'hours'::text THEN 3600000 WHEN 'days'::text THEN 86400000 ELSE NULL::integer END;

-- Notes from which month on a channel gets reports, or that it gets none.
CREATE OR REPLACE FUNCTION objective_report_chosen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce((NEW.settings ->> 'objectiveReport')::boolean, false) THEN
    INSERT INTO objective_report_channels (channel_id, account_id, month)
      VALUES (NEW.id, NEW.account_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date)
      ON CONFLICT (channel_id) DO NOTHING;
  ELSE
    DELETE FROM objective_report_channels WHERE channel_id = NEW.id;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER objective_report_changed
  AFTER UPDATE ON alert_channels FOR EACH ROW
  WHEN (COALESCE((new.settings ->> 'objectiveReport'::text)::boolean, false) <> COALESCE((old.settings ->> 'objectiveReport'::text)::boolean, false))
  EXECUTE FUNCTION objective_report_chosen();
CREATE TRIGGER objective_report_chosen
  AFTER INSERT ON alert_channels FOR EACH ROW
  WHEN ((new.settings ->> 'objectiveReport'::text)::boolean)
  EXECUTE FUNCTION objective_report_chosen();

-- Gives new objectives a state, so that the job looks at them.
CREATE OR REPLACE FUNCTION objectives_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO objective_states (objective_id, account_id) SELECT n.id, n.account_id FROM new_rows n;
  RETURN NULL;
END $function$;
CREATE TRIGGER objectives_inserted
  AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION objectives_inserted();

-- Returns the time between the runs of a check or the pings of a heartbeat, null while it is not
-- active.
CREATE OR REPLACE FUNCTION period_of_check(check_id uuid, settings jsonb, shared jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN NOT settings ? 'heartbeat' THEN (
      SELECT max(v.period_ms) FROM series s
        JOIN schedules v ON v.series_id = s.id AND v.until_ms IS NULL
        WHERE s.check_id = period_of_check.check_id)
    WHEN settings -> 'activated' IS NOT DISTINCT FROM 'false'
        OR shared -> 'activated' IS NOT DISTINCT FROM 'false' THEN NULL
    ELSE (SELECT coalesce((h.beat ->> 'period')::numeric * u.period_ms, 86400000)
          + coalesce((h.beat ->> 'grace')::numeric * u.grace_ms, 0)
        FROM (SELECT settings -> 'heartbeat' AS beat) AS h
        CROSS JOIN LATERAL (SELECT millis_of_unit(h.beat ->> 'periodUnit') AS period_ms,
          millis_of_unit(h.beat ->> 'graceUnit') AS grace_ms) AS u)::bigint END $function$;

-- Returns how long a phase took, in microseconds, of the number that a result stores.
-- Called by sum_timed_results.
CREATE OR REPLACE FUNCTION phase_micros(stored smallint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((stored * 10) + (GREATEST((stored - 16384), 0) * 1990));

-- Records a new alert, so that followers of events learn of it.
CREATE OR REPLACE FUNCTION record_change_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO changes VALUES (NEW.account_id, 'alert', NEW.id::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER record_change_alert
  AFTER INSERT ON alerts FOR EACH ROW
  WHEN (new.held_name IS NULL)
  EXECUTE FUNCTION record_change_alert();

-- Records a new or changed message to an alert channel, so that followers of events learn of it.
CREATE OR REPLACE FUNCTION record_change_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO changes VALUES (NEW.account_id, 'delivery', NEW.id::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER record_change_delivery
  AFTER INSERT ON deliveries FOR EACH ROW
  WHEN (new.channel_id IS NOT NULL)
  EXECUTE FUNCTION record_change_delivery();
CREATE TRIGGER record_change_outcome
  AFTER UPDATE ON deliveries FOR EACH ROW
  WHEN (new.channel_id IS NOT NULL AND (old.state IS DISTINCT FROM new.state OR old.attempts IS DISTINCT FROM new.attempts))
  EXECUTE FUNCTION record_change_delivery();

-- Records a change for every member of changed groups, so that the check overview follows.
CREATE OR REPLACE FUNCTION record_change_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  groups bigint[];
BEGIN
  groups := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings IS DISTINCT FROM n.settings);
  IF groups <> '{}' THEN
    INSERT INTO changes SELECT c.account_id, 'check', c.id::text FROM checks c
      WHERE c.group_id = ANY (groups);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER record_change_members
  AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_members();

-- Records the changed rows of a statement. Its argument is the kind of the change.
CREATE OR REPLACE FUNCTION record_change_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'incident_updates' THEN
    IF TG_OP = 'DELETE' THEN
      INSERT INTO changes SELECT DISTINCT o.account_id, TG_ARGV[0], o.incident_id::text FROM old_rows o;
    ELSE
      INSERT INTO changes SELECT DISTINCT n.account_id, TG_ARGV[0], n.incident_id::text FROM new_rows n;
    END IF;
  ELSIF TG_TABLE_NAME = 'team_members' THEN
    INSERT INTO changes SELECT DISTINCT o.account_id, TG_ARGV[0], o.team_id::text FROM old_rows o;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changes SELECT o.account_id, TG_ARGV[0], o.id::text FROM old_rows o;
  ELSE
    INSERT INTO changes SELECT n.account_id, TG_ARGV[0], n.id::text FROM new_rows n;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON alert_channels
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('channel');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON alert_channels
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('channel');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON alert_channels
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('channel');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON api_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('key');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON api_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('key');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON api_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('key');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON check_groups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('group');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON check_groups
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('group');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('group');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON incident_updates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON incidents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON incidents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('incident');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('maintenance');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON maintenance_windows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('maintenance');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('maintenance');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('schedule');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON on_call_schedules
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('schedule');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('schedule');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('service');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('service');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON services
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('service');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON status_pages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('page');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON status_pages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('page');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON status_pages
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('page');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON team_members
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('team');
CREATE TRIGGER record_change_deleted
  AFTER DELETE ON teams
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('team');
CREATE TRIGGER record_change_inserted
  AFTER INSERT ON teams
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('team');
CREATE TRIGGER record_change_updated
  AFTER UPDATE ON teams
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_rows('team');

-- Records a change for the check of a series whose verdict changed, so that the overview follows.
CREATE OR REPLACE FUNCTION record_change_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO changes SELECT s.account_id, 'check', s.check_id::text FROM series s WHERE s.id = NEW.series_id;
  RETURN NULL;
END $function$;
CREATE TRIGGER record_change_first_verdict
  AFTER INSERT ON series_states FOR EACH ROW
  EXECUTE FUNCTION record_change_verdict();
CREATE TRIGGER record_change_verdict
  AFTER UPDATE ON series_states FOR EACH ROW
  WHEN (old.verdict IS DISTINCT FROM new.verdict)
  EXECUTE FUNCTION record_change_verdict();

-- Returns the bucket of the histogram to which a response time belongs. Each is 10 % wider than the
-- one before.
-- Called by sum_timed_results.
CREATE OR REPLACE FUNCTION response_bucket(us integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT floor(ln(greatest(us, 1)::double precision) / ln(1.1::double precision))::smallint $function$;

-- Deletes schedules, states and open runs of the deleted series of a statement.
CREATE OR REPLACE FUNCTION series_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  gone integer[] := ARRAY(SELECT o.id FROM old_rows o);
BEGIN
  IF gone <> '{}' THEN
    DELETE FROM schedules WHERE series_id = ANY (gone);
    DELETE FROM series_states WHERE series_id = ANY (gone);
    DELETE FROM open_runs WHERE series_id = ANY (gone);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER series_deleted
  AFTER DELETE ON series
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION series_deleted();

-- Sums what the pings of a series of an ICMP monitor showed over an interval of time.
-- Called by add_to_totals.
CREATE OR REPLACE FUNCTION sum_pings(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
 RETURNS TABLE(sent bigint, replied bigint, pinged bigint, least_us bigint, most_us bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
          AND d.at >= from_ms AND d.at < until_ms AND d.at >= since_ms) AS p $function$;

-- Sums the results of one series over an interval of time.
CREATE OR REPLACE FUNCTION sum_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
 RETURNS TABLE(passed integer, degraded integer, failed integer, faults integer, missed integer, answered integer, response_us bigint, fastest_us integer, slowest_us integer, histogram bytea)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT t.passed, t.degraded, t.failed, t.faults, t.missed, t.answered, t.response_us,
      t.fastest_us, t.slowest_us, t.histogram
    FROM sum_timed_results(series, from_ms, until_ms, since_ms) AS t $function$;

-- Sums the results of one series over an interval of time, and the phases of those with an answer.
-- Called by add_to_totals, sum_results.
CREATE OR REPLACE FUNCTION sum_timed_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
 RETURNS TABLE(passed integer, degraded integer, failed integer, faults integer, missed integer, answered integer, response_us bigint, fastest_us integer, slowest_us integer, histogram bytea, dns_us bigint, tcp_us bigint, tls_us bigint, first_byte_us bigint, download_us bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
        GROUP BY 1) AS b $function$;
