-- Who changed what, when, from what to what (ADR 23). Written by triggers, so that no statement can
-- forget it, in the transaction of the change. No foreign keys: entries outlive what they are about,
-- and must not make changes wait for each other.

-- Tells entries of one millisecond apart, in the order in which they are written.
CREATE SEQUENCE audit_order AS integer MINVALUE 0 MAXVALUE 1048575 CYCLE;

-- id: the milliseconds since 1970 UTC, shifted by 20 bits, and a number of audit_order: it orders
-- entries by age and tells their partition. actor: key:<id of an API key>, public, system, command,
-- file, or database for whoever is not the service. action: CREATE, UPDATE or DELETE; a constraint that
-- says so would be parsed anew by every insert. before and after: the members of the resource as
-- the API calls them; of an update those that differ.
CREATE TABLE audit_entries (
  id            bigint NOT NULL
    DEFAULT (epoch_millis() << 20) + nextval('audit_order'),
  account_id    uuid NOT NULL,
  resource_type text NOT NULL,
  resource_id   text NOT NULL,
  action        text NOT NULL,
  actor         text NOT NULL DEFAULT coalesce(nullif(current_setting('belfry.actor', true), ''), 'database'),
  request_id    text DEFAULT nullif(current_setting('belfry.request', true), ''),
  name          text,
  before        jsonb,
  after         jsonb,
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_entries_resource ON audit_entries (account_id, resource_id, id);
CREATE INDEX audit_entries_kind ON audit_entries (account_id, resource_type, action, id);
CREATE INDEX audit_entries_actor ON audit_entries (account_id, actor, resource_type, action, id);

-- Entries are never changed: against mistakes, not against the owner of the table.
CREATE FUNCTION audit_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log cannot be changed';
END $$;
CREATE TRIGGER audit_is_final BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION audit_is_final();

-- Makes the partitions of a month and of so many after it, unless they are there. An empty table is
-- attached, which waits for nobody.
CREATE FUNCTION make_audit_partitions(at_ms bigint, months integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  first timestamp;
  name  text;
BEGIN
  FOR i IN 0..months LOOP
    first := date_trunc('month', to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC') + make_interval(months => i);
    name := 'audit_entries' || to_char(first, '_YYYYMMDD');
    IF to_regclass(name) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtext('belfry.partitions'));
      IF to_regclass(name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE audit_entries INCLUDING ALL)', name);
        EXECUTE format('ALTER TABLE audit_entries ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name,
          (extract(epoch FROM first)::bigint * 1000) << 20,
          (extract(epoch FROM first + interval '1 month')::bigint * 1000) << 20);
      END IF;
    END IF;
  END LOOP;
END $$;
SELECT make_audit_partitions(epoch_millis(), 12);

-- A secret as entries have it: key and nonce of a sealed text, by which two of them differ, without
-- what is sealed. One from before there was sealing leaves no trace.
CREATE FUNCTION audit_secret(stored text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN stored LIKE 'sealed:v1:%' THEN left(stored, 35) WHEN stored <> '' THEN '****' ELSE stored END $$;

-- An address of a subscriber as entries have it: the page's owner recognises it, a stranger does not.
CREATE FUNCTION audit_address(address text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN address LIKE '%://%' THEN regexp_replace(address, '^([a-z]+://)([^/@]*@)?([^/?#]*).*$', '\1\3/****')
     ELSE regexp_replace(address, '^(.).*(@[^@]*)$', '\1****\2') END $$;

-- The settings of a group without its secrets.
CREATE FUNCTION audit_group(settings jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT settings
    || CASE WHEN jsonb_typeof(settings -> 'environmentVariables') = 'array' THEN jsonb_build_object(
         'environmentVariables', coalesce((
           SELECT jsonb_agg(CASE WHEN v.item -> 'secret' = 'true'
               THEN v.item || jsonb_build_object('value', audit_secret(v.item ->> 'value')) ELSE v.item END
             ORDER BY v.position)
           FROM jsonb_array_elements(settings -> 'environmentVariables')
             WITH ORDINALITY AS v (item, position)), '[]'))
       ELSE '{}' END
    || CASE WHEN settings #>> '{apiCheckDefaults,basicAuth,password}' IS NOT NULL THEN jsonb_build_object(
         'apiCheckDefaults', jsonb_set(settings -> 'apiCheckDefaults', '{basicAuth,password}',
           to_jsonb(audit_secret(settings #>> '{apiCheckDefaults,basicAuth,password}'))))
       ELSE '{}' END $$;

-- A row as the API shows it, but for times, ids, and secrets.
CREATE FUNCTION audit_document(source text, r jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE source
    WHEN 'accounts' THEN jsonb_build_object('name', r -> 'name', 'runtimeId', r -> 'runtime_id',
      'alertSettings', r -> 'alert_settings')
    WHEN 'alert_channel_subscriptions' THEN jsonb_build_object('alertChannelId', r -> 'channel_id',
      'checkId', r -> 'check_id', 'groupId', r -> 'group_id', 'activated', r -> 'activated')
    WHEN 'alert_channels' THEN (r -> 'settings') || jsonb_build_object('type', r -> 'type',
      'config', (r -> 'config') || coalesce((
        SELECT jsonb_object_agg(key, audit_secret(value)) FROM jsonb_each_text(r -> 'config')
        WHERE key IN ('webhookSecret', 'apiKey', 'serviceKey') AND value IS NOT NULL), '{}'))
    WHEN 'api_keys' THEN jsonb_build_object('name', r -> 'name', 'scope', r -> 'scope',
      'rateLimit', r -> 'rate_limit', 'expiresAt', r -> 'expires_at', 'revokedAt', r -> 'revoked_at')
    WHEN 'check_groups' THEN audit_group(r -> 'settings')
    WHEN 'checks' THEN (r -> 'settings')
      || jsonb_build_object('checkType', r -> 'check_type', 'groupId', r -> 'group_id')
    WHEN 'dashboards' THEN r -> 'settings'
    WHEN 'incident_updates' THEN jsonb_build_object('incidentId', r -> 'incident_id',
      'description', r -> 'description', 'status', r -> 'status',
      'publicIncidentUpdateDate', r -> 'public_date', 'notifySubscribers', r -> 'notify_subscribers')
    WHEN 'maintenance_windows' THEN jsonb_build_object('name', r -> 'name',
      'description', r -> 'description', 'startsAt', r -> 'starts_at', 'endsAt', r -> 'ends_at',
      'repeatUnit', r -> 'repeat_unit', 'repeatInterval', r -> 'repeat_interval',
      'repeatEndsAt', r -> 'repeat_ends_at', 'timezone', r -> 'timezone', 'tags', r -> 'tags',
      'pauseAllChecks', r -> 'pause_all_checks', 'silenceAllAlerts', r -> 'silence_all_alerts',
      'silenceAlertsTags', r -> 'silence_alerts_tags')
    WHEN 'private_location_keys' THEN jsonb_build_object('privateLocationId', r -> 'location_id',
      'maskedKey', r -> 'masked_key')
    WHEN 'private_locations' THEN jsonb_build_object('name', r -> 'name', 'slugName', r -> 'slug_name',
      'icon', r -> 'icon', 'proxyUrl', CASE WHEN r ->> 'proxy_url' LIKE 'sealed:v1:%'
        THEN audit_secret(r ->> 'proxy_url')
        ELSE regexp_replace(r ->> 'proxy_url', '^(([^:/?#]*://)?[^:/?#]*:).*(@[^@]*)$', '\1****\3') END)
    WHEN 'projects' THEN jsonb_build_object('logicalId', r -> 'logical_id', 'name', r -> 'name',
      'repoUrl', r -> 'repo_url')
    WHEN 'services' THEN jsonb_build_object('name', r -> 'name')
    WHEN 'status_page_subscriptions' THEN jsonb_build_object('statusPageId', r -> 'page_id',
      'type', r -> 'type', 'address', audit_address(r ->> 'address'), 'status', r -> 'status')
    WHEN 'variables' THEN jsonb_build_object('key', r -> 'key', 'value',
      CASE WHEN r -> 'secret' = 'true' THEN audit_secret(r ->> 'value') ELSE r ->> 'value' END,
      'locked', r -> 'locked', 'secret', r -> 'secret')
  END $$;

-- Writes an entry, unless nothing has changed; of an update the members that differ. A document is
-- null where there is no resource.
CREATE FUNCTION audit(account uuid, kind text, id text, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  whole jsonb := coalesce(after, before);
  same  text[] := '{}';
BEGIN
  IF before IS NOT DISTINCT FROM after THEN
    RETURN;
  END IF;
  IF before IS NOT NULL AND after IS NOT NULL THEN
    same := ARRAY(SELECT e.key FROM jsonb_each(after) AS e WHERE before -> e.key = e.value);
  END IF;
  INSERT INTO audit_entries (account_id, resource_type, resource_id, action, name, before, after)
    VALUES (account, kind, id,
      CASE WHEN before IS NULL THEN 'CREATE' WHEN after IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      coalesce(whole ->> 'name', whole ->> 'key', whole #>> '{config,name}', whole ->> 'maskedKey'),
      before - same, after - same);
END $$;

-- Most tables: a row is a resource. Its argument: the resource's type.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  any_row jsonb := coalesce(new_row, old_row);
  account uuid := any_row ->> 'account_id';
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    account := any_row ->> 'id';
  ELSIF TG_TABLE_NAME = 'private_location_keys' THEN
    SELECT p.account_id INTO account FROM private_locations p
      WHERE p.id = (any_row ->> 'location_id')::uuid;
  END IF;
  PERFORM audit(account, TG_ARGV[0], any_row ->> CASE TG_TABLE_NAME WHEN 'variables' THEN 'key' ELSE 'id' END,
    audit_document(TG_TABLE_NAME, old_row), audit_document(TG_TABLE_NAME, new_row));
  RETURN NULL;
END $$;

-- Updates of checks come by the thousand a second: the same as above with as little as possible. (A
-- condition of the trigger would be parsed anew by every update.)
CREATE FUNCTION audit_check() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  same text[];
  was  jsonb;
  now  jsonb;
BEGIN
  IF OLD.settings = NEW.settings AND OLD.group_id IS NOT DISTINCT FROM NEW.group_id THEN
    RETURN NULL;
  END IF;
  same := ARRAY(SELECT e.key FROM jsonb_each(NEW.settings) AS e WHERE OLD.settings -> e.key = e.value);
  was := OLD.settings - same;
  now := NEW.settings - same;
  IF OLD.group_id IS DISTINCT FROM NEW.group_id THEN
    was := was || jsonb_build_object('groupId', OLD.group_id);
    now := now || jsonb_build_object('groupId', NEW.group_id);
  END IF;
  INSERT INTO audit_entries (account_id, resource_type, resource_id, action, name, before, after)
    VALUES (NEW.account_id, 'check', NEW.id, 'UPDATE', NEW.settings ->> 'name', was, now);
  RETURN NULL;
END $$;

-- Status pages and incidents are several rows each. Of those that a transaction touches: what they
-- were before it. Empty but for transactions under way.
CREATE UNLOGGED TABLE audit_pending (
  transaction xid8 NOT NULL,
  resource_id uuid NOT NULL,
  before      jsonb,
  PRIMARY KEY (transaction, resource_id)
);

-- A status page or incident with all that belongs to it, null when it is not there.
CREATE FUNCTION audit_whole(kind text, whole uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF kind = 'incident' THEN
    RETURN (SELECT jsonb_build_object('name', i.name, 'severity', i.severity, 'services', coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', s.service_id) ORDER BY s.position, s.service_id)
        FROM incident_services s WHERE s.incident_id = i.id), '[]'))
      FROM incidents i WHERE i.id = whole);
  END IF;
  RETURN (SELECT p.settings || jsonb_build_object('cards', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'services', coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', s.service_id) ORDER BY s.position)
          FROM status_page_services s WHERE s.card_id = c.id), '[]')) ORDER BY c.position)
      FROM status_page_cards c WHERE c.page_id = p.id), '[]'))
    FROM status_pages p WHERE p.id = whole);
END $$;

-- Before anything of it changes. Arguments: the type, and the column with the id of the whole.
CREATE FUNCTION audit_touched() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole uuid := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[1];
BEGIN
  IF NOT EXISTS (SELECT FROM audit_pending p
      WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole) THEN
    INSERT INTO audit_pending VALUES (pg_current_xact_id(), whole, audit_whole(TG_ARGV[0], whole));
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- When the transaction is done with it.
CREATE FUNCTION audit_settled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one   jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole uuid := one ->> TG_ARGV[1];
  was   jsonb;
BEGIN
  DELETE FROM audit_pending p WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole
    RETURNING p.before INTO was;
  IF FOUND THEN
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, was, audit_whole(TG_ARGV[0], whole));
  END IF;
  RETURN NULL;
END $$;

-- While the location can still be asked whose it is.
CREATE FUNCTION private_location_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM private_location_keys WHERE location_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER private_location_goes BEFORE DELETE ON private_locations
  FOR EACH ROW EXECUTE FUNCTION private_location_goes();

DO $$
DECLARE
  audited record;
BEGIN
  FOR audited IN SELECT * FROM (VALUES
      ('accounts', 'account'), ('alert_channel_subscriptions', 'alert-channel-subscription'),
      ('alert_channels', 'alert-channel'), ('api_keys', 'api-key'), ('check_groups', 'check-group'),
      ('dashboards', 'dashboard'), ('incident_updates', 'incident-update'),
      ('maintenance_windows', 'maintenance-window'), ('private_location_keys', 'private-location-key'),
      ('private_locations', 'private-location'), ('projects', 'project'),
      ('services', 'status-page-service'), ('status_page_subscriptions', 'status-page-subscription'),
      ('variables', 'variable')) AS rows (source, kind)
  LOOP
    EXECUTE format('CREATE TRIGGER audit_row AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_row(%L)', audited.source, audited.kind);
  END LOOP;
  FOR audited IN SELECT * FROM (VALUES
      ('incidents', 'incident', 'id'), ('incident_services', 'incident', 'incident_id'),
      ('status_pages', 'status-page', 'id'), ('status_page_cards', 'status-page', 'page_id'),
      ('status_page_services', 'status-page', 'page_id')) AS parts (source, kind, whole)
  LOOP
    EXECUTE format('CREATE TRIGGER audit_touched BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_touched(%L, %L)', audited.source, audited.kind, audited.whole);
    EXECUTE format('CREATE CONSTRAINT TRIGGER audit_settled AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_settled(%L, %L)',
      audited.source, audited.kind, audited.whole);
  END LOOP;
END $$;
CREATE TRIGGER audit_row AFTER INSERT OR DELETE ON checks
  FOR EACH ROW EXECUTE FUNCTION audit_row('check');
CREATE TRIGGER audit_check AFTER UPDATE ON checks FOR EACH ROW EXECUTE FUNCTION audit_check();
