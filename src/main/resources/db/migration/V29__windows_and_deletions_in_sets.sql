-- Windows that pause checks, and deletions of services and private locations, in sets.
--
-- A change of a window leaves a row for the job that reschedules the checks. It waits for no row that
-- the job holds, and a program cannot forget it. Deletions are functions: each of their statements
-- sees what was there when the row was locked, which no part of one statement does.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE maintenance_windows, maintenance_accounts IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- Accounts whose windows have changed. The job takes the rows away as it begins with an account.
CREATE TABLE pending_maintenance (
  account_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX pending_maintenance_account ON pending_maintenance (account_id);

CREATE FUNCTION windows_changed() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $function$
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

CREATE TRIGGER windows_inserted AFTER INSERT ON maintenance_windows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION windows_changed();
CREATE TRIGGER windows_updated AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION windows_changed();
CREATE TRIGGER windows_deleted AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION windows_changed();

CREATE OR REPLACE FUNCTION apply_maintenance(most integer) RETURNS boolean
  LANGUAGE plpgsql AS $function$
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

CREATE FUNCTION delete_services(accounts uuid[], ids uuid[], times timestamptz[], acting text)
  RETURNS SETOF bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $function$
DECLARE
  most   integer := 20;
  actors jsonb := acting;
  held   uuid[];
  named  uuid[];
  naming uuid[];
  free   uuid[];
  fit    uuid[];
BEGIN
  held := ARRAY(SELECT s.id FROM unnest(accounts, ids) AS a (account_id, id)
      -- By the id alone: another index may have many rows for an account.
      JOIN services s ON s.id = a.id AND s.account_id IS NOT DISTINCT FROM a.account_id
    ORDER BY s.id FOR UPDATE OF s SKIP LOCKED);
  -- Nothing begins to name them while they are locked.
  SELECT array_agg(h.id), array_agg(n.id) INTO named, naming
    FROM unnest(held) AS h (id) CROSS JOIN LATERAL (
      (SELECT c.id FROM checks c WHERE c.trigger_service_id = h.id LIMIT most + 1)
      UNION ALL
      (SELECT i.incident_id FROM incident_services i WHERE i.service_id = h.id LIMIT most + 1)
      UNION ALL
      (SELECT DISTINCT p.page_id FROM status_page_services p WHERE p.service_id = h.id
        LIMIT most + 1)) AS n (id);
  free := ARRAY(SELECT c.id FROM checks c WHERE c.id = ANY (naming) ORDER BY c.id
      FOR NO KEY UPDATE SKIP LOCKED)
    || ARRAY(SELECT i.id FROM incidents i WHERE i.id = ANY (naming) ORDER BY i.id
      FOR NO KEY UPDATE SKIP LOCKED)
    || ARRAY(SELECT p.id FROM status_pages p WHERE p.id = ANY (naming) ORDER BY p.id
      FOR NO KEY UPDATE SKIP LOCKED);
  -- Each row that names one has one actor.
  fit := ARRAY(SELECT h.id FROM unnest(held) AS h (id)
    WHERE (SELECT count(*) FROM unnest(named) AS n (id) WHERE n.id = h.id) <= most
      AND NOT EXISTS (SELECT FROM unnest(named, naming) AS n (id, whole)
        WHERE n.id = h.id AND (n.whole <> ALL (free)
          OR EXISTS (SELECT FROM unnest(named, naming) AS o (id, whole)
            WHERE o.whole = n.whole AND o.id < n.id))));
  PERFORM set_config('belfry.acting', (actors || coalesce((
      SELECT jsonb_object_agg(n.whole, actors -> n.id::text)
        FROM unnest(named, naming) AS n (id, whole) WHERE n.id = ANY (fit)), '{}'))::text, true);
  UPDATE checks c SET settings = jsonb_set(c.settings, '{triggerIncident}', 'null'), updated_at = a.at
    FROM unnest(ids, times) AS a (id, at)
    WHERE c.id = ANY (naming) AND c.trigger_service_id = a.id AND a.id = ANY (fit);
  RETURN QUERY WITH gone AS (DELETE FROM services s WHERE s.id = ANY (fit) RETURNING s.id)
    SELECT a.number FROM gone g JOIN unnest(ids) WITH ORDINALITY AS a (id, number) ON a.id = g.id;
END $function$;

CREATE FUNCTION delete_private_locations(accounts uuid[], ids uuid[], acting text)
  RETURNS SETOF bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $function$
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
