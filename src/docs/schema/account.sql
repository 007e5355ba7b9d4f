-- The functions of the room account with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Writes an audit entry unless the two documents are equal. An update keeps the members that differ.
-- Called by audit_flush, audit_row.
CREATE OR REPLACE FUNCTION audit(account uuid, kind text, id text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Masks the address of a subscriber for the audit log.
-- Called by audit_document.
CREATE OR REPLACE FUNCTION audit_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT CASE WHEN address LIKE '%://%' THEN regexp_replace(address, '^([a-z]+://)([^/@]*@)?([^/?#]*).*$', '\1\3/****')
     ELSE regexp_replace(address, '^(.).*(@[^@]*)$', '\1****\2') END $function$;

-- Returns a status page or an incident with its parts as one document, null when it does not exist.
-- Called by audit_flush, audit_snapshot.
CREATE OR REPLACE FUNCTION audit_aggregate(kind text, whole uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Writes the audit entry of an updated check. It does less work than audit_row, because checks are
-- updated most often.
CREATE OR REPLACE FUNCTION audit_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
CREATE TRIGGER audit_check
  AFTER UPDATE ON checks FOR EACH ROW
  EXECUTE FUNCTION audit_check();

-- Returns a row as the API shows it, without times and ids, and with masked secrets.
-- Called by audit_row_document.
CREATE OR REPLACE FUNCTION audit_document(source text, r jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
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
  END $function$;

-- Writes one audit entry for a status page or an incident when the transaction commits.
CREATE OR REPLACE FUNCTION audit_flush()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  one   jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole uuid := one ->> TG_ARGV[1];
  was   jsonb;
BEGIN
  DELETE FROM audit_pending p WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole
    RETURNING p.before INTO was;
  IF FOUND THEN
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, was, audit_aggregate(TG_ARGV[0], whole));
  END IF;
  RETURN NULL;
END $function$;
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON incident_services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('incident', 'incident_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON incidents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('incident', 'id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_page_cards DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'page_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_page_services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'page_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'id');

-- Returns the settings of a group with masked secrets.
-- Called by audit_document.
CREATE OR REPLACE FUNCTION audit_group(settings jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
       ELSE '{}' END $function$;

-- Refuses to update or delete an audit entry.
CREATE OR REPLACE FUNCTION audit_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the audit log cannot be changed';
END $function$;
CREATE TRIGGER audit_is_final
  BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION audit_is_final();

-- Writes the audit entry of a changed row. Its argument is the resource type.
CREATE OR REPLACE FUNCTION audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
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
    audit_row_document(TG_TABLE_NAME, old_row), audit_row_document(TG_TABLE_NAME, new_row));
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON accounts FOR EACH ROW
  EXECUTE FUNCTION audit_row('account');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON alert_channel_subscriptions FOR EACH ROW
  EXECUTE FUNCTION audit_row('alert-channel-subscription');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON alert_channels FOR EACH ROW
  EXECUTE FUNCTION audit_row('alert-channel');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON api_keys FOR EACH ROW
  EXECUTE FUNCTION audit_row('api-key');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON check_groups FOR EACH ROW
  EXECUTE FUNCTION audit_row('check-group');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE ON checks FOR EACH ROW
  EXECUTE FUNCTION audit_row('check');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON dashboards FOR EACH ROW
  EXECUTE FUNCTION audit_row('dashboard');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON incident_updates FOR EACH ROW
  EXECUTE FUNCTION audit_row('incident-update');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON maintenance_windows FOR EACH ROW
  EXECUTE FUNCTION audit_row('maintenance-window');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON private_location_keys FOR EACH ROW
  EXECUTE FUNCTION audit_row('private-location-key');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON private_locations FOR EACH ROW
  EXECUTE FUNCTION audit_row('private-location');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON projects FOR EACH ROW
  EXECUTE FUNCTION audit_row('project');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON services FOR EACH ROW
  EXECUTE FUNCTION audit_row('status-page-service');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON status_page_keys FOR EACH ROW
  EXECUTE FUNCTION audit_row('status-page-key');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON status_page_subscriptions FOR EACH ROW
  EXECUTE FUNCTION audit_row('status-page-subscription');
CREATE TRIGGER audit_row
  AFTER INSERT OR DELETE OR UPDATE ON variables FOR EACH ROW
  EXECUTE FUNCTION audit_row('variable');

-- Extends audit_document with tables and columns that later migrations added.
-- Called by audit_row.
CREATE OR REPLACE FUNCTION audit_row_document(source text, r jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT CASE source
    WHEN 'status_page_keys' THEN jsonb_build_object('statusPageId', r -> 'page_id', 'name', r -> 'name',
      'maskedKey', r -> 'masked_key')
    WHEN 'maintenance_windows' THEN audit_document(source, r) || jsonb_build_object('statusPageVisibility',
      jsonb_build_object('enabled', r -> 'shown', 'serviceIds', r -> 'service_ids'))
    ELSE audit_document(source, r) END $function$;

-- Returns the key and the nonce of a sealed secret, which differ for different secrets, and masks
-- any other.
-- Called by audit_document, audit_group.
CREATE OR REPLACE FUNCTION audit_secret(stored text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT CASE WHEN stored LIKE 'sealed:v1:%' THEN left(stored, 35) WHEN stored <> '' THEN '****' ELSE stored END $function$;

-- Keeps a status page or an incident as it was before the transaction changed it first.
CREATE OR REPLACE FUNCTION audit_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  whole uuid := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[1];
BEGIN
  IF NOT EXISTS (SELECT FROM audit_pending p
      WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole) THEN
    INSERT INTO audit_pending VALUES (pg_current_xact_id(), whole, audit_aggregate(TG_ARGV[0], whole));
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $function$;
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON incident_services FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('incident', 'incident_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON incidents FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('incident', 'id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_page_cards FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'page_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_page_services FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'page_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_pages FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'id');

-- Creates the monthly partitions of the audit log from a given time on, unless they exist.
CREATE OR REPLACE FUNCTION make_audit_partitions(at_ms bigint, months integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$;
