-- The functions of the room monitoring with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Reschedules checks of one account for which a maintenance window began, ended or changed.
-- Returns false when no account waits.
CREATE OR REPLACE FUNCTION apply_maintenance(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  now_ms bigint := epoch_millis();
  due    maintenance_accounts;
  ids    uuid[];
  one    checks;
BEGIN
  SELECT a.* INTO due FROM maintenance_accounts a
    WHERE a.applied_ms = 0 OR a.began_ms IS NOT NULL
      OR a.again < pg_snapshot_xmin(pg_current_snapshot())
      OR maintenance_boundary_crossed(a.account_id, a.applied_ms, now_ms)
      OR EXISTS (SELECT FROM pending_maintenance p WHERE p.account_id = a.account_id)
    ORDER BY a.applied_ms LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO maintenance_accounts AS a (account_id)
      SELECT p.account_id FROM pending_maintenance p JOIN accounts o ON o.id = p.account_id
        WHERE NOT EXISTS (SELECT FROM maintenance_accounts m WHERE m.account_id = p.account_id)
        LIMIT 1
      ON CONFLICT DO NOTHING RETURNING a.* INTO due;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  -- The statements that follow see the windows of the rows that this one finds.
  DELETE FROM pending_maintenance p WHERE p.account_id = due.account_id;
  IF FOUND THEN
    due.applied_ms := 0;
    due.began_ms := NULL;
    due.after_id := NULL;
  END IF;
  IF due.began_ms IS NULL THEN
    due.again := CASE WHEN due.applied_ms = 0
                        OR maintenance_boundary_crossed(due.account_id, due.applied_ms, now_ms)
                      THEN pg_current_xact_id() END;
    due.began_ms := now_ms;
  END IF;
  ids := ARRAY(SELECT checks_to_reschedule(due.account_id, due.after_id, most));
  FOR one IN SELECT c.* FROM checks c WHERE c.id = ANY (ids) ORDER BY c.id FOR NO KEY UPDATE LOOP
    PERFORM reschedule(one);
    PERFORM notify_later('belfry_checks', ARRAY[shard_of(one.id) || ':' || one.id]);
  END LOOP;
  IF cardinality(ids) < most THEN
    UPDATE maintenance_accounts a
      SET applied_ms = due.began_ms, began_ms = NULL, after_id = NULL, again = due.again
      WHERE a.account_id = due.account_id;
  ELSE
    UPDATE maintenance_accounts a
      SET applied_ms = due.applied_ms, began_ms = due.began_ms, after_id = ids[most],
        again = due.again
      WHERE a.account_id = due.account_id;
  END IF;
  RETURN true;
END $function$;

-- Tells the engine of deleted checks, and records the change.
CREATE OR REPLACE FUNCTION checks_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  INSERT INTO changes SELECT o.account_id, 'check', o.id::text FROM old_rows o;
  PERFORM notify_later('belfry_checks', told.checks)
    FROM (SELECT array_agg(shard_of(o.id) || ':' || o.id) AS checks FROM old_rows o) AS told
    WHERE told.checks IS NOT NULL;
  RETURN NULL;
END $function$;
CREATE TRIGGER checks_deleted
  AFTER DELETE ON checks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION checks_deleted();

-- Gives new checks their series and schedules, tells the engine, and records the change.
CREATE OR REPLACE FUNCTION checks_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  now_ms bigint := epoch_millis();
BEGIN
  PERFORM FROM check_groups g
    WHERE g.id IN (SELECT n.group_id FROM new_rows n WHERE n.group_id IS NOT NULL)
    ORDER BY g.id FOR SHARE;
  PERFORM open_shards(private.places, now_ms) FROM (
    SELECT array_agg(DISTINCT place_of(n.account_id, p.slug)) AS places
      FROM new_rows n
        -- OFFSET 0: one look-up for each check, not a table of all groups.
        LEFT JOIN LATERAL (SELECT s.settings FROM check_groups s
          WHERE s.id = n.group_id OFFSET 0) AS g ON true
        CROSS JOIN LATERAL jsonb_array_elements_text(settings_list(n.settings -> 'privateLocations')
          || settings_list(g.settings -> 'privateLocations')) AS p (slug)) AS private
    WHERE private.places IS NOT NULL;
  WITH wanted AS MATERIALIZED (
    SELECT n.account_id, n.id, w.location, place_of(n.account_id, w.location) AS place,
        w.period_ms, w.phase_ms,
        rank() OVER (PARTITION BY n.id ORDER BY w.phase_ms) = 1
          AND row_number() OVER (ORDER BY n.id, w.phase_ms) <= 200 AS at_once
      FROM new_rows n
        -- OFFSET 0: one look-up for each check, not a table of all groups.
        LEFT JOIN LATERAL (SELECT s.settings FROM check_groups s
          WHERE s.id = n.group_id OFFSET 0) AS g ON true
        CROSS JOIN LATERAL schedule_of(n.id, n.check_type, n.settings, g.settings) AS w
      WHERE NOT EXISTS (SELECT FROM maintenance_intervals i
            WHERE i.account_id = n.account_id AND i.starts_ms <= now_ms AND i.ends_ms > now_ms)
        OR NOT maintenance_pauses(n.account_id, tags_of(n.settings, g.settings), now_ms)),
  places AS (
    INSERT INTO shards (location, shard, watermark)
      SELECT p.place, s, now_ms - 1
        FROM (SELECT DISTINCT w.place FROM wanted w WHERE strpos(w.place, '/') = 0) AS p
          CROSS JOIN generate_series(0, 31) AS s
        WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p.place)
        ORDER BY 1, 2
      ON CONFLICT DO NOTHING),
  made AS (
    INSERT INTO series (account_id, check_id, location, shard)
      SELECT w.account_id, w.id, w.location, shard_of(w.id) FROM wanted w
      RETURNING series.id, series.check_id, series.location)
  INSERT INTO schedules (series_id, from_ms, until_ms, period_ms, phase_ms)
    SELECT m.id, v.from_ms, v.until_ms, w.period_ms, v.phase_ms
      FROM made m JOIN wanted w ON w.id = m.check_id AND w.location = m.location
        CROSS JOIN LATERAL (VALUES (now_ms, now_ms + 1, now_ms % w.period_ms, w.at_once),
          (now_ms + CASE WHEN w.at_once THEN least(w.period_ms / 4, 5000) ELSE 0 END,
            NULL, w.phase_ms, true))
            AS v (from_ms, until_ms, phase_ms, wanted)
      WHERE v.wanted;
  INSERT INTO changes SELECT n.account_id, 'check', n.id::text FROM new_rows n;
  PERFORM notify_later('belfry_checks', told.checks)
    FROM (SELECT array_agg(shard_of(n.id) || ':' || n.id) AS checks FROM new_rows n) AS told
    WHERE told.checks IS NOT NULL;
  RETURN NULL;
END $function$;
CREATE TRIGGER checks_inserted
  AFTER INSERT ON checks
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION checks_inserted();

-- Returns checks of an account that run although a window pauses them, or the other way round.
-- Called by apply_maintenance.
CREATE OR REPLACE FUNCTION checks_to_reschedule(account uuid, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.id FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
    WHERE c.account_id = account AND ($2 IS NULL OR c.id > $2)
      AND EXISTS (SELECT FROM series s JOIN schedules o ON o.series_id = s.id AND o.until_ms IS NULL
                    WHERE s.check_id = c.id)
        <> (NOT maintenance_pauses(account, tags_of(c.settings, g.settings), epoch_millis())
            AND EXISTS (SELECT FROM schedule_of(c.id, c.check_type, c.settings, g.settings)))
    ORDER BY c.id LIMIT most $function$;

-- Reschedules checks of which a setting of the schedule or a tag changed, tells the engine, and
-- records the change.
CREATE OR REPLACE FUNCTION checks_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  told        uuid[];
  rescheduled uuid[];
  changed     checks;
BEGIN
  told := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings <> n.settings OR o.group_id IS DISTINCT FROM n.group_id);
  IF told = '{}' THEN
    RETURN NULL;
  END IF;
  rescheduled := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.group_id IS DISTINCT FROM n.group_id
      OR o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
      OR o.settings -> 'frequency' IS DISTINCT FROM n.settings -> 'frequency'
      OR o.settings -> 'frequencyOffset' IS DISTINCT FROM n.settings -> 'frequencyOffset'
      OR o.settings -> 'locations' IS DISTINCT FROM n.settings -> 'locations'
      OR o.settings -> 'privateLocations' IS DISTINCT FROM n.settings -> 'privateLocations'
      OR o.settings -> 'tags' IS DISTINCT FROM n.settings -> 'tags'
      OR o.settings -> 'runParallel' IS DISTINCT FROM n.settings -> 'runParallel');
  IF rescheduled <> '{}' THEN
    PERFORM FROM check_groups g
      WHERE g.id IN (
        SELECT o.group_id FROM old_rows o WHERE o.id = ANY (rescheduled)
        UNION SELECT n.group_id FROM new_rows n WHERE n.id = ANY (rescheduled))
      ORDER BY g.id FOR SHARE;
    FOR changed IN SELECT n.* FROM new_rows n WHERE n.id = ANY (rescheduled) ORDER BY n.id LOOP
      PERFORM reschedule(changed);
    END LOOP;
  END IF;
  INSERT INTO changes SELECT n.account_id, 'check', n.id::text FROM new_rows n WHERE n.id = ANY (told);
  PERFORM notify_later('belfry_checks', ARRAY(SELECT shard_of(t.id) || ':' || t.id FROM unnest(told) AS t (id)));
  RETURN NULL;
END $function$;
CREATE TRIGGER checks_updated
  AFTER UPDATE ON checks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION checks_updated();

-- Deletes private locations that no check or group names, and returns their positions in the arrays.
CREATE OR REPLACE FUNCTION delete_private_locations(accounts uuid[], ids uuid[], acting text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  most   integer := 500;
  actors jsonb := acting;
  held   uuid[];
  small  uuid[];
  fit    uuid[];
BEGIN
  held := ARRAY(SELECT p.id FROM unnest(accounts, ids) AS a (account_id, id)
      JOIN private_locations p ON p.id = a.id AND p.account_id IS NOT DISTINCT FROM a.account_id
    ORDER BY p.id FOR UPDATE OF p SKIP LOCKED);
  -- The checks and groups of an account have to be read: no index has the locations they name.
  small := ARRAY(SELECT DISTINCT a.id FROM unnest(accounts) AS a (id)
    WHERE NOT EXISTS (SELECT FROM checks c WHERE c.account_id = a.id OFFSET most)
      AND NOT EXISTS (SELECT FROM check_groups g WHERE g.account_id = a.id OFFSET most));
  WITH naming AS MATERIALIZED (
    SELECT c.account_id, c.settings -> 'privateLocations' AS slugs FROM checks c
      WHERE c.account_id = ANY (small) AND c.settings -> 'privateLocations' <> '[]'
    UNION ALL
    SELECT g.account_id, g.settings -> 'privateLocations' FROM check_groups g
      WHERE g.account_id = ANY (small) AND g.settings -> 'privateLocations' <> '[]')
  SELECT array_agg(p.id) INTO fit FROM private_locations p
    WHERE p.id = ANY (held) AND p.account_id = ANY (small)
      AND NOT EXISTS (SELECT FROM naming n
        WHERE n.account_id = p.account_id AND n.slugs ? p.slug_name);
  -- A trigger deletes the keys first.
  PERFORM set_config('belfry.acting', (actors || coalesce((
      SELECT jsonb_object_agg(k.id, actors -> k.location_id::text)
        FROM private_location_keys k WHERE k.location_id = ANY (fit)), '{}'))::text, true);
  RETURN QUERY WITH gone AS (DELETE FROM private_locations p WHERE p.id = ANY (fit) RETURNING p.id)
    SELECT a.number FROM gone g JOIN unnest(ids) WITH ORDINALITY AS a (id, number) ON a.id = g.id;
END $function$;

-- Returns one step of what a check or group depends on, also by its group or checks.
-- Called by is_circular.
CREATE OR REPLACE FUNCTION dependencies_of(of_check uuid, of_group bigint)
 RETURNS SETOF dependencies
 LANGUAGE sql
 STABLE
AS $function$
  SELECT d.* FROM dependencies d WHERE d.check_id = of_check
  UNION ALL
  SELECT d.* FROM checks c JOIN dependencies d ON d.group_id = c.group_id WHERE c.id = of_check
  UNION ALL
  SELECT d.* FROM dependencies d WHERE d.group_id = of_group
  UNION ALL
  SELECT d.* FROM checks c JOIN dependencies d ON d.check_id = c.id WHERE c.group_id = of_group $function$;

-- Returns the settings in force for a check, from its own, those of its group and the account's.
-- Called by schedule_of, tags_of.
CREATE OR REPLACE FUNCTION effective_settings(own jsonb, shared jsonb, account_alerts jsonb DEFAULT NULL::jsonb, account_runtime text DEFAULT NULL::text)
 RETURNS TABLE(activated boolean, muted boolean, frequency integer, frequency_offset integer, run_parallel boolean, retry_strategy jsonb, locations jsonb, private_locations jsonb, tags text[], runtime_id text, alert_settings jsonb)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 1
AS $function$
  SELECT
    own -> 'activated' IS DISTINCT FROM 'false' AND shared -> 'activated' IS DISTINCT FROM 'false',
    own -> 'muted' IS NOT DISTINCT FROM 'true' OR shared -> 'muted' IS NOT DISTINCT FROM 'true',
    coalesce((own ->> 'frequency')::numeric::integer, given.default_frequency),
    (own ->> 'frequencyOffset')::numeric::integer,
    coalesce(nullif(shared -> 'runParallel', 'null'), own -> 'runParallel')
      IS NOT DISTINCT FROM 'true',
    nullif(CASE WHEN shared -> 'retryStrategy' <> '"FALLBACK"' THEN shared ELSE own END
      -> 'retryStrategy', 'null'),
    settings_list(given.places -> 'locations'),
    settings_list(given.places -> 'privateLocations'),
    CASE WHEN settings_list(shared -> 'tags') = '[]'
      THEN ARRAY(SELECT jsonb_array_elements_text(settings_list(own -> 'tags') || '[]'))
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
      THEN own ELSE shared END AS places) AS given $function$;

-- Reschedules the checks of groups of which a setting of the schedule or a tag changed, and tells
-- the engine.
CREATE OR REPLACE FUNCTION group_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  groups      bigint[];
  rescheduled bigint[];
  member      checks;
  told        text[] := '{}';
BEGIN
  groups := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings IS DISTINCT FROM n.settings);
  IF groups = '{}' THEN
    RETURN NULL;
  END IF;
  rescheduled := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
      OR o.settings -> 'locations' IS DISTINCT FROM n.settings -> 'locations'
      OR o.settings -> 'privateLocations' IS DISTINCT FROM n.settings -> 'privateLocations'
      OR o.settings -> 'tags' IS DISTINCT FROM n.settings -> 'tags'
      OR o.settings -> 'runParallel' IS DISTINCT FROM n.settings -> 'runParallel');
  IF rescheduled <> '{}' THEN
    FOR member IN SELECT * FROM checks c WHERE c.group_id = ANY (rescheduled) ORDER BY c.id
        FOR KEY SHARE LOOP
      PERFORM reschedule(member);
    END LOOP;
  END IF;
  told := ARRAY(SELECT shard_of(c.id) || ':' || c.id FROM checks c
    WHERE c.group_id = ANY (groups) ORDER BY c.id);
  IF told <> '{}' THEN
    PERFORM notify_later('belfry_checks', told);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER group_changed
  AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION group_changed();

-- Has the timers of heartbeat monitors start anew whose settings or group changed.
CREATE OR REPLACE FUNCTION heartbeats_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  changed uuid[];
  now_ms  bigint := epoch_millis();
BEGIN
  IF TG_TABLE_NAME = 'checks' THEN
    IF NOT EXISTS (SELECT FROM new_rows n WHERE n.check_type = 'HEARTBEAT') THEN
      RETURN NULL;
    END IF;
    changed := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
      WHERE n.check_type = 'HEARTBEAT'
        AND (o.group_id IS DISTINCT FROM n.group_id
          OR o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
          OR o.settings -> 'heartbeat' IS DISTINCT FROM n.settings -> 'heartbeat'));
  ELSE
    changed := ARRAY(SELECT c.id FROM old_rows o JOIN new_rows n ON n.id = o.id
        JOIN checks c ON c.group_id = n.id AND c.check_type = 'HEARTBEAT'
      WHERE o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated');
  END IF;
  IF changed <> '{}' THEN
    PERFORM FROM heartbeats h WHERE h.check_id = ANY (changed) ORDER BY h.check_id FOR UPDATE;
    UPDATE heartbeats h SET changed_at = now_ms, look_at = now_ms, version = h.version + 1
      WHERE h.check_id = ANY (changed);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER heartbeats_changed
  AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION heartbeats_changed();
CREATE TRIGGER heartbeats_changed
  AFTER UPDATE ON checks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION heartbeats_changed();

-- Gives new heartbeat monitors a series and a timer.
CREATE OR REPLACE FUNCTION heartbeats_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.check_type = 'HEARTBEAT') THEN
    RETURN NULL;
  END IF;
  WITH made AS (
    INSERT INTO series (account_id, check_id, location, shard)
      SELECT n.account_id, n.id, 'heartbeat', shard_of(n.id) FROM new_rows n
        WHERE n.check_type = 'HEARTBEAT'
      RETURNING series.id, series.account_id, series.check_id)
  INSERT INTO heartbeats (check_id, account_id, series_id)
    SELECT m.check_id, m.account_id, m.id FROM made m;
  RETURN NULL;
END $function$;
CREATE TRIGGER heartbeats_inserted
  AFTER INSERT ON checks
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION heartbeats_inserted();

-- Returns whether a dependency leads back to itself, maybe by groups.
-- Called by refuse_circles.
CREATE OR REPLACE FUNCTION is_circular(dependency bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE reached (id, parent_check_id, parent_group_id, began) AS (
    SELECT d.id, d.parent_check_id, d.parent_group_id, true
      FROM dependencies d WHERE d.id = dependency
    UNION
    SELECT n.id, n.parent_check_id, n.parent_group_id, false
      FROM reached r CROSS JOIN LATERAL dependencies_of(r.parent_check_id, r.parent_group_id) AS n)
  SELECT EXISTS (SELECT FROM reached r WHERE r.id = dependency AND NOT r.began) $function$;

-- Fences the agents of a deleted key, once what they are writing is stored.
CREATE OR REPLACE FUNCTION location_key_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM instances i WHERE i.agent_key = OLD.id AND i.fenced_at IS NULL
    ORDER BY i.id FOR UPDATE;
  UPDATE instances SET fenced_at = epoch_millis() WHERE agent_key = OLD.id AND fenced_at IS NULL;
  RETURN NULL;
END $function$;
CREATE TRIGGER location_key_revoked
  AFTER DELETE ON private_location_keys FOR EACH ROW
  EXECUTE FUNCTION location_key_revoked();

-- Returns whether a window of an account began or ended in an interval of time.
-- Called by apply_maintenance.
CREATE OR REPLACE FUNCTION maintenance_boundary_crossed(account uuid, after_ms bigint, until_ms bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM maintenance_intervals i
      WHERE i.account_id = account AND i.ends_ms > after_ms AND i.starts_ms <= $3
        AND (i.starts_ms > after_ms OR i.ends_ms <= $3)) $function$;

-- Calls maintenance_silences for programs of schema version 14 and older.
CREATE OR REPLACE FUNCTION maintenance_holds(account uuid, tags text[], at_ms bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ SELECT maintenance_silences($1, $2, $3) $function$;

-- Returns whether a window stops a check with these tags from running at a given time.
-- Called by checks_inserted, checks_to_reschedule, reschedule.
CREATE OR REPLACE FUNCTION maintenance_pauses(account uuid, tags text[], at_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM maintenance_intervals i
      JOIN maintenance_windows w ON w.id = i.window_id
      WHERE i.account_id = account AND i.starts_ms <= at_ms AND i.ends_ms > at_ms
        AND w.pause_all_checks AND (w.tags = '{}' OR w.tags && $2));
END $function$;

-- Returns whether a window stops a check with these tags from alerting at a given time.
-- Called by maintenance_holds.
CREATE OR REPLACE FUNCTION maintenance_silences(account uuid, tags text[], at_ms bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM maintenance_intervals i
      JOIN maintenance_windows w ON w.id = i.window_id
      WHERE i.account_id = account AND i.starts_ms <= at_ms AND i.ends_ms > at_ms
        AND (w.silence_all_alerts OR w.tags && $2 OR w.silence_alerts_tags && $2
             OR w.pause_all_checks AND w.tags = '{}')) $function$;

-- Deletes the keys of a location before the location, so that the audit log can name their account.
CREATE OR REPLACE FUNCTION private_location_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM private_location_keys WHERE location_id = OLD.id;
  RETURN OLD;
END $function$;
CREATE TRIGGER private_location_deleted
  BEFORE DELETE ON private_locations FOR EACH ROW
  EXECUTE FUNCTION private_location_deleted();

-- Fails the transaction that makes a check or group depend on itself.
CREATE OR REPLACE FUNCTION refuse_circles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('belfry.dependencies ' || NEW.account_id::text, 0));
  IF TG_TABLE_NAME = 'dependencies' THEN
    IF NOT is_circular(NEW.id) THEN
      RETURN NULL;
    END IF;
  ELSIF NOT EXISTS (
      SELECT FROM dependencies d
        WHERE (d.check_id = NEW.id OR d.group_id = NEW.group_id) AND is_circular(d.id)) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a check or group would depend on itself'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'dependencies_circular';
END $function$;
CREATE CONSTRAINT TRIGGER dependencies_circular_group
  AFTER UPDATE OF group_id ON checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (new.group_id IS NOT NULL AND new.group_id IS DISTINCT FROM old.group_id)
  EXECUTE FUNCTION refuse_circles();
CREATE CONSTRAINT TRIGGER dependencies_circular
  AFTER INSERT ON dependencies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_circles();

-- Returns what people know the target of a check by, from its request, such as a URL or host:port.
CREATE OR REPLACE FUNCTION request_target(request jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((request ->> 'url'::text), (((request ->> 'hostname'::text) || ':'::text) || (request ->> 'port'::text)), (((request ->> 'query'::text) || ' '::text) || (request ->> 'recordType'::text)), ((((request -> 'sslConfig'::text) ->> 'hostname'::text) || ':'::text) || COALESCE(((request -> 'sslConfig'::text) ->> 'port'::text), '443'::text)), (request ->> 'hostname'::text));

-- Opens and closes series and schedules of a check so that they follow its settings, its group and
-- its maintenance windows.
-- Called by apply_maintenance, checks_updated, group_changed.
CREATE OR REPLACE FUNCTION reschedule(changed checks)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
      WHERE NOT maintenance_pauses(changed.account_id, tags_of(changed.settings, shared), now_ms)
      ORDER BY w.location
  LOOP
    PERFORM open_shards(ARRAY[place_of(changed.account_id, wanted.location)], now_ms);
    SELECT s.id INTO mine FROM series s
      WHERE s.check_id = changed.id AND s.location = wanted.location;
    IF mine IS NULL THEN
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
END $function$;

-- Returns where and when a check with these settings runs. Returns no row for a check that does not.
-- Called by checks_inserted, checks_to_reschedule, reschedule.
CREATE OR REPLACE FUNCTION schedule_of(check_id uuid, check_type text, settings jsonb, shared jsonb)
 RETURNS TABLE(location text, period_ms bigint, phase_ms bigint)
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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

-- Returns a list of a settings document, empty where the member is absent or null.
-- Called by audit_check, checks_inserted, effective_settings.
CREATE OR REPLACE FUNCTION settings_list(member jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT coalesce(nullif(member, 'null'), '[]') $function$;

-- Returns the tags in force for a check, for statements that read nothing else of its settings.
-- Called by checks_inserted, checks_to_reschedule, reschedule.
CREATE OR REPLACE FUNCTION tags_of(settings jsonb, shared jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN (SELECT e.tags FROM effective_settings(settings, shared) AS e);
END $function$;

-- Records the accounts whose checks are to be rescheduled after a change of their windows.
CREATE OR REPLACE FUNCTION windows_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO pending_maintenance
      SELECT DISTINCT n.account_id FROM new_rows n WHERE n.pause_all_checks;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO pending_maintenance
      SELECT DISTINCT o.account_id FROM old_rows o JOIN accounts a ON a.id = o.account_id
        WHERE o.pause_all_checks;
  ELSE
    INSERT INTO pending_maintenance
      SELECT DISTINCT n.account_id FROM old_rows o JOIN new_rows n ON n.id = o.id
        WHERE (o.pause_all_checks OR n.pause_all_checks)
          AND (o.pause_all_checks, o.tags, o.starts_at, o.ends_at, o.repeat_unit, o.repeat_interval,
              o.repeat_ends_at, o.timezone)
            IS DISTINCT FROM (n.pause_all_checks, n.tags, n.starts_at, n.ends_at, n.repeat_unit,
              n.repeat_interval, n.repeat_ends_at, n.timezone);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER windows_deleted
  AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION windows_changed();
CREATE TRIGGER windows_inserted
  AFTER INSERT ON maintenance_windows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION windows_changed();
CREATE TRIGGER windows_updated
  AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION windows_changed();
