-- Times of the engine are milliseconds since 1970 UTC: schedules are arithmetic on them.
CREATE FUNCTION epoch_millis() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- An instance of the service from its start to its end. The id is its fencing number: once
-- fenced_at is set, nothing it writes is accepted any more.
CREATE TABLE instances (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  locations  text[] NOT NULL,
  beat       bigint NOT NULL DEFAULT 0,
  draining   boolean NOT NULL DEFAULT false,
  started_at bigint NOT NULL DEFAULT epoch_millis(),
  seen_at    bigint NOT NULL DEFAULT epoch_millis(),
  fenced_at  bigint
) WITH (fillfactor = 50);

-- The monitors of a location are split over shards; the owner of a shard runs them. Every run up to
-- the watermark is a result, a missed row or an open run.
CREATE TABLE shards (
  location  text NOT NULL,
  shard     smallint NOT NULL,
  owner     bigint,
  fence     bigint NOT NULL DEFAULT 0,
  watermark bigint NOT NULL,
  PRIMARY KEY (location, shard)
) WITH (fillfactor = 50);

CREATE TABLE private_locations (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL,
  slug_name  text NOT NULL,
  icon       text,
  proxy_url  text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT private_locations_owner UNIQUE (account_id, id),
  CONSTRAINT private_locations_slug UNIQUE (account_id, slug_name)
);

CREATE TABLE private_location_keys (
  id          uuid PRIMARY KEY,
  location_id uuid NOT NULL REFERENCES private_locations ON DELETE CASCADE,
  key_hash    bytea NOT NULL,
  masked_key  text NOT NULL,
  created_at  timestamptz(3) NOT NULL
);
CREATE INDEX private_location_keys_location ON private_location_keys (location_id);

-- What one monitor does at one location. The small number keeps results small.
CREATE TABLE series (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  check_id   uuid NOT NULL,
  location   text NOT NULL,
  shard      smallint NOT NULL,
  CONSTRAINT series_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE,
  CONSTRAINT series_once UNIQUE (check_id, location)
);
CREATE INDEX series_by_shard ON series (location, shard);

-- When a series runs: at every time t with from_ms <= t < until_ms and
-- t = phase_ms modulo period_ms. Rows are closed and never changed, so that what should have run
-- can be counted for any interval of the past.
CREATE TABLE schedules (
  series_id integer NOT NULL REFERENCES series ON DELETE CASCADE,
  from_ms   bigint NOT NULL,
  until_ms  bigint,
  period_ms bigint NOT NULL CHECK (period_ms > 0),
  phase_ms  bigint NOT NULL,
  PRIMARY KEY (series_id, from_ms)
);
CREATE UNIQUE INDEX schedules_open ON schedules (series_id) WHERE until_ms IS NULL;

-- The newest verdict of a series and since when it holds; written only when it changes. Neither this
-- nor open_runs refers to series: a batch of results must not fail because a monitor was deleted.
CREATE TABLE series_states (
  series_id              integer PRIMARY KEY,
  verdict                smallint NOT NULL,
  since_ms               bigint NOT NULL,
  certificate_expires_ms bigint
) WITH (fillfactor = 75);

-- Runs that are neither finished nor missed though the watermark has passed them: they wait for a
-- retry, or were asked for by hand. Run by the owner of (location, shard), which is not the
-- series' own location when a retry goes elsewhere.
CREATE TABLE open_runs (
  series_id  integer NOT NULL,
  at         bigint NOT NULL,
  location   text NOT NULL,
  shard      smallint NOT NULL,
  attempts   smallint NOT NULL,
  started_ms bigint NOT NULL,
  due_ms     bigint NOT NULL,
  PRIMARY KEY (series_id, at)
);
CREATE INDEX open_runs_by_shard ON open_runs (location, shard);

CREATE FUNCTION series_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM series_states WHERE series_id = OLD.id;
  DELETE FROM open_runs WHERE series_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER series_deleted AFTER DELETE ON series
  FOR EACH ROW EXECUTE FUNCTION series_deleted();

-- One row per run (attempt 0: what counts) and per attempt before it (1, 2, ...), in daily
-- partitions. at: the scheduled time; delay_ms: how much later the request began. The order of the
-- columns leaves no gaps between them.
CREATE TABLE results (
  at          bigint NOT NULL,
  series_id   integer NOT NULL,
  response_us integer NOT NULL,
  delay_ms    integer NOT NULL,
  attempt     smallint NOT NULL,
  verdict     smallint NOT NULL,
  reason      smallint NOT NULL,
  status      smallint NOT NULL,
  dns         smallint NOT NULL,
  tcp         smallint NOT NULL,
  tls         smallint NOT NULL,
  first_byte  smallint NOT NULL,
  download    smallint NOT NULL,
  PRIMARY KEY (series_id, attempt, at) WITH (fillfactor = 100)
) PARTITION BY RANGE (at);
-- Finds the few that failed or did not run among the many that passed.
CREATE INDEX results_notable ON results (series_id, verdict, at)
  WHERE attempt = 0 AND verdict IN (2, 4);

-- What a person wants to know of a result that is not simply passed.
CREATE TABLE result_details (
  at        bigint NOT NULL,
  series_id integer NOT NULL,
  attempt   smallint NOT NULL,
  detail    jsonb NOT NULL,
  PRIMARY KEY (series_id, attempt, at)
) PARTITION BY RANGE (at);

-- Results summed up for each series and hour; response times are those of runs that got a status
-- code. Written once, when the hour is over for all shards. hour: its first millisecond.
CREATE TABLE result_hours (
  hour        bigint NOT NULL,
  response_us bigint NOT NULL,
  series_id   integer NOT NULL,
  passed      integer NOT NULL,
  degraded    integer NOT NULL,
  failed      integer NOT NULL,
  faults      integer NOT NULL,
  missed      integer NOT NULL,
  answered    integer NOT NULL,
  fastest_us  integer,
  slowest_us  integer,
  histogram   bytea NOT NULL,
  PRIMARY KEY (hour, series_id) WITH (fillfactor = 100)
) PARTITION BY RANGE (hour);

-- The same for each day (days since 1970 UTC); grows with every hour of the day.
CREATE TABLE result_days (
  day         integer NOT NULL,
  series_id   integer NOT NULL,
  response_us bigint NOT NULL,
  passed      integer NOT NULL,
  degraded    integer NOT NULL,
  failed      integer NOT NULL,
  faults      integer NOT NULL,
  missed      integer NOT NULL,
  answered    integer NOT NULL,
  fastest_us  integer,
  slowest_us  integer,
  histogram   bytea NOT NULL,
  PRIMARY KEY (day, series_id)
) WITH (fillfactor = 75);

-- How far results are summed up: every hour before this one, and this one for the series below
-- next_series. Days before packed_day have been stored as tightly as they can.
CREATE TABLE result_progress (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  hour        bigint NOT NULL,
  next_series integer NOT NULL DEFAULT 0,
  packed_day  integer NOT NULL
) WITH (fillfactor = 50);
INSERT INTO result_progress (hour, packed_day)
  SELECT at - at % 3600000, (at / 86400000)::integer FROM epoch_millis() AS at;

-- Which bucket of a histogram a response time belongs to: each is 10 % wider than the one before.
CREATE FUNCTION response_bucket(us integer) RETURNS smallint LANGUAGE sql IMMUTABLE AS
$$ SELECT floor(ln(greatest(us, 1)::double precision) / ln(1.1::double precision))::smallint $$;

-- What a series did from one time to another. No result from before since_ms is looked at: where it
-- is the same for all series of a statement, older days are passed over once, not for each of them.
-- A histogram is, for each bucket that is not empty, its number and its count, two bytes each.
CREATE FUNCTION sum_results(series integer, from_ms bigint, until_ms bigint, since_ms bigint)
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
      SELECT CASE WHEN r.verdict <= 2 AND r.status > 0 THEN response_bucket(r.response_us) END AS bucket,
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

-- Two histograms as one.
CREATE FUNCTION merge_histograms(one bytea, other bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(int2send(bucket::smallint) || int2send(least(n, 32767)::smallint), ''::bytea
      ORDER BY bucket), ''::bytea)
    FROM (
      SELECT get_byte(h, i) * 256 + get_byte(h, i + 1) AS bucket,
          sum(get_byte(h, i + 2) * 256 + get_byte(h, i + 3)) AS n
        FROM (VALUES (one), (other)) AS both_of_them (h), generate_series(0, length(h) - 4, 4) AS i
        GROUP BY 1) AS buckets $$;

-- Makes a partition unless it is there, without getting into the way of those who write: an empty
-- table is attached, which waits for nobody.
CREATE FUNCTION make_partition(parent text, first timestamp, length interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  name text := parent || to_char(first, '_YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('belfry.partitions'));
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, name,
        extract(epoch FROM first)::bigint * 1000, extract(epoch FROM first + length)::bigint * 1000);
    END IF;
  END IF;
END $$;

-- Makes the partitions of results of one day (days since 1970 UTC) unless they are there.
CREATE FUNCTION make_partitions(day integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_partition(parent, timestamp '1970-01-01' + make_interval(days => day), interval '1 day')
    FROM unnest(ARRAY['results', 'result_details']) AS parent;
END $$;

-- Makes the partition for the sums of an hour, which is that of its month, unless it is there.
CREATE FUNCTION make_partition_of_sums(hour bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_partition('result_hours',
    date_trunc('month', to_timestamp(hour / 1000) AT TIME ZONE 'UTC'), interval '1 month');
END $$;
SELECT make_partitions((epoch_millis() / 86400000)::integer + day) FROM generate_series(-1, 3) AS day;

-- The verdict on a check: the worst of its locations' newest ones. Locations it has left do not
-- count, unless it runs nowhere, which is when it is paused.
CREATE VIEW check_verdicts AS
  SELECT s.account_id, s.check_id,
      coalesce(max(t.verdict) FILTER (WHERE c.series_id IS NOT NULL), max(t.verdict)) AS verdict
    FROM series s
    JOIN series_states t ON t.series_id = s.id
    LEFT JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
    GROUP BY s.account_id, s.check_id;

-- Where a check with these settings, in a group with those, runs and when (specification,
-- "frequencyOffset rules"; design, "How a run travels"). No rows: it does not run. An offset names
-- a slot of six seconds, or of an hour above 60 minutes; a hash of the id spreads checks over their
-- slot, or over the whole period where no offset is given. Without runParallel the locations take
-- turns, which is the same as each running with a period as many times as long.
CREATE FUNCTION schedule_of(check_id uuid, check_type text, settings jsonb, shared jsonb)
RETURNS TABLE (location text, period_ms bigint, phase_ms bigint) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  minutes   integer := coalesce((settings ->> 'frequency')::numeric::integer, 10);
  slot      integer := (settings ->> 'frequencyOffset')::numeric::integer;
  hash      bigint := ('x' || substr(md5(check_id::text), 1, 8))::bit(32)::bigint;
  source    jsonb := settings;
  period    bigint;
  width     bigint;
  phase     bigint;
  places    text[];
  parallel  boolean := coalesce((shared ->> 'runParallel')::boolean,
                                (settings ->> 'runParallel')::boolean, false);
BEGIN
  IF check_type <> 'URL' OR NOT coalesce((settings ->> 'activated')::boolean, true)
      OR NOT coalesce((shared ->> 'activated')::boolean, true) THEN
    RETURN;
  END IF;
  IF minutes = 0 THEN
    period := coalesce(slot, 30)::bigint * 1000;
    phase := (hash * period) >> 32;
  ELSE
    period := minutes::bigint * 60000;
    width := CASE WHEN slot IS NULL THEN period WHEN minutes <= 60 THEN 6000 ELSE 3600000 END;
    phase := coalesce(slot - 1, 0)::bigint * width + ((hash * width) >> 32);
  END IF;
  IF jsonb_array_length(coalesce(nullif(shared -> 'locations', 'null'), '[]')) > 0
      OR jsonb_array_length(coalesce(nullif(shared -> 'privateLocations', 'null'), '[]')) > 0 THEN
    source := shared;
  END IF;
  SELECT array_agg(place ORDER BY first) INTO places FROM (
    SELECT place, min(position) AS first FROM jsonb_array_elements_text(
        coalesce(nullif(source -> 'locations', 'null'), '[]')
        || coalesce(nullif(source -> 'privateLocations', 'null'), '[]'))
      WITH ORDINALITY AS listed (place, position) GROUP BY place) AS distinct_places;
  places := coalesce(places, ARRAY['default']);
  RETURN QUERY SELECT places[i],
      CASE WHEN parallel THEN period ELSE period * cardinality(places) END,
      CASE WHEN parallel THEN phase ELSE phase + (i - 1) * period END
    FROM generate_subscripts(places, 1) AS i;
END $$;

-- Which of the 32 shards of every location a check belongs to.
CREATE FUNCTION shard_of(check_id uuid) RETURNS smallint LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(check_id::text), 9, 8))::bit(32)::bigint % 32)::smallint $$;

-- Brings series and schedules in line with a check's settings. Its plans are kept for the
-- life of a connection, so they must not be made for the small tables of the start. The lock makes
-- it wait for a change of the group and then see it; locations are taken in one order, so that two
-- checks which are the first at the same new locations do not wait for each other.
CREATE FUNCTION reschedule(changed checks) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  now_ms bigint := epoch_millis();
  shared jsonb;
  wanted record;
  mine   integer;
  kept   integer[] := '{}';
BEGIN
  IF changed.group_id IS NOT NULL THEN
    SELECT g.settings INTO shared FROM check_groups g WHERE g.id = changed.group_id
      FOR SHARE;
  END IF;
  FOR wanted IN
    SELECT w.* FROM schedule_of(changed.id, changed.check_type, changed.settings, shared) AS w
      ORDER BY w.location
  LOOP
    SELECT s.id INTO mine FROM series s
      WHERE s.check_id = changed.id AND s.location = wanted.location;
    IF mine IS NULL THEN
      IF NOT EXISTS (SELECT FROM shards k WHERE k.location = wanted.location) THEN
        INSERT INTO shards (location, shard, watermark)
          SELECT wanted.location, s, now_ms - 1 FROM generate_series(0, 31) AS s
          ON CONFLICT DO NOTHING;
      END IF;
      INSERT INTO series (account_id, check_id, location, shard)
        VALUES (changed.account_id, changed.id, wanted.location, shard_of(changed.id))
        RETURNING id INTO mine;
    ELSE
      UPDATE schedules c SET until_ms = greatest(now_ms, c.from_ms)
        WHERE c.series_id = mine AND c.until_ms IS NULL
          AND (c.period_ms, c.phase_ms) IS DISTINCT FROM (wanted.period_ms, wanted.phase_ms);
    END IF;
    kept := kept || mine;
    IF NOT EXISTS (SELECT FROM schedules c WHERE c.series_id = mine AND c.until_ms IS NULL) THEN
      INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms)
        SELECT mine, greatest(now_ms, max(o.until_ms)), wanted.period_ms, wanted.phase_ms
          FROM schedules o WHERE o.series_id = mine
        ON CONFLICT (series_id, from_ms) DO UPDATE SET
          until_ms = NULL, period_ms = excluded.period_ms, phase_ms = excluded.phase_ms;
    END IF;
  END LOOP;
  FOR mine IN SELECT s.id FROM series s WHERE s.check_id = changed.id AND s.id <> ALL (kept) LOOP
    UPDATE schedules c SET until_ms = greatest(now_ms, c.from_ms)
      WHERE c.series_id = mine AND c.until_ms IS NULL;
  END LOOP;
END $$;

CREATE FUNCTION check_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (
      OLD.group_id IS DISTINCT FROM NEW.group_id
      OR OLD.settings -> 'activated' IS DISTINCT FROM NEW.settings -> 'activated'
      OR OLD.settings -> 'frequency' IS DISTINCT FROM NEW.settings -> 'frequency'
      OR OLD.settings -> 'frequencyOffset' IS DISTINCT FROM NEW.settings -> 'frequencyOffset'
      OR OLD.settings -> 'locations' IS DISTINCT FROM NEW.settings -> 'locations'
      OR OLD.settings -> 'privateLocations' IS DISTINCT FROM NEW.settings -> 'privateLocations'
      OR OLD.settings -> 'runParallel' IS DISTINCT FROM NEW.settings -> 'runParallel') THEN
    PERFORM reschedule(NEW);
  END IF;
  PERFORM pg_notify('belfry_checks', shard_of(coalesce(NEW.id, OLD.id)) || ':' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER check_added AFTER INSERT OR DELETE ON checks
  FOR EACH ROW EXECUTE FUNCTION check_changed();
CREATE TRIGGER check_changed AFTER UPDATE ON checks FOR EACH ROW
  WHEN (OLD.settings IS DISTINCT FROM NEW.settings OR OLD.group_id IS DISTINCT FROM NEW.group_id)
  EXECUTE FUNCTION check_changed();

-- Members are locked one after the other, so that none is deleted under its new schedule.
CREATE FUNCTION group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member checks;
BEGIN
  FOR member IN SELECT * FROM checks c WHERE c.group_id = NEW.id ORDER BY c.id FOR KEY SHARE LOOP
    PERFORM reschedule(member);
    PERFORM pg_notify('belfry_checks', shard_of(member.id) || ':' || member.id);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER group_changed AFTER UPDATE ON check_groups FOR EACH ROW
  WHEN (OLD.settings IS DISTINCT FROM NEW.settings) EXECUTE FUNCTION group_changed();

SELECT reschedule(c) FROM checks c;

-- A check that was asked to run by hand, once at each of its locations.
CREATE TABLE check_sessions (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  check_id     uuid NOT NULL,
  started_ms   bigint NOT NULL,
  cancelled_ms bigint,
  CONSTRAINT check_sessions_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE
);
CREATE INDEX check_sessions_by_age ON check_sessions (account_id, started_ms);
CREATE INDEX check_sessions_by_check ON check_sessions (check_id);

-- The runs of a session. Each is open as long as its row of open_runs is there; its outcome is the
-- result with attempt 0. Those with the same series and time name the same run.
CREATE TABLE check_session_runs (
  session_id uuid NOT NULL REFERENCES check_sessions ON DELETE CASCADE,
  series_id  integer NOT NULL REFERENCES series ON DELETE CASCADE,
  at         bigint NOT NULL,
  PRIMARY KEY (session_id, series_id)
);
CREATE INDEX check_session_runs_by_series ON check_session_runs (series_id);
