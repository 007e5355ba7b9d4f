-- Renames functions and triggers to the words that the program uses. Older programs are served: no
-- program names a trigger, and the two functions that older programs call by name stay as wrappers.

-- ALTER TRIGGER locks its table against readers too. All tables are locked in one step that gives up
-- after 200 ms and tries again, so that a migration that waits for a backup delays no request longer.
-- No transaction holds a renamed trigger's table while its function changes.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE alert_channels, alerts, api_keys, check_groups, deliveries, incident_services,
        incident_updates, incidents, maintenance_windows, private_locations, series_states, services,
        status_page_cards, status_page_services, status_pages IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

ALTER FUNCTION told_of_row() RENAME TO record_change_row;
ALTER FUNCTION told_of_alert() RENAME TO record_change_alert;
ALTER FUNCTION told_of_delivery() RENAME TO record_change_delivery;
ALTER FUNCTION told_of_members() RENAME TO record_change_members;
ALTER FUNCTION told_of_verdict() RENAME TO record_change_verdict;
ALTER FUNCTION audit_touched() RENAME TO audit_snapshot;
ALTER FUNCTION audit_settled() RENAME TO audit_flush;
ALTER FUNCTION audit_whole(text, uuid) RENAME TO audit_aggregate;
ALTER FUNCTION private_location_goes() RENAME TO private_location_deleted;
ALTER FUNCTION checks_out_of_line(uuid, uuid, integer) RENAME TO checks_to_reschedule;
ALTER FUNCTION maintenance_turned(uuid, bigint, bigint) RENAME TO maintenance_boundary_crossed;
ALTER FUNCTION maintenance_holds(uuid, text[], bigint) RENAME TO maintenance_silences;
ALTER FUNCTION make_partition_of_sums(bigint) RENAME TO make_rollup_partition;

-- Called by programs of version 14 and older.
CREATE FUNCTION maintenance_holds(account uuid, tags text[], at_ms bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT maintenance_silences($1, $2, $3) $$;

CREATE FUNCTION make_partition_of_sums(hour bigint) RETURNS void LANGUAGE sql AS
$$ SELECT make_rollup_partition($1) $$;

-- A trigger finds its function by number, a body by name. These bodies stay as they are but for names.
DO $$
DECLARE
  caller     regproc;
  definition text;
BEGIN
  FOREACH caller IN ARRAY ARRAY['audit_snapshot', 'audit_flush', 'apply_maintenance']::regproc[] LOOP
    definition := pg_get_functiondef(caller);
    definition := replace(definition, 'audit_whole(', 'audit_aggregate(');
    definition := replace(definition, 'checks_out_of_line(', 'checks_to_reschedule(');
    definition := replace(definition, 'maintenance_turned(', 'maintenance_boundary_crossed(');
    EXECUTE definition;
  END LOOP;
END $$;

ALTER TRIGGER told_of_row ON alert_channels RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON api_keys RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON check_groups RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON incident_updates RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON incidents RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON maintenance_windows RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON services RENAME TO record_change_row;
ALTER TRIGGER told_of_row ON status_pages RENAME TO record_change_row;
ALTER TRIGGER told_of_alert ON alerts RENAME TO record_change_alert;
ALTER TRIGGER told_of_delivery ON deliveries RENAME TO record_change_delivery;
ALTER TRIGGER told_of_outcome ON deliveries RENAME TO record_change_outcome;
ALTER TRIGGER told_of_members ON check_groups RENAME TO record_change_members;
ALTER TRIGGER told_of_first_verdict ON series_states RENAME TO record_change_first_verdict;
ALTER TRIGGER told_of_verdict ON series_states RENAME TO record_change_verdict;

ALTER TRIGGER audit_touched ON incident_services RENAME TO audit_snapshot;
ALTER TRIGGER audit_touched ON incidents RENAME TO audit_snapshot;
ALTER TRIGGER audit_touched ON status_page_cards RENAME TO audit_snapshot;
ALTER TRIGGER audit_touched ON status_page_services RENAME TO audit_snapshot;
ALTER TRIGGER audit_touched ON status_pages RENAME TO audit_snapshot;
ALTER TRIGGER audit_settled ON incident_services RENAME TO audit_flush;
ALTER TRIGGER audit_settled ON incidents RENAME TO audit_flush;
ALTER TRIGGER audit_settled ON status_page_cards RENAME TO audit_flush;
ALTER TRIGGER audit_settled ON status_page_services RENAME TO audit_flush;
ALTER TRIGGER audit_settled ON status_pages RENAME TO audit_flush;
ALTER TRIGGER private_location_goes ON private_locations RENAME TO private_location_deleted;
