-- What the triggers of frequent writes cost.
--
-- The audit entries of incidents and of their updates are made from columns, as those of checks are.
-- The schedule of a check is made without a query over its locations. A new check looks its group up
-- by id, however many groups there are. Schedules follow their series by a trigger of the statement:
-- a foreign key costs a query for each row, and a series is only made or deleted with the lock of its
-- check held. Tables are locked in one step that gives up after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE incident_updates, incidents, schedules, series IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- incidents_owner has the same columns.
DROP INDEX incidents_account;

-- Documents as the API shows them, without times and ids.
CREATE FUNCTION audit_incident(name text, severity text, services uuid[]) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE AS $function$
BEGIN
  RETURN jsonb_build_object('name', name, 'severity', severity, 'services', coalesce(
    (SELECT jsonb_agg(jsonb_build_object('id', s.id) ORDER BY s.position)
      FROM unnest(services) WITH ORDINALITY AS s (id, position)), '[]'));
END $function$;

CREATE FUNCTION audit_incidents() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $function$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, after)
      SELECT n.account_id, 'incident', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''), n.name,
        audit_incident(n.name, n.severity, n.service_ids)
      FROM new_rows n CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before)
      SELECT o.account_id, 'incident', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''), o.name,
        audit_incident(o.name, o.severity, o.service_ids)
      FROM old_rows o CROSS JOIN LATERAL (SELECT coalesce(actors -> o.id::text, actor) AS acted) AS b;
  ELSE
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
      SELECT n.account_id, 'incident', n.id, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''), n.name,
        audit_incident(o.name, o.severity, o.service_ids) - s.same,
        audit_incident(n.name, n.severity, n.service_ids) - s.same
      FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (SELECT array_remove(ARRAY[CASE WHEN o.name = n.name THEN 'name' END,
          CASE WHEN o.severity = n.severity THEN 'severity' END,
          CASE WHEN o.service_ids = n.service_ids THEN 'services' END], NULL) AS same) AS s
        CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b
      WHERE (o.name, o.severity, o.service_ids) IS DISTINCT FROM (n.name, n.severity, n.service_ids);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION audit_incident_updates() RETURNS trigger
  LANGUAGE plpgsql SET "TimeZone" = 'UTC' SET plan_cache_mode = force_generic_plan AS $function$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, after)
      SELECT n.account_id, 'incident-update', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('incidentId', n.incident_id, 'description', n.description, 'status', n.status,
          'publicIncidentUpdateDate', n.public_date, 'notifySubscribers', n.notify_subscribers)
      FROM new_rows n CROSS JOIN LATERAL (SELECT
        coalesce(actors -> n.id::text, actors -> n.incident_id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, before)
      SELECT o.account_id, 'incident-update', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('incidentId', o.incident_id, 'description', o.description, 'status', o.status,
          'publicIncidentUpdateDate', o.public_date, 'notifySubscribers', o.notify_subscribers)
      FROM old_rows o CROSS JOIN LATERAL (SELECT
        coalesce(actors -> o.id::text, actors -> o.incident_id::text, actor) AS acted) AS b;
  ELSE
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, before, after)
      SELECT n.account_id, 'incident-update', n.id, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('description', o.description, 'status', o.status,
          'publicIncidentUpdateDate', o.public_date, 'notifySubscribers', o.notify_subscribers) - s.same,
        jsonb_build_object('description', n.description, 'status', n.status,
          'publicIncidentUpdateDate', n.public_date, 'notifySubscribers', n.notify_subscribers) - s.same
      FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (SELECT array_remove(ARRAY[
          CASE WHEN o.description = n.description THEN 'description' END,
          CASE WHEN o.status = n.status THEN 'status' END,
          CASE WHEN o.public_date = n.public_date THEN 'publicIncidentUpdateDate' END,
          CASE WHEN o.notify_subscribers = n.notify_subscribers THEN 'notifySubscribers' END],
          NULL) AS same) AS s
        CROSS JOIN LATERAL (SELECT
          coalesce(actors -> n.id::text, actors -> n.incident_id::text, actor) AS acted) AS b
      WHERE (o.description, o.status, o.public_date, o.notify_subscribers)
        IS DISTINCT FROM (n.description, n.status, n.public_date, n.notify_subscribers);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER audit_inserted AFTER INSERT ON incidents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_incidents('incident');
CREATE OR REPLACE TRIGGER audit_updated AFTER UPDATE ON incidents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incidents('incident');
CREATE OR REPLACE TRIGGER audit_deleted AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_incidents('incident');
CREATE OR REPLACE TRIGGER audit_inserted AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');
CREATE OR REPLACE TRIGGER audit_updated AFTER UPDATE ON incident_updates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');
CREATE OR REPLACE TRIGGER audit_deleted AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');

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

ALTER TABLE schedules DROP CONSTRAINT schedules_series_id_fkey;

CREATE OR REPLACE FUNCTION series_deleted() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $function$
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
CREATE OR REPLACE TRIGGER series_deleted AFTER DELETE ON series
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION series_deleted();

DO $$
DECLARE
  before text;
  after  text;
BEGIN
  before := pg_get_functiondef('checks_inserted()'::regprocedure);
  after := replace(before, $old$
      FROM new_rows n LEFT JOIN check_groups g ON g.id = n.group_id
        CROSS JOIN LATERAL$old$, $new$
      FROM new_rows n
        -- OFFSET 0: one look-up for each check, not a table of all groups.
        LEFT JOIN LATERAL (SELECT s.settings FROM check_groups s
          WHERE s.id = n.group_id OFFSET 0) AS g ON true
        CROSS JOIN LATERAL$new$);
  ASSERT length(after) - length(before) > 250, 'checks_inserted has changed';
  EXECUTE after;
  before := pg_get_functiondef('audit_row_document(text, jsonb)'::regprocedure);
  after := regexp_replace(before, '  ELSIF source = ''incident_updates''.*(  ELSIF source = ''maintenance_windows'')', '\1');
  ASSERT after <> before, 'audit_row_document has changed';
  EXECUTE after;
  -- Only incident updates, which have a trigger of their own now, took the actor of their incident.
  before := pg_get_functiondef('audit_rows()'::regprocedure);
  after := replace(before, 'actors -> (e.one ->> ''incident_id''), ', '');
  ASSERT after <> before, 'audit_rows has changed';
  EXECUTE after;
END $$;
