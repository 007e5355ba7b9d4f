-- The settings in force for a check have one home (ADR 35): triggers, the engine, the overview, alerts
-- and maintenance select from effective_settings. The functions of older programs stay and read it too.

-- A list in a settings document; an absent member and null are an empty one.
CREATE FUNCTION settings_list(member jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(nullif(member, 'null'), '[]') $$;

-- The settings in force for a check, one row. own: the document of the check. shared: that of its
-- group, null without one; with null the row is the check's own settings and their defaults. Only
-- runtime_id and alert_settings depend on the account.
--   activated: unless check or group says false. muted: when check or group says true.
--   frequency (minutes, 10 by default), frequency_offset: the check's.
--   run_parallel: the group's when it sets it, else the check's, else false.
--   retry_strategy: the group's unless it is absent or "FALLBACK", else the check's; null: no retries.
--   locations, private_locations: both the group's when it names a location of either kind.
--   tags: the check's, then those of the group that it lacks.
--   runtime_id: the check's, else the group's, else the account's.
--   alert_settings: the account's when the group asks for them; else the group's when it has any;
--     else the check's when it declines the account's; else the account's. Null and absent members
--     stand for the defaults in dev.belfry.monitoring.check.AlertSettings.
-- One SELECT that is neither STRICT nor VOLATILE: the planner merges it into the caller's statement,
-- which then computes only the columns that it reads.
CREATE FUNCTION effective_settings(own jsonb, shared jsonb,
  account_alerts jsonb DEFAULT NULL, account_runtime text DEFAULT NULL)
RETURNS TABLE (activated boolean, muted boolean, frequency integer, frequency_offset integer,
  run_parallel boolean, retry_strategy jsonb, locations jsonb, private_locations jsonb,
  tags text[], runtime_id text, alert_settings jsonb)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT
    own -> 'activated' IS DISTINCT FROM 'false' AND shared -> 'activated' IS DISTINCT FROM 'false',
    own -> 'muted' IS NOT DISTINCT FROM 'true' OR shared -> 'muted' IS NOT DISTINCT FROM 'true',
    coalesce((own ->> 'frequency')::numeric::integer, given.default_frequency),
    (own ->> 'frequencyOffset')::numeric::integer,
    coalesce(nullif(shared -> 'runParallel', 'null'), own -> 'runParallel') IS NOT DISTINCT FROM 'true',
    nullif(CASE WHEN shared -> 'retryStrategy' <> '"FALLBACK"' THEN shared ELSE own END
      -> 'retryStrategy', 'null'),
    settings_list(given.places -> 'locations'),
    settings_list(given.places -> 'privateLocations'),
    CASE WHEN settings_list(shared -> 'tags') = '[]'
      THEN ARRAY(SELECT jsonb_array_elements_text(settings_list(own -> 'tags')))
      ELSE ARRAY(
        SELECT t.tag FROM jsonb_array_elements_text(
          settings_list(own -> 'tags') || settings_list(shared -> 'tags'))
          WITH ORDINALITY AS t (tag, position)
        GROUP BY t.tag ORDER BY min(t.position)) END,
    coalesce(own ->> 'runtimeId', shared ->> 'runtimeId', account_runtime),
    CASE WHEN shared -> 'useGlobalAlertSettings' = 'true' THEN account_alerts
      WHEN shared -> 'alertSettings' <> 'null' THEN shared -> 'alertSettings'
      WHEN own -> 'useGlobalAlertSettings' = 'false' THEN nullif(own -> 'alertSettings', 'null')
      ELSE account_alerts END
  FROM (SELECT 10 AS default_frequency,
    CASE WHEN settings_list(shared -> 'locations') = '[]'
        AND settings_list(shared -> 'privateLocations') = '[]'
      THEN own ELSE shared END AS places) AS given $$;

-- Where a check with these settings, in a group with those, runs and when (specification,
-- "frequencyOffset rules"; design, "How a run travels"). No rows: it does not run. An offset names
-- a slot of six seconds, or of an hour above 60 minutes. A hash of the id spreads checks over their
-- slot, or over the whole period without an offset. Without runParallel the locations take turns:
-- each has a period that is as many times as long.
CREATE OR REPLACE FUNCTION schedule_of(check_id uuid, check_type text, settings jsonb, shared jsonb)
RETURNS TABLE (location text, period_ms bigint, phase_ms bigint) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  hash     bigint := ('x' || substr(md5(check_id::text), 1, 8))::bit(32)::bigint;
  minutes  integer;
  slot     integer;
  parallel boolean;
  places   jsonb;
  period   bigint;
  width    bigint;
  phase    bigint;
BEGIN
  IF check_type <> 'URL' THEN
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
    phase := (hash * period) >> 32;
  ELSE
    period := minutes::bigint * 60000;
    width := CASE WHEN slot IS NULL THEN period WHEN minutes <= 60 THEN 6000 ELSE 3600000 END;
    phase := coalesce(slot - 1, 0)::bigint * width + ((hash * width) >> 32);
  END IF;
  -- The usual case, which needs no query.
  IF jsonb_array_length(places) <= 1 THEN
    location := coalesce(places ->> 0, 'default');
    period_ms := period;
    phase_ms := phase;
    RETURN NEXT;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT p.place, CASE WHEN parallel THEN period ELSE period * count(*) OVER () END,
      CASE WHEN parallel THEN phase
        ELSE phase + (row_number() OVER (ORDER BY p.first) - 1) * period END
    FROM (
      SELECT l.place, min(l.position) AS first
      FROM jsonb_array_elements_text(places) WITH ORDINALITY AS l (place, position)
      GROUP BY l.place) AS p;
END $$;

-- The tags in force, for statements that read nothing else of the settings.
CREATE OR REPLACE FUNCTION tags_of(settings jsonb, shared jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS
$$ SELECT e.tags FROM effective_settings(settings, shared) AS e $$;
