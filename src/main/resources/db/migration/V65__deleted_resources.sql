-- What was deleted can be restored for 30 days. Triggers keep the rows as they were stored, secrets
-- sealed. A new column of a table that is kept needs a default, and a migration that rewrites rows of
-- such a table rewrites them here too. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, alert_channel_subscriptions, alert_channels, check_groups, checks,
        dependencies, incident_services, incident_updates, incidents, objectives, run_triggers,
        services, status_page_cards, status_page_keys, status_page_services,
        status_page_subscriptions, status_pages IN SHARE ROW EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- id: of version 7, so that it sorts by time and tells when the row was deleted
-- content: the row; a column that it lacks takes its default when it is restored
-- bytes: of the content, which an account may keep so many of
-- No foreign key leads to the account: its check would cost a fifth of all that keeping a row costs.
-- evicted: gone for readers because the account keeps too much, and deleted bit by bit
CREATE FUNCTION deletion_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex(epoch_millis()), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;

CREATE TABLE deleted_resources (
  id            uuid PRIMARY KEY DEFAULT deletion_id(),
  account_id    uuid NOT NULL,
  resource_type text NOT NULL,
  resource_id   text NOT NULL,
  name          text,
  actor         text NOT NULL,
  request_id    text,
  content       jsonb NOT NULL,
  bytes         integer NOT NULL,
  evicted       boolean NOT NULL DEFAULT false,
  CONSTRAINT deleted_resources_once UNIQUE (account_id, resource_type, resource_id)
);
CREATE INDEX deleted_resources_of_account ON deleted_resources (account_id, id);
CREATE INDEX deleted_resources_evicted ON deleted_resources (id) WHERE evicted;

-- Rows that were deleted with a resource, each of which one or two resources own. A part returns when
-- all its owners exist: it waits for the second one here, in whatever order they are restored.
--
-- deleted_ms: milliseconds since 1970 UTC; grows with the id, but for transactions at the same time
-- source: the table
-- owner, other_owner: type and id of a resource, such as check:3f6d2c1a-8e47-4b90-a5d2-7c9e01b4f836
CREATE TABLE deleted_parts (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deleted_ms  bigint NOT NULL,
  account_id  uuid NOT NULL,
  source      text NOT NULL,
  owner       text NOT NULL,
  other_owner text,
  content     jsonb NOT NULL,
  bytes       integer NOT NULL
);
CREATE INDEX deleted_parts_of_account ON deleted_parts (account_id);
CREATE INDEX deleted_parts_of_owner ON deleted_parts (owner);
CREATE INDEX deleted_parts_of_other_owner ON deleted_parts (other_owner) WHERE other_owner IS NOT NULL;

-- In SQL, so that it becomes a part of the statement that calls it.
CREATE FUNCTION owners_of_part(source text, r jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE source
    WHEN 'alert_channel_subscriptions' THEN ARRAY['alert-channel:' || (r ->> 'channel_id'),
      coalesce('check:' || (r ->> 'check_id'), 'check-group:' || (r ->> 'group_id'))]
    WHEN 'dependencies' THEN ARRAY[
      coalesce('check:' || (r ->> 'check_id'), 'check-group:' || (r ->> 'group_id')),
      coalesce('check:' || (r ->> 'parent_check_id'), 'check-group:' || (r ->> 'parent_group_id'))]
    WHEN 'status_page_services' THEN ARRAY['status-page:' || (r ->> 'page_id'),
      'status-page-service:' || (r ->> 'service_id')]
    WHEN 'incident_services' THEN ARRAY['incident:' || (r ->> 'incident_id'),
      'status-page-service:' || (r ->> 'service_id')]
    WHEN 'incident_updates' THEN ARRAY['incident:' || (r ->> 'incident_id')]
    ELSE ARRAY[coalesce('status-page:' || (r ->> 'page_id'), 'check:' || (r ->> 'check_id'),
      'check-group:' || (r ->> 'group_id'))] END $$;

CREATE FUNCTION resource_exists(account uuid, resource text) RETURNS boolean LANGUAGE plpgsql STABLE
STRICT AS $$
DECLARE
  type text := split_part(resource, ':', 1);
  key  text := split_part(resource, ':', 2);
BEGIN
  IF type = 'check' THEN
    RETURN EXISTS (SELECT FROM checks c WHERE c.id = key::uuid AND c.account_id = account);
  ELSIF type = 'check-group' THEN
    RETURN EXISTS (SELECT FROM check_groups g WHERE g.id = key::bigint AND g.account_id = account);
  ELSIF type = 'alert-channel' THEN
    RETURN EXISTS (SELECT FROM alert_channels a WHERE a.id = key::bigint AND a.account_id = account);
  ELSIF type = 'status-page' THEN
    RETURN EXISTS (SELECT FROM status_pages p WHERE p.id = key::uuid AND p.account_id = account);
  ELSIF type = 'status-page-service' THEN
    RETURN EXISTS (SELECT FROM services s WHERE s.id = key::uuid AND s.account_id = account);
  ELSIF type = 'incident' THEN
    RETURN EXISTS (SELECT FROM incidents i WHERE i.id = key::uuid AND i.account_id = account);
  END IF;
  RAISE EXCEPTION 'no table is known for %', type;
END $$;

CREATE FUNCTION keep_deleted() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  INSERT INTO deleted_resources AS d
      (account_id, resource_type, resource_id, name, actor, request_id, content, bytes)
    SELECT o.account_id, TG_ARGV[0], o.id::text,
        coalesce(r.content ->> 'name', r.content #>> '{settings,name}', r.content #>> '{config,name}'),
        b.acted ->> 0, nullif(b.acted ->> 1, ''), r.content, pg_column_size(r.content)
      FROM old_rows o
        CROSS JOIN LATERAL (SELECT to_jsonb(o) AS content OFFSET 0) AS r
        CROSS JOIN LATERAL (SELECT coalesce(actors -> o.id::text, actor) AS acted) AS b
      -- An account that is deleted itself keeps nothing.
      WHERE EXISTS (SELECT FROM accounts a WHERE a.id = o.account_id)
    ON CONFLICT (account_id, resource_type, resource_id) DO UPDATE SET id = excluded.id,
      name = excluded.name, actor = excluded.actor, request_id = excluded.request_id,
      content = excluded.content, bytes = excluded.bytes, evicted = false;
  RETURN NULL;
END $$;

-- Rows whose owners all stay were deleted for themselves, and are not kept. A transaction that deletes
-- the rows of a resource before the resource names it in belfry.deletes.
CREATE FUNCTION keep_deleted_parts() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  now_ms bigint := epoch_millis();
BEGIN
  WITH parts AS MATERIALIZED (
    SELECT o.account_id, r.content, w.owners
      FROM old_rows o
        CROSS JOIN LATERAL (SELECT to_jsonb(o) AS content OFFSET 0) AS r
        CROSS JOIN LATERAL (SELECT owners_of_part(TG_TABLE_NAME, r.content) AS owners OFFSET 0) AS w
      WHERE EXISTS (SELECT FROM accounts a WHERE a.id = o.account_id)),
  gone AS MATERIALIZED (
    SELECT n.owner FROM (SELECT DISTINCT p.account_id, unnest(p.owners) AS owner FROM parts p) AS n
      WHERE n.owner = current_setting('belfry.deletes', true)
        OR NOT resource_exists(n.account_id, n.owner))
  INSERT INTO deleted_parts (deleted_ms, account_id, source, owner, other_owner, content, bytes)
    SELECT now_ms, p.account_id, TG_TABLE_NAME, p.owners[1], p.owners[2], p.content, pg_column_size(p.content)
      FROM parts p
      WHERE p.owners[1] IN (SELECT g.owner FROM gone g)
        OR p.owners[2] IN (SELECT g.owner FROM gone g);
  RETURN NULL;
END $$;

CREATE FUNCTION forget_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM deleted_parts p USING old_rows o WHERE p.account_id = o.id;
  DELETE FROM deleted_resources d USING old_rows o WHERE d.account_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_deleted AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted();

CREATE TRIGGER keep_deleted AFTER DELETE ON checks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('check');
CREATE TRIGGER keep_deleted AFTER DELETE ON check_groups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('check-group');
CREATE TRIGGER keep_deleted AFTER DELETE ON alert_channels
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('alert-channel');
CREATE TRIGGER keep_deleted AFTER DELETE ON status_pages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('status-page');
CREATE TRIGGER keep_deleted AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('status-page-service');
CREATE TRIGGER keep_deleted AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted('incident');

CREATE TRIGGER keep_deleted_parts AFTER DELETE ON alert_channel_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON dependencies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON run_triggers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON status_page_cards
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON status_page_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON status_page_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON incident_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_parts();

-- Inserts rows as they were deleted, except those that are in conflict with others, and returns how
-- many. Rows of one call may be of several schema versions: columns that have gone are left out, and
-- those that are new take their defaults.
CREATE FUNCTION restore_rows(source text, contents jsonb[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  shape   record;
  columns text;
  made    bigint;
  total   bigint := 0;
BEGIN
  IF source NOT IN ('checks', 'check_groups', 'alert_channels', 'status_pages', 'services', 'incidents',
      'alert_channel_subscriptions', 'dependencies', 'run_triggers', 'objectives', 'status_page_cards',
      'status_page_services', 'status_page_keys', 'status_page_subscriptions', 'incident_services',
      'incident_updates') THEN
    RAISE EXCEPTION 'rows of % are not kept', source;
  END IF;
  FOR shape IN
    SELECT s.names, jsonb_agg(s.content) AS list
      FROM (SELECT c.content, ARRAY(SELECT k FROM jsonb_object_keys(c.content) AS k ORDER BY k) AS names
        FROM unnest(contents) AS c (content)) AS s
      GROUP BY 1
  LOOP
    SELECT string_agg(quote_ident(a.attname), ', ') INTO columns FROM pg_attribute a
      WHERE a.attrelid = source::regclass AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = '' AND a.attname = ANY (shape.names);
    EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE
        SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1) ON CONFLICT DO NOTHING',
      source, columns) USING shape.list;
    GET DIAGNOSTICS made = ROW_COUNT;
    total := total + made;
  END LOOP;
  RETURN total;
END $$;

-- Inserts dependencies as they were deleted, except those that would close a circle.
CREATE FUNCTION restore_dependencies(contents jsonb[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  one   jsonb;
  made  bigint;
  total bigint := 0;
BEGIN
  BEGIN
    total := restore_rows('dependencies', contents);
    SET CONSTRAINTS dependencies_circular IMMEDIATE;
  EXCEPTION WHEN check_violation THEN
    total := 0;
    FOREACH one IN ARRAY contents LOOP
      BEGIN
        SET CONSTRAINTS dependencies_circular DEFERRED;
        made := restore_rows('dependencies', ARRAY[one]);
        SET CONSTRAINTS dependencies_circular IMMEDIATE;
        total := total + made;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END LOOP;
  END;
  SET CONSTRAINTS dependencies_circular DEFERRED;
  RETURN total;
END $$;

-- Restores parts of a resource whose owners all exist, at most so many, and takes them from those that
-- are kept. Returns for each table how many there were, and how many of them could be inserted.
CREATE FUNCTION restore_parts(account uuid, resource text, most integer)
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
    SELECT count(*), array_agg(t.content ORDER BY t.id) FILTER (
        -- The card may have gone with a later version of the page.
        WHERE restore_parts.source <> 'status_page_services' OR EXISTS (
          SELECT FROM status_page_cards c WHERE c.id = (t.content ->> 'card_id')::uuid
            AND c.page_id = (t.content ->> 'page_id')::uuid))
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
