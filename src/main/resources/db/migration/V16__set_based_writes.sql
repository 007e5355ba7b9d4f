-- Writes come in batches: one statement writes the rows of many requests (ADR 40). So triggers fire once
-- for each statement and read its rows from transition tables, and no writing transaction sends NOTIFY,
-- which holds a lock of the whole server while it commits.

-- What is to be notified. A row is there until an instance has sent its payloads.
CREATE TABLE pending_notifications (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel    text NOT NULL,
  payloads   text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How much was ever sent, so that a listener notices what it did not hear.
CREATE TABLE notification_watermark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sent     bigint NOT NULL
) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
INSERT INTO notification_watermark (sent) VALUES (0);

CREATE FUNCTION notify_later(channel text, payloads text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('belfry.notifies_later', true) = 'on' THEN
    INSERT INTO pending_notifications (channel, payloads) VALUES (channel, payloads);
  ELSE
    PERFORM pg_notify(channel, payload) FROM unnest(payloads) AS payload;
  END IF;
END $$;

CREATE FUNCTION send_notifications(most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  many bigint;
BEGIN
  WITH taken AS (
    DELETE FROM pending_notifications p
      WHERE p.id IN (SELECT o.id FROM pending_notifications o ORDER BY o.id LIMIT most
        FOR UPDATE SKIP LOCKED)
      RETURNING p.channel, p.payloads)
  SELECT count(pg_notify(t.channel, payload)) INTO many FROM taken t, unnest(t.payloads) AS payload;
  IF many > 0 THEN
    UPDATE notification_watermark SET sent = sent + many;
    PERFORM pg_notify('belfry_watermark', sent::text) FROM notification_watermark;
  END IF;
  RETURN many;
END $$;

-- On whose behalf a statement runs, as [actor, request]. Of a batch, each row has an actor of its own:
-- belfry.acting is an object of such pairs by the id of the resource that the request names.
CREATE FUNCTION actor_of_statement() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    coalesce(nullif(current_setting('belfry.actor', true), ''), 'database'),
    nullif(current_setting('belfry.request', true), '')) $$;
CREATE FUNCTION actors_of_batch() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('belfry.acting', true), '')::jsonb $$;

CREATE OR REPLACE FUNCTION audit(account uuid, kind text, id text, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  whole jsonb := coalesce(after, before);
  same  text[] := '{}';
  acted jsonb := coalesce(actors_of_batch() -> id, actor_of_statement());
BEGIN
  IF before IS NOT DISTINCT FROM after THEN
    RETURN;
  END IF;
  IF before IS NOT NULL AND after IS NOT NULL THEN
    same := ARRAY(SELECT e.key FROM jsonb_each(after) AS e WHERE before -> e.key = e.value);
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    VALUES (account, kind, id,
      CASE WHEN before IS NULL THEN 'CREATE' WHEN after IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      acted ->> 0, nullif(acted ->> 1, ''),
      coalesce(whole ->> 'name', whole ->> 'key', whole #>> '{config,name}', whole ->> 'maskedKey'),
      before - same, after - same);
END $$;

-- Settings of more than 2 KB stay in their row as they are: to pack and unpack them cost each update more
-- than all the rest of it.
ALTER TABLE checks SET (toast_tuple_target = 8160);

-- The services of an incident are a list in its row, in order; incident_services follows it, for joins
-- and foreign keys. A program of version 15 writes incident_services, and the list follows that.
ALTER TABLE incidents DISABLE TRIGGER USER;
ALTER TABLE incidents ADD COLUMN service_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE incidents i SET service_ids = l.ids
  FROM (SELECT s.incident_id, array_agg(s.service_id ORDER BY s.position, s.service_id) AS ids
    FROM incident_services s GROUP BY s.incident_id) AS l
  WHERE i.id = l.incident_id;
ALTER TABLE incidents ENABLE TRIGGER USER;

CREATE FUNCTION incident_services_wanted() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A trigger of a statement fires without rows, too.
    IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
        WHERE o.service_ids IS DISTINCT FROM n.service_ids) THEN
      RETURN NULL;
    END IF;
    PERFORM set_config('belfry.follows', 'on', true);
    DELETE FROM incident_services s USING new_rows n JOIN old_rows o ON o.id = n.id
      WHERE o.service_ids IS DISTINCT FROM n.service_ids AND s.incident_id = n.id
        AND s.service_id <> ALL (n.service_ids);
    INSERT INTO incident_services (account_id, incident_id, service_id, position)
      SELECT n.account_id, n.id, s.id, s.position
        FROM new_rows n JOIN old_rows o ON o.id = n.id
          CROSS JOIN unnest(n.service_ids) WITH ORDINALITY AS s (id, position)
        WHERE o.service_ids IS DISTINCT FROM n.service_ids
        ORDER BY n.id, s.id
      ON CONFLICT (incident_id, service_id) DO UPDATE SET position = excluded.position
        WHERE incident_services.position <> excluded.position;
  ELSE
    PERFORM set_config('belfry.follows', 'on', true);
    INSERT INTO incident_services (account_id, incident_id, service_id, position)
      SELECT n.account_id, n.id, s.id, s.position
        FROM new_rows n CROSS JOIN unnest(n.service_ids) WITH ORDINALITY AS s (id, position)
        ORDER BY n.id, s.id;
  END IF;
  PERFORM set_config('belfry.follows', '', true);
  RETURN NULL;
END $$;

CREATE FUNCTION incident_services_changed() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  touched uuid[];
  changed uuid[];
BEGIN
  -- The list is what these rows follow.
  IF current_setting('belfry.follows', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    touched := ARRAY(SELECT DISTINCT o.incident_id FROM old_rows o);
  ELSE
    touched := ARRAY(SELECT DISTINCT n.incident_id FROM new_rows n);
  END IF;
  changed := ARRAY(SELECT i.id FROM incidents i WHERE i.id = ANY (touched)
    AND i.service_ids <> ARRAY(SELECT s.service_id FROM incident_services s
      WHERE s.incident_id = i.id ORDER BY s.position, s.service_id));
  IF changed <> '{}' THEN
    UPDATE incidents i SET service_ids = ARRAY(SELECT s.service_id FROM incident_services s
        WHERE s.incident_id = i.id ORDER BY s.position, s.service_id)
      WHERE i.id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;

-- In this language, since a function in SQL is planned again by each statement that calls it.
CREATE OR REPLACE FUNCTION audit_row_document(source text, r jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  IF source = 'accounts' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'runtimeId', r -> 'runtime_id',
        'alertSettings', r -> 'alert_settings');
  ELSIF source = 'alert_channel_subscriptions' THEN
    RETURN jsonb_build_object('alertChannelId', r -> 'channel_id',
        'checkId', r -> 'check_id', 'groupId', r -> 'group_id', 'activated', r -> 'activated');
  ELSIF source = 'alert_channels' THEN
    RETURN (r -> 'settings') || jsonb_build_object('type', r -> 'type',
        'config', (r -> 'config') || coalesce((
          SELECT jsonb_object_agg(key, audit_secret(value)) FROM jsonb_each_text(r -> 'config')
          WHERE key IN ('webhookSecret', 'apiKey', 'serviceKey') AND value IS NOT NULL), '{}'));
  ELSIF source = 'api_keys' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'scope', r -> 'scope',
        'rateLimit', r -> 'rate_limit', 'expiresAt', r -> 'expires_at', 'revokedAt', r -> 'revoked_at');
  ELSIF source = 'check_groups' THEN
    RETURN audit_group(r -> 'settings');
  ELSIF source = 'checks' THEN
    RETURN (r -> 'settings')
        || jsonb_build_object('checkType', r -> 'check_type', 'groupId', r -> 'group_id');
  ELSIF source = 'dashboards' THEN
    RETURN r -> 'settings';
  ELSIF source = 'incident_updates' THEN
    RETURN jsonb_build_object('incidentId', r -> 'incident_id',
        'description', r -> 'description', 'status', r -> 'status',
        'publicIncidentUpdateDate', r -> 'public_date', 'notifySubscribers', r -> 'notify_subscribers');
  ELSIF source = 'incidents' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'severity', r -> 'severity',
        'services', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id) ORDER BY s.position), '[]')
          FROM jsonb_array_elements(r -> 'service_ids') WITH ORDINALITY AS s (id, position)));
  ELSIF source = 'maintenance_windows' THEN
    RETURN jsonb_build_object('name', r -> 'name',
        'description', r -> 'description', 'startsAt', r -> 'starts_at', 'endsAt', r -> 'ends_at',
        'repeatUnit', r -> 'repeat_unit', 'repeatInterval', r -> 'repeat_interval',
        'repeatEndsAt', r -> 'repeat_ends_at', 'timezone', r -> 'timezone', 'tags', r -> 'tags',
        'pauseAllChecks', r -> 'pause_all_checks', 'silenceAllAlerts', r -> 'silence_all_alerts',
        'silenceAlertsTags', r -> 'silence_alerts_tags',
        'statusPageVisibility', jsonb_build_object('enabled', r -> 'shown', 'serviceIds', r -> 'service_ids'));
  ELSIF source = 'private_location_keys' THEN
    RETURN jsonb_build_object('privateLocationId', r -> 'location_id',
        'maskedKey', r -> 'masked_key');
  ELSIF source = 'private_locations' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'slugName', r -> 'slug_name',
        'icon', r -> 'icon', 'proxyUrl', CASE WHEN r ->> 'proxy_url' LIKE 'sealed:v1:%'
          THEN audit_secret(r ->> 'proxy_url')
          ELSE regexp_replace(r ->> 'proxy_url', '^(([^:/?#]*://)?[^:/?#]*:).*(@[^@]*)$', '\1****\3') END);
  ELSIF source = 'projects' THEN
    RETURN jsonb_build_object('logicalId', r -> 'logical_id', 'name', r -> 'name',
        'repoUrl', r -> 'repo_url');
  ELSIF source = 'services' THEN
    RETURN jsonb_build_object('name', r -> 'name');
  ELSIF source = 'status_page_keys' THEN
    RETURN jsonb_build_object('statusPageId', r -> 'page_id', 'name', r -> 'name',
        'maskedKey', r -> 'masked_key');
  ELSIF source = 'status_page_subscriptions' THEN
    RETURN jsonb_build_object('statusPageId', r -> 'page_id',
        'type', r -> 'type', 'address', audit_address(r ->> 'address'), 'status', r -> 'status');
  ELSIF source = 'variables' THEN
    RETURN jsonb_build_object('key', r -> 'key', 'value',
        CASE WHEN r -> 'secret' = 'true' THEN audit_secret(r ->> 'value') ELSE r ->> 'value' END,
        'locked', r -> 'locked', 'secret', r -> 'secret');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tags_of(settings jsonb, shared jsonb) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT e.tags FROM effective_settings(settings, shared) AS e);
END $$;

CREATE OR REPLACE FUNCTION maintenance_pauses(account uuid, tags text[], at_ms bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM maintenance_intervals i
      JOIN maintenance_windows w ON w.id = i.window_id
      WHERE i.account_id = account AND i.starts_ms <= at_ms AND i.ends_ms > at_ms
        AND w.pause_all_checks AND (w.tags = '{}' OR w.tags && $2));
END $$;

-- A plan for each execution would cost more than the execution.
CREATE FUNCTION audit_rows() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
  olds   jsonb[];
  news   jsonb[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(n)) INTO news FROM new_rows n;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(o)) INTO olds FROM old_rows o;
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
      TG_ARGV[0], e.one ->> 'id',
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
      CROSS JOIN LATERAL (SELECT coalesce(actors -> (e.one ->> 'id'), actors -> (e.one ->> 'check_id'),
        actors -> (e.one ->> 'group_id'), actors -> (e.one ->> 'incident_id'), actor) AS acted) AS b
    WHERE e.was IS DISTINCT FROM e.now;
  RETURN NULL;
END $$;

CREATE FUNCTION audit_checks() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, after)
      SELECT n.account_id, 'check', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        n.settings ->> 'name',
        n.settings || jsonb_build_object('checkType', n.check_type, 'groupId', n.group_id)
      FROM new_rows n CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before)
      SELECT o.account_id, 'check', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        o.settings ->> 'name',
        o.settings || jsonb_build_object('checkType', o.check_type, 'groupId', o.group_id)
      FROM old_rows o CROSS JOIN LATERAL (SELECT coalesce(actors -> o.id::text, actor) AS acted) AS b;
  ELSE
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
      SELECT n.account_id, 'check', n.id, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        n.settings ->> 'name',
        CASE WHEN g.moved THEN (d.was - s.same) || jsonb_build_object('groupId', o.group_id)
          ELSE d.was - s.same END,
        CASE WHEN g.moved THEN (d.now - s.same) || jsonb_build_object('groupId', n.group_id)
          ELSE d.now - s.same END
      FROM old_rows o JOIN new_rows n ON n.id = o.id
        -- Unpacked once, not for each member.
        CROSS JOIN LATERAL (SELECT o.settings || '{}' AS was, n.settings || '{}' AS now OFFSET 0) AS d
        CROSS JOIN LATERAL (SELECT o.group_id IS DISTINCT FROM n.group_id AS moved) AS g
        CROSS JOIN LATERAL (SELECT ARRAY(SELECT m.key FROM jsonb_each(d.now) AS m
          WHERE d.was -> m.key = m.value) AS same OFFSET 0) AS s
        CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b
      WHERE g.moved OR d.was <> d.now;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_change_rows() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_TABLE_NAME = 'incident_updates' THEN
    IF TG_OP = 'DELETE' THEN
      INSERT INTO changes SELECT DISTINCT o.account_id, TG_ARGV[0], o.incident_id::text FROM old_rows o;
    ELSE
      INSERT INTO changes SELECT DISTINCT n.account_id, TG_ARGV[0], n.incident_id::text FROM new_rows n;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changes SELECT o.account_id, TG_ARGV[0], o.id::text FROM old_rows o;
  ELSE
    INSERT INTO changes SELECT n.account_id, TG_ARGV[0], n.id::text FROM new_rows n;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION pages_changed() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  accounts text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    accounts := ARRAY(SELECT DISTINCT o.account_id::text FROM old_rows o);
  ELSE
    accounts := ARRAY(SELECT DISTINCT n.account_id::text FROM new_rows n);
  END IF;
  IF accounts <> '{}' THEN
    IF TG_TABLE_NAME = 'status_pages' THEN
      PERFORM notify_later('belfry_page_addresses', '{""}');
    END IF;
    PERFORM notify_later('belfry_pages', accounts);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_later('belfry_pages', ARRAY[NEW.account_id::text]);
  RETURN NULL;
END $$;

-- Gives new checks their series and schedules; reschedule does the same for one check that changed.
CREATE FUNCTION checks_inserted() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  now_ms bigint := epoch_millis();
BEGIN
  PERFORM FROM check_groups g
    WHERE g.id IN (SELECT n.group_id FROM new_rows n WHERE n.group_id IS NOT NULL)
    ORDER BY g.id FOR SHARE;
  WITH wanted AS MATERIALIZED (
    SELECT n.account_id, n.id, w.location, w.period_ms, w.phase_ms
      FROM new_rows n LEFT JOIN check_groups g ON g.id = n.group_id
        CROSS JOIN LATERAL schedule_of(n.id, n.check_type, n.settings, g.settings) AS w
      WHERE NOT EXISTS (SELECT FROM maintenance_intervals i
            WHERE i.account_id = n.account_id AND i.starts_ms <= now_ms AND i.ends_ms > now_ms)
        OR NOT maintenance_pauses(n.account_id, tags_of(n.settings, g.settings), now_ms)),
  places AS (
    INSERT INTO shards (location, shard, watermark)
      SELECT p.location, s, now_ms - 1
        FROM (SELECT DISTINCT w.location FROM wanted w) AS p CROSS JOIN generate_series(0, 31) AS s
        WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p.location)
        ORDER BY 1, 2
      ON CONFLICT DO NOTHING),
  made AS (
    INSERT INTO series (account_id, check_id, location, shard)
      SELECT w.account_id, w.id, w.location, shard_of(w.id) FROM wanted w
      RETURNING series.id, series.check_id, series.location)
  INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms)
    SELECT m.id, now_ms, w.period_ms, w.phase_ms
      FROM made m JOIN wanted w ON w.id = m.check_id AND w.location = m.location;
  INSERT INTO changes SELECT n.account_id, 'check', n.id::text FROM new_rows n;
  PERFORM notify_later('belfry_checks', told.checks)
    FROM (SELECT array_agg(shard_of(n.id) || ':' || n.id) AS checks FROM new_rows n) AS told
    WHERE told.checks IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION checks_updated() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  told    uuid[];
  changed checks;
BEGIN
  told := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings <> n.settings OR o.group_id IS DISTINCT FROM n.group_id);
  IF told = '{}' THEN
    RETURN NULL;
  END IF;
  FOR changed IN
    SELECT n.* FROM old_rows o JOIN new_rows n ON n.id = o.id
      WHERE o.group_id IS DISTINCT FROM n.group_id
        OR o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
        OR o.settings -> 'frequency' IS DISTINCT FROM n.settings -> 'frequency'
        OR o.settings -> 'frequencyOffset' IS DISTINCT FROM n.settings -> 'frequencyOffset'
        OR o.settings -> 'locations' IS DISTINCT FROM n.settings -> 'locations'
        OR o.settings -> 'privateLocations' IS DISTINCT FROM n.settings -> 'privateLocations'
        OR o.settings -> 'tags' IS DISTINCT FROM n.settings -> 'tags'
        OR o.settings -> 'runParallel' IS DISTINCT FROM n.settings -> 'runParallel'
      ORDER BY n.id
  LOOP
    PERFORM reschedule(changed);
  END LOOP;
  INSERT INTO changes SELECT n.account_id, 'check', n.id::text FROM new_rows n WHERE n.id = ANY (told);
  PERFORM notify_later('belfry_checks', ARRAY(SELECT shard_of(t.id) || ':' || t.id FROM unnest(told) AS t (id)));
  RETURN NULL;
END $$;

CREATE FUNCTION checks_deleted() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO changes SELECT o.account_id, 'check', o.id::text FROM old_rows o;
  PERFORM notify_later('belfry_checks', told.checks)
    FROM (SELECT array_agg(shard_of(o.id) || ':' || o.id) AS checks FROM old_rows o) AS told
    WHERE told.checks IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member checks;
  told   text[] := '{}';
BEGIN
  FOR member IN SELECT * FROM checks c WHERE c.group_id = NEW.id ORDER BY c.id FOR KEY SHARE LOOP
    PERFORM reschedule(member);
    told := told || (shard_of(member.id) || ':' || member.id);
  END LOOP;
  IF told <> '{}' THEN
    PERFORM notify_later('belfry_checks', told);
  END IF;
  RETURN NULL;
END $$;

-- This body stays as it is but for the notification.
DO $$
DECLARE
  definition text := pg_get_functiondef('apply_maintenance'::regproc);
BEGIN
  definition := replace(definition, 'PERFORM pg_notify(''belfry_checks'', shard_of(one.id) || '':'' || one.id);',
    'PERFORM notify_later(''belfry_checks'', ARRAY[shard_of(one.id) || '':'' || one.id]);');
  EXECUTE definition;
END $$;

-- One trigger for each event: only so may it have transition tables.
DO $$
DECLARE
  hook    record;
  replaced record;
BEGIN
  DROP TRIGGER check_added ON checks;
  DROP TRIGGER check_changed ON checks;
  DROP TRIGGER audit_check ON checks;
  DROP TRIGGER audit_flush ON incidents;
  DROP TRIGGER audit_flush ON incident_services;
  DROP TRIGGER audit_snapshot ON incidents;
  DROP TRIGGER audit_snapshot ON incident_services;
  FOR replaced IN SELECT t.tgrelid::regclass AS source, t.tgname AS name FROM pg_trigger t
      WHERE t.tgname IN ('audit_row', 'record_change_row', 'page_changed') AND NOT t.tgisinternal
        AND t.tgrelid NOT IN ('variables'::regclass)
        AND (t.tgname, t.tgrelid) <> ('page_changed', 'maintenance_windows'::regclass) LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', replaced.name, replaced.source);
  END LOOP;
  FOR hook IN
    SELECT h.source, h.prefix, h.call, e.event, e.suffix,
        CASE e.event WHEN 'INSERT' THEN 'NEW TABLE AS new_rows'
          WHEN 'DELETE' THEN 'OLD TABLE AS old_rows'
          ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END AS tables
      FROM (VALUES ('INSERT', 'inserted'), ('UPDATE', 'updated'), ('DELETE', 'deleted')) AS e (event, suffix)
      CROSS JOIN (
        SELECT source, 'audit' AS prefix, format('audit_rows(%L)', kind) AS call FROM (VALUES
          ('accounts', 'account'), ('alert_channel_subscriptions', 'alert-channel-subscription'),
          ('alert_channels', 'alert-channel'), ('api_keys', 'api-key'), ('check_groups', 'check-group'),
          ('dashboards', 'dashboard'), ('incidents', 'incident'), ('incident_updates', 'incident-update'),
          ('maintenance_windows', 'maintenance-window'), ('private_location_keys', 'private-location-key'),
          ('private_locations', 'private-location'), ('projects', 'project'),
          ('services', 'status-page-service'), ('status_page_keys', 'status-page-key'),
          ('status_page_subscriptions', 'status-page-subscription')) AS audited (source, kind)
        UNION ALL SELECT 'checks', 'audit', 'audit_checks(''check'')'
        UNION ALL SELECT source, 'record_change', format('record_change_rows(%L)', kind) FROM (VALUES
          ('alert_channels', 'channel'), ('api_keys', 'key'), ('check_groups', 'group'),
          ('incidents', 'incident'), ('incident_updates', 'incident'),
          ('maintenance_windows', 'maintenance'), ('services', 'service'),
          ('status_pages', 'page')) AS told (source, kind)
        UNION ALL SELECT source, 'pages', 'pages_changed()' FROM (VALUES
          ('incidents'), ('incident_updates'), ('maintenance_intervals'), ('services'), ('status_pages'),
          ('status_page_cards'), ('status_page_keys'), ('status_page_services')) AS shown (source)
        UNION ALL SELECT 'incident_services', 'incident', 'incident_services_changed()') AS h
    UNION ALL VALUES
      ('checks', 'checks', 'checks_inserted()', 'INSERT', 'inserted', 'NEW TABLE AS new_rows'),
      ('checks', 'checks', 'checks_updated()', 'UPDATE', 'updated', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
      ('checks', 'checks', 'checks_deleted()', 'DELETE', 'deleted', 'OLD TABLE AS old_rows'),
      ('incidents', 'links', 'incident_services_wanted()', 'INSERT', 'inserted', 'NEW TABLE AS new_rows'),
      ('incidents', 'links', 'incident_services_wanted()', 'UPDATE', 'updated',
        'OLD TABLE AS old_rows NEW TABLE AS new_rows')
  LOOP
    EXECUTE format('CREATE TRIGGER %s_%s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s',
      hook.prefix, hook.suffix, hook.event, hook.source, hook.tables, hook.call);
  END LOOP;
END $$;

DROP FUNCTION check_changed();
DROP FUNCTION audit_document(text, jsonb);
DROP FUNCTION audit_check();
DROP FUNCTION record_change_row();
-- Shorter than before: an incident is audited by its row.
CREATE OR REPLACE FUNCTION audit_aggregate(kind text, whole uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT p.settings || jsonb_build_object('cards', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'services', coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', s.service_id) ORDER BY s.position)
          FROM status_page_services s WHERE s.card_id = c.id), '[]')) ORDER BY c.position)
      FROM status_page_cards c WHERE c.page_id = p.id), '[]'))
    FROM status_pages p WHERE p.id = whole);
END $$;
