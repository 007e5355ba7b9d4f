-- Teams, on-call schedules and maintenance windows can be restored, too; alerts are assigned to
-- teams; teams and schedules tell of their changes. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE maintenance_windows, on_call_schedules, team_members, teams IN SHARE ROW EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- One more place in each function as it is now, since other migrations add theirs.
DO $$
DECLARE
  change record;
  was    text;
BEGIN
  FOR change IN SELECT * FROM (VALUES
    ('owners_of_part',
     '    WHEN ''incident_updates'' THEN',
     '    WHEN ''team_members'' THEN ARRAY[''team:'' || (r ->> ''team_id'')]'),
    ('resource_exists',
     '  END IF;
  RAISE EXCEPTION',
     '  ELSIF type = ''team'' THEN
    RETURN EXISTS (SELECT FROM teams t WHERE t.id = key::uuid AND t.account_id = account);
  ELSIF type = ''on-call-schedule'' THEN
    RETURN EXISTS (SELECT FROM on_call_schedules o WHERE o.id = key::bigint AND o.account_id = account);
  ELSIF type = ''maintenance-window'' THEN
    RETURN EXISTS (SELECT FROM maintenance_windows w WHERE w.id = key::bigint AND w.account_id = account);'),
    ('restore_rows',
     '      ''alert_channel_subscriptions'', ',
     '      ''teams'', ''team_members'', ''on_call_schedules'', ''maintenance_windows'','),
    ('record_change_rows',
     '  ELSIF TG_OP = ''DELETE'' THEN',
     '  ELSIF TG_TABLE_NAME = ''team_members'' THEN
    INSERT INTO changes SELECT DISTINCT o.account_id, TG_ARGV[0], o.team_id::text FROM old_rows o;'))
    AS t (function, place, addition)
  LOOP
    was := pg_get_functiondef(change.function::regproc);
    IF strpos(was, change.place) = 0 THEN
      RAISE EXCEPTION '% has no place for what is added', change.function;
    END IF;
    EXECUTE replace(was, change.place, change.addition || E'\n' || change.place);
  END LOOP;
END $$;

-- Restores parts of a resource whose owners all exist, at most so many, and takes them from those that
-- are kept. Returns for each table how many there were, and how many of them could be inserted.
CREATE OR REPLACE FUNCTION restore_parts(account uuid, resource text, most integer)
RETURNS TABLE (source text, kept bigint, restored bigint) LANGUAGE plpgsql AS $$
DECLARE
  ready bigint[];
  parts jsonb[];
BEGIN
  -- The cards of a page are there before their services.
  ready := ARRAY(
    SELECT p.id FROM (
        SELECT o.id, o.source, o.other_owner AS other FROM deleted_parts o
          WHERE o.account_id = account AND o.owner = resource
        UNION ALL
        SELECT o.id, o.source, o.owner FROM deleted_parts o
          WHERE o.account_id = account AND o.other_owner = resource) AS p
      WHERE p.other IS NULL OR resource_exists(account, p.other)
      ORDER BY p.source = 'status_page_services', p.id LIMIT most);
  FOR source IN SELECT DISTINCT p.source FROM deleted_parts p WHERE p.id = ANY (ready) ORDER BY 1 LOOP
    WITH taken AS (
      DELETE FROM deleted_parts p WHERE p.id = ANY (ready) AND p.source = restore_parts.source
        RETURNING p.id, p.content)
    SELECT count(*), array_agg(t.content ORDER BY t.id) FILTER (WHERE CASE restore_parts.source
        -- The card may have gone with a later version of the page.
        WHEN 'status_page_services' THEN EXISTS (
          SELECT FROM status_page_cards c WHERE c.id = (t.content ->> 'card_id')::uuid
            AND c.page_id = (t.content ->> 'page_id')::uuid)
        -- The person may have left the account.
        WHEN 'team_members' THEN EXISTS (
          SELECT FROM memberships m WHERE m.account_id = account
            AND m.user_id = (t.content ->> 'user_id')::uuid)
        ELSE true END)
      INTO kept, parts FROM taken t;
    IF source = 'dependencies' THEN
      restored := restore_dependencies(parts);
    ELSE
      -- A row that is in conflict is there already, such as a service that the incident brought along.
      PERFORM restore_rows(source, parts);
      restored := coalesce(cardinality(parts), 0);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE TRIGGER keep_deleted AFTER DELETE ON teams
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('team');
CREATE TRIGGER keep_deleted AFTER DELETE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('on-call-schedule');
CREATE TRIGGER keep_deleted AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('maintenance-window');
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON team_members
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();

DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES ('teams', 'team'), ('on_call_schedules', 'schedule'))
    AS rows (name, kind)
  LOOP
    EXECUTE format('CREATE TRIGGER record_change_inserted AFTER INSERT ON %I
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_change_rows(%L)',
      source.name, source.kind);
    EXECUTE format('CREATE TRIGGER record_change_updated AFTER UPDATE ON %I
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
      EXECUTE FUNCTION record_change_rows(%L)', source.name, source.kind);
    EXECUTE format('CREATE TRIGGER record_change_deleted AFTER DELETE ON %I
      REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_change_rows(%L)',
      source.name, source.kind);
  END LOOP;
END $$;
-- A person who leaves the account leaves its teams.
CREATE TRIGGER record_change_deleted AFTER DELETE ON team_members
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_change_rows('team');

-- Returns the name of a team or of a member who is an assignee, null for other names.
CREATE FUNCTION assignee_name(account uuid, assignee text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN assignee ~ '^team:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN (SELECT t.name FROM teams t
      WHERE t.account_id = account AND t.id = substr(assignee, 6)::uuid)
    ELSE (SELECT m.name FROM member_by_email(account, assignee) AS m) END $$;
