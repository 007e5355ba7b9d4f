-- Variables, groups and windows change several at a time, as V16 says of others. Tables are locked in
-- one step that gives up after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE check_groups, maintenance_windows, variables IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- belfry.acting names an actor by what the request names: an id, or the account and key of a variable.
-- Ids of groups, channels and subscriptions are numbers that repeat from table to table, so a
-- subscription has its actor from the table that belfry.acting_on names, the checks' if none.
-- Keys and subscriptions that go with their page have the actor of the page.
CREATE OR REPLACE FUNCTION audit_rows() RETURNS trigger LANGUAGE plpgsql
SET "TimeZone" TO 'UTC' SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
  named  text := CASE WHEN TG_TABLE_NAME <> 'alert_channel_subscriptions' THEN 'id'
    ELSE CASE current_setting('belfry.acting_on', true) WHEN 'alert_channels' THEN 'channel_id'
      WHEN 'check_groups' THEN 'group_id' ELSE 'check_id' END END;
  olds   jsonb[];
  news   jsonb[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(n)) INTO news FROM new_rows n;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(o)) INTO olds FROM old_rows o;
  ELSIF TG_TABLE_NAME = 'variables' THEN
    SELECT array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) INTO olds, news
      FROM old_rows o JOIN new_rows n ON n.account_id = o.account_id AND n.key = o.key;
  ELSE
    SELECT array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) INTO olds, news
      FROM old_rows o JOIN new_rows n ON n.id = o.id;
  END IF;
  IF olds IS NULL AND news IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    SELECT
      CASE TG_TABLE_NAME WHEN 'accounts' THEN (e.one ->> 'id')::uuid
        WHEN 'private_location_keys' THEN (SELECT p.account_id FROM private_locations p
          WHERE p.id = (e.one ->> 'location_id')::uuid)
        ELSE (e.one ->> 'account_id')::uuid END,
      TG_ARGV[0], e.one ->> CASE TG_TABLE_NAME WHEN 'variables' THEN 'key' ELSE 'id' END,
      CASE WHEN e.was IS NULL THEN 'CREATE' WHEN e.now IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      b.acted ->> 0, nullif(b.acted ->> 1, ''),
      coalesce(w.whole ->> 'name', w.whole ->> 'key', w.whole #>> '{config,name}', w.whole ->> 'maskedKey'),
      e.was - s.same, e.now - s.same
    FROM (SELECT coalesce(r.n, r.o) AS one, audit_row_document(TG_TABLE_NAME, r.o) AS was,
        -- OFFSET 0: the documents are made once, not for each time they are named.
        audit_row_document(TG_TABLE_NAME, r.n) AS now FROM unnest(olds, news) AS r (o, n) OFFSET 0) AS e
      CROSS JOIN LATERAL (SELECT coalesce(e.now, e.was) AS whole) AS w
      CROSS JOIN LATERAL (SELECT CASE WHEN e.was IS NULL OR e.now IS NULL THEN '{}'
        ELSE ARRAY(SELECT m.key FROM jsonb_each(e.now) AS m WHERE e.was -> m.key = m.value)
        END::text[] AS same) AS s
      CROSS JOIN LATERAL (SELECT coalesce(actors -> CASE TG_TABLE_NAME
          WHEN 'variables' THEN (e.one ->> 'account_id') || '/' || (e.one ->> 'key')
          ELSE e.one ->> named END, actors -> (e.one ->> 'incident_id'), actors -> (e.one ->> 'page_id'),
        actor) AS acted) AS b
    WHERE e.was IS DISTINCT FROM e.now;
  RETURN NULL;
END $$;

DROP TRIGGER audit_row ON variables;
CREATE TRIGGER audit_inserted AFTER INSERT ON variables
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('variable');
CREATE TRIGGER audit_updated AFTER UPDATE ON variables
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('variable');
CREATE TRIGGER audit_deleted AFTER DELETE ON variables
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('variable');
DROP FUNCTION audit_row();

-- The triggers of groups and windows fire for a statement, too.
CREATE OR REPLACE FUNCTION group_changed() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  groups bigint[];
  member checks;
  told   text[] := '{}';
BEGIN
  groups := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings IS DISTINCT FROM n.settings);
  IF groups = '{}' THEN
    RETURN NULL;
  END IF;
  FOR member IN SELECT * FROM checks c WHERE c.group_id = ANY (groups) ORDER BY c.id FOR KEY SHARE LOOP
    PERFORM reschedule(member);
    told := told || (shard_of(member.id) || ':' || member.id);
  END LOOP;
  IF told <> '{}' THEN
    PERFORM notify_later('belfry_checks', told);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER group_changed ON check_groups;
CREATE TRIGGER group_changed AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION group_changed();

CREATE OR REPLACE FUNCTION record_change_members() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode TO 'force_generic_plan' AS $$
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
END $$;
DROP TRIGGER record_change_members ON check_groups;
CREATE TRIGGER record_change_members AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION record_change_members();

CREATE OR REPLACE FUNCTION page_changed() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  accounts text[];
BEGIN
  accounts := ARRAY(SELECT DISTINCT n.account_id::text FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE (o.name, o.description, o.shown, o.service_ids)
      IS DISTINCT FROM (n.name, n.description, n.shown, n.service_ids));
  IF accounts <> '{}' THEN
    PERFORM notify_later('belfry_pages', accounts);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER page_changed ON maintenance_windows;
CREATE TRIGGER page_changed AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION page_changed();

-- A new check is subscribed to the channels that subscribe checks themselves, mostly few of many.
CREATE INDEX alert_channels_auto ON alert_channels (account_id)
  WHERE (settings ->> 'autoSubscribe')::boolean;
