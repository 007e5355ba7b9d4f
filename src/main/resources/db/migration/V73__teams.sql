-- Teams: members of an account whom one alert channel tells. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, memberships IN SHARE ROW EXCLUSIVE MODE;
      LOCK TABLE alert_channels IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

CREATE TABLE teams (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name        text NOT NULL,
  description text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3),
  CONSTRAINT teams_owner UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX teams_name ON teams (account_id, lower(name));

-- A person who leaves the account leaves its teams in the same statement.
CREATE TABLE team_members (
  account_id uuid NOT NULL,
  team_id    uuid NOT NULL,
  user_id    uuid NOT NULL,
  PRIMARY KEY (team_id, user_id),
  CONSTRAINT team_members_team FOREIGN KEY (account_id, team_id)
    REFERENCES teams (account_id, id) ON DELETE CASCADE,
  CONSTRAINT team_members_member FOREIGN KEY (account_id, user_id)
    REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX team_members_of_member ON team_members (account_id, user_id);

-- The team that a channel tells. While a channel names it, it cannot be deleted.
ALTER TABLE alert_channels ADD COLUMN team_id uuid
  GENERATED ALWAYS AS (CASE WHEN type = 'MEMBER' THEN (config ->> 'teamId')::uuid END) STORED;
ALTER TABLE alert_channels ADD CONSTRAINT alert_channels_team FOREIGN KEY (account_id, team_id)
  REFERENCES teams (account_id, id);
CREATE INDEX alert_channels_of_team ON alert_channels (team_id) WHERE team_id IS NOT NULL;

CREATE TRIGGER admit_inserted AFTER INSERT ON teams
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage('teams');
CREATE TRIGGER count_deleted AFTER DELETE ON teams
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage('teams');

-- Returns a status page or a team with its parts as one document, null when it does not exist.
CREATE OR REPLACE FUNCTION audit_aggregate(kind text, whole uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF kind = 'team' THEN
    RETURN (SELECT jsonb_build_object('name', t.name, 'description', t.description,
        'userIds', coalesce((SELECT jsonb_agg(m.user_id ORDER BY m.user_id)
          FROM team_members m WHERE m.team_id = t.id), '[]'))
      FROM teams t WHERE t.id = whole);
  END IF;
  RETURN (SELECT p.settings || jsonb_build_object('cards', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'services', coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', s.service_id) ORDER BY s.position)
          FROM status_page_services s WHERE s.card_id = c.id), '[]')) ORDER BY c.position)
      FROM status_page_cards c WHERE c.page_id = p.id), '[]'))
    FROM status_pages p WHERE p.id = whole);
END $$;

-- The key of a row in the table is that of its team, as for status pages.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES ('teams', 'id'), ('team_members', 'team_id')) AS t (name, key) LOOP
    EXECUTE format('CREATE TRIGGER audit_snapshot BEFORE INSERT OR DELETE OR UPDATE ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_snapshot(''team'', %L)', source.name, source.key);
    EXECUTE format('CREATE CONSTRAINT TRIGGER audit_flush AFTER INSERT OR DELETE OR UPDATE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_flush(''team'', %L)',
      source.name, source.key);
  END LOOP;
END $$;
