-- Whatever else an account makes is counted and bounded as monitors are (V20).
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES ('check_groups', 'groups'), ('status_pages', 'statusPages'),
      ('services', 'services'), ('variables', 'variables'),
      ('maintenance_windows', 'maintenanceWindows'), ('dashboards', 'dashboards'))
      AS c (source, quota) LOOP
    EXECUTE format('CREATE TRIGGER admit_inserted AFTER INSERT ON %I
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage(%L)',
      counted.source, counted.quota);
    EXECUTE format('CREATE TRIGGER count_deleted AFTER DELETE ON %I
      REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage(%L)',
      counted.source, counted.quota);
    EXECUTE format('INSERT INTO account_usage (account_id, quota, used)
      SELECT account_id, %L, count(*) FROM %I GROUP BY 1', counted.quota, counted.source);
  END LOOP;
END $$;

-- Triggers of a statement fire in the order of their names. What is beyond a quota is refused before
-- its audit entries, series and schedules are made: an account at its quota costs the others little.
ALTER TRIGGER count_inserted ON alert_channels RENAME TO admit_inserted;
ALTER TRIGGER count_inserted ON api_keys RENAME TO admit_inserted;
ALTER TRIGGER count_inserted ON checks RENAME TO admit_inserted;
ALTER TRIGGER count_inserted ON private_locations RENAME TO admit_inserted;
ALTER TRIGGER count_inserted ON status_page_subscriptions RENAME TO admit_inserted;
ALTER TRIGGER limit_inserted ON incident_updates RENAME TO admit_inserted;
