-- The functions of the room account with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Restricts the members of an account that begins or ends to require a second factor.
CREATE OR REPLACE FUNCTION account_requires_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM restrict_members(NEW.id, NULL);
  RETURN NULL;
END $function$;
CREATE TRIGGER requires_factor
  AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (old.second_factor_required <> new.second_factor_required)
  EXECUTE FUNCTION account_requires_factor();

-- Returns the name of a person or an API key that acted in an account; null for other actors, and for
-- those that are gone. The name of a key is for its own account alone.
CREATE OR REPLACE FUNCTION actor_name(account uuid, actor text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE
    WHEN actor ~ '^user:[0-9a-f-]{36}$' THEN
      (SELECT u.name FROM users u WHERE u.id = substr(actor, 6)::uuid)
    WHEN actor ~ '^key:[0-9a-f-]{36}$' THEN
      (SELECT k.name FROM api_keys k WHERE k.id = substr(actor, 5)::uuid AND k.account_id = account)
    END $function$;

-- Returns actor and request of a statement or transaction.
-- Called by audit_checks, audit_dependencies, audit_incident_updates, audit_incidents, audit_person, audit_person_event, audit_rows, audit_snapshot, keep_deleted.
CREATE OR REPLACE FUNCTION actor_of_statement()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_array(
    coalesce(nullif(current_setting('belfry.actor', true), ''), 'database'),
    nullif(current_setting('belfry.request', true), '')) $function$;

-- Returns actor and request of each row of a batch by what its request names, or null.
-- Called by audit_checks, audit_dependencies, audit_incident_updates, audit_incidents, audit_rows, audit_snapshot, keep_deleted.
CREATE OR REPLACE FUNCTION actors_of_batch()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('belfry.acting', true), '')::jsonb $function$;

-- Writes an audit entry unless the two documents are equal. An update keeps the members that differ.
-- Called by audit_flush, audit_person, audit_person_event, audit_snapshot.
CREATE OR REPLACE FUNCTION audit(account uuid, kind text, id text, before jsonb, after jsonb, acted jsonb)
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
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    VALUES (account, kind, id,
      CASE WHEN before IS NULL THEN 'CREATE' WHEN after IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      acted ->> 0, nullif(acted ->> 1, ''),
      coalesce(whole ->> 'name', whole ->> 'key', whole #>> '{config,name}', whole ->> 'maskedKey'),
      before - same, after - same);
END $function$;

-- Masks the address of a subscriber for the audit log.
-- Called by audit_row_document.
CREATE OR REPLACE FUNCTION audit_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN address LIKE '%://%' THEN
      regexp_replace(address, '^([a-z]+://)([^/@]*@)?([^/?#]*).*$', '\1\3/****')
    WHEN address LIKE '+%' AND address NOT LIKE '%@%' THEN shown_address('SMS', address)
    ELSE regexp_replace(address, '^(.).*(@[^@]*)$', '\1****\2') END
$function$;

-- Returns a status page or a team with its parts as one document, null when it does not exist.
-- Called by audit_flush, audit_snapshot.
CREATE OR REPLACE FUNCTION audit_aggregate(kind text, whole uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Returns the settings of a check with masked secrets.
-- Called by audit_checks.
CREATE OR REPLACE FUNCTION audit_check(settings jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT settings
    || jsonb_build_object('environmentVariables', coalesce((
         SELECT jsonb_agg(CASE WHEN v.item -> 'secret' = 'true'
             THEN v.item || jsonb_build_object('value', audit_secret(v.item ->> 'value')) ELSE v.item END
           ORDER BY v.position)
         FROM jsonb_array_elements(settings_list(settings -> 'environmentVariables'))
           WITH ORDINALITY AS v (item, position)), '[]'))
    || CASE WHEN settings #>> '{request,basicAuth,password}' IS NOT NULL THEN jsonb_build_object(
         'request', jsonb_set(settings -> 'request', '{basicAuth,password}',
           to_jsonb(audit_secret(settings #>> '{request,basicAuth,password}'))))
       ELSE '{}' END $function$;

-- Writes the audit entries of the checks of a statement. It does less work than audit_rows, because
-- checks are updated most often.
CREATE OR REPLACE FUNCTION audit_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, after)
      SELECT n.account_id, 'check', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        n.settings ->> 'name',
        CASE WHEN n.settings ? 'environmentVariables' THEN audit_check(n.settings) ELSE n.settings END
          || jsonb_build_object('checkType', n.check_type, 'groupId', n.group_id)
      FROM new_rows n CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before)
      SELECT o.account_id, 'check', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        o.settings ->> 'name',
        CASE WHEN o.settings ? 'environmentVariables' THEN audit_check(o.settings) ELSE o.settings END
          || jsonb_build_object('checkType', o.check_type, 'groupId', o.group_id)
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
        CROSS JOIN LATERAL (SELECT
            CASE WHEN o.settings ? 'environmentVariables' THEN audit_check(o.settings) ELSE o.settings END
              || '{}' AS was,
            CASE WHEN n.settings ? 'environmentVariables' THEN audit_check(n.settings) ELSE n.settings END
              || '{}' AS now OFFSET 0) AS d
        CROSS JOIN LATERAL (SELECT o.group_id IS DISTINCT FROM n.group_id AS moved) AS g
        CROSS JOIN LATERAL (SELECT ARRAY(SELECT m.key FROM jsonb_each(d.now) AS m
          WHERE d.was -> m.key = m.value) AS same OFFSET 0) AS s
        CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b
      WHERE g.moved OR d.was <> d.now;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON checks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_checks('check');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON checks
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_checks('check');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON checks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_checks('check');

-- Writes the audit entries of the dependencies of checks and groups.
CREATE OR REPLACE FUNCTION audit_dependencies()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  actors  jsonb := actors_of_batch();
  actor   jsonb := actor_of_statement();
  changed jsonb[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(n) ORDER BY n.id) INTO changed FROM new_rows n;
  ELSE
    SELECT array_agg(to_jsonb(o) ORDER BY o.id) INTO changed FROM old_rows o;
  END IF;
  IF changed IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    SELECT d.account_id, d.type, d.resource, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
      d.name, CASE WHEN TG_OP = 'DELETE' THEN d.document ELSE '{}' END,
      CASE WHEN TG_OP = 'INSERT' THEN d.document ELSE '{}' END
    FROM (
      SELECT coalesce(c.account_id, g.account_id) AS account_id,
        CASE WHEN c.id IS NULL THEN 'check-group' ELSE 'check' END AS type,
        coalesce(c.id::text, g.id::text) AS resource,
        coalesce(c.settings ->> 'name', g.settings ->> 'name') AS name,
        jsonb_build_object('dependsOn', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'checkId', r.one -> 'parent_check_id', 'groupId', r.one -> 'parent_group_id')))) AS document
      FROM unnest(changed) AS r (one)
        LEFT JOIN checks c ON c.id = (r.one ->> 'check_id')::uuid
        LEFT JOIN check_groups g ON g.id = (r.one ->> 'group_id')::bigint
      WHERE c.id IS NOT NULL OR g.id IS NOT NULL
      GROUP BY c.id, g.id) AS d
    CROSS JOIN LATERAL (SELECT coalesce(actors -> d.resource, actor) AS acted) AS b;
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON dependencies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_dependencies('check');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON dependencies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_dependencies('check');

-- Writes one audit entry for a status page when the transaction commits.
CREATE OR REPLACE FUNCTION audit_flush()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  one     jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole   uuid := one ->> TG_ARGV[1];
  pending audit_pending;
BEGIN
  DELETE FROM audit_pending p WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole
    RETURNING p.* INTO pending;
  IF FOUND THEN
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, pending.before,
      audit_aggregate(TG_ARGV[0], whole), pending.acted);
  END IF;
  RETURN NULL;
END $function$;
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_page_cards DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'page_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_page_services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'page_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON status_pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('status-page', 'id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON team_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('team', 'team_id');
CREATE CONSTRAINT TRIGGER audit_flush
  AFTER INSERT OR DELETE OR UPDATE ON teams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_flush('team', 'id');

-- Returns the settings of a group with masked secrets.
-- Called by audit_row_document.
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

-- Returns an incident as the API shows it, without times and its id.
-- Called by audit_incidents.
CREATE OR REPLACE FUNCTION audit_incident(name text, severity text, services uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN jsonb_build_object('name', name, 'severity', severity, 'services', coalesce(
    (SELECT jsonb_agg(jsonb_build_object('id', s.id) ORDER BY s.position)
      FROM unnest(services) WITH ORDINALITY AS s (id, position)), '[]'));
END $function$;

-- Writes the audit entries of the incident updates of a statement, from columns as audit_checks does.
CREATE OR REPLACE FUNCTION audit_incident_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, after)
      SELECT n.account_id, 'incident-update', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('incidentId', n.incident_id, 'description', n.description, 'status', n.status,
          'publicIncidentUpdateDate', n.public_date, 'notifySubscribers', n.notify_subscribers)
      FROM new_rows n CROSS JOIN LATERAL (SELECT
        coalesce(actors -> n.id::text, actors -> n.incident_id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, before)
      SELECT o.account_id, 'incident-update', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('incidentId', o.incident_id, 'description', o.description, 'status', o.status,
          'publicIncidentUpdateDate', o.public_date, 'notifySubscribers', o.notify_subscribers)
      FROM old_rows o CROSS JOIN LATERAL (SELECT
        coalesce(actors -> o.id::text, actors -> o.incident_id::text, actor) AS acted) AS b;
  ELSE
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, before, after)
      SELECT n.account_id, 'incident-update', n.id, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
        jsonb_build_object('description', o.description, 'status', o.status,
          'publicIncidentUpdateDate', o.public_date, 'notifySubscribers', o.notify_subscribers) - s.same,
        jsonb_build_object('description', n.description, 'status', n.status,
          'publicIncidentUpdateDate', n.public_date, 'notifySubscribers', n.notify_subscribers) - s.same
      FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (SELECT array_remove(ARRAY[
          CASE WHEN o.description = n.description THEN 'description' END,
          CASE WHEN o.status = n.status THEN 'status' END,
          CASE WHEN o.public_date = n.public_date THEN 'publicIncidentUpdateDate' END,
          CASE WHEN o.notify_subscribers = n.notify_subscribers THEN 'notifySubscribers' END],
          NULL) AS same) AS s
        CROSS JOIN LATERAL (SELECT
          coalesce(actors -> n.id::text, actors -> n.incident_id::text, actor) AS acted) AS b
      WHERE (o.description, o.status, o.public_date, o.notify_subscribers)
        IS DISTINCT FROM (n.description, n.status, n.public_date, n.notify_subscribers);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON incident_updates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incident_updates('incident-update');

-- Writes the audit entries of the incidents of a statement, from columns as audit_checks does.
CREATE OR REPLACE FUNCTION audit_incidents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, after)
      SELECT n.account_id, 'incident', n.id, 'CREATE', b.acted ->> 0, nullif(b.acted ->> 1, ''), n.name,
        audit_incident(n.name, n.severity, n.service_ids)
      FROM new_rows n CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before)
      SELECT o.account_id, 'incident', o.id, 'DELETE', b.acted ->> 0, nullif(b.acted ->> 1, ''), o.name,
        audit_incident(o.name, o.severity, o.service_ids)
      FROM old_rows o CROSS JOIN LATERAL (SELECT coalesce(actors -> o.id::text, actor) AS acted) AS b;
  ELSE
    INSERT INTO audit_entries
        (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
      SELECT n.account_id, 'incident', n.id, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''), n.name,
        audit_incident(o.name, o.severity, o.service_ids) - s.same,
        audit_incident(n.name, n.severity, n.service_ids) - s.same
      FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (SELECT array_remove(ARRAY[CASE WHEN o.name = n.name THEN 'name' END,
          CASE WHEN o.severity = n.severity THEN 'severity' END,
          CASE WHEN o.service_ids = n.service_ids THEN 'services' END], NULL) AS same) AS s
        CROSS JOIN LATERAL (SELECT coalesce(actors -> n.id::text, actor) AS acted) AS b
      WHERE (o.name, o.severity, o.service_ids) IS DISTINCT FROM (n.name, n.severity, n.service_ids);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incidents('incident');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON incidents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incidents('incident');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON incidents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_incidents('incident');

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

-- Writes the audit entry of a membership or an invitation. Its arguments are the type of the
-- resource and the column of its id.
CREATE OR REPLACE FUNCTION audit_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  before jsonb;
  after  jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    before := to_jsonb(OLD);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    after := to_jsonb(NEW);
  END IF;
  PERFORM audit((coalesce(after, before) ->> 'account_id')::uuid, TG_ARGV[0],
    coalesce(after, before) ->> TG_ARGV[1], audit_person_document(TG_TABLE_NAME, before),
    audit_person_document(TG_TABLE_NAME, after), actor_of_statement());
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON invitations FOR EACH ROW
  EXECUTE FUNCTION audit_person('invitation', 'id');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON invitations FOR EACH ROW
  EXECUTE FUNCTION audit_person('invitation', 'id');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON invitations FOR EACH ROW
  EXECUTE FUNCTION audit_person('invitation', 'id');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON memberships FOR EACH ROW
  EXECUTE FUNCTION audit_person('member', 'user_id');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON memberships FOR EACH ROW
  EXECUTE FUNCTION audit_person('member', 'user_id');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON memberships FOR EACH ROW
  EXECUTE FUNCTION audit_person('member', 'user_id');

-- Returns a membership or an invitation as the API shows it; null where no account is concerned.
-- Called by audit_person.
CREATE OR REPLACE FUNCTION audit_person_document(source text, r jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF r ->> 'account_id' IS NULL THEN
    RETURN NULL;
  END IF;
  IF source = 'memberships' THEN
    RETURN (SELECT jsonb_build_object('name', u.name, 'email', u.email, 'role', member_role(r ->> 'role'))
      FROM users u WHERE u.id = (r ->> 'user_id')::uuid);
  END IF;
  RETURN jsonb_build_object('email', r -> 'email', 'role', member_role(r ->> 'role'),
    'expiresAt', r -> 'expires_at');
END $function$;

-- Writes an event of a person as a change of the member: in one account, or without one in all. A
-- request without a key acts on behalf of the person, who has just proved who it is.
-- Called by console_session_begun, console_sessions_ended, person_password_changed, recovery_codes_made, second_factor_turned.
CREATE OR REPLACE FUNCTION audit_person_event(account uuid, person uuid, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  acted jsonb := actor_of_statement();
BEGIN
  IF acted ->> 0 = 'public' THEN
    acted := jsonb_set(acted, '{0}', to_jsonb('user:' || person));
  END IF;
  PERFORM audit(m.account_id, 'member', person::text, before || jsonb_build_object('name', u.name),
      after || jsonb_build_object('name', u.name), acted)
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.user_id = person AND (account IS NULL OR m.account_id = account);
END $function$;

-- Returns a row as the API shows it, without times and ids, and with masked secrets.
-- Called by audit_rows.
CREATE OR REPLACE FUNCTION audit_row_document(source text, r jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
BEGIN
  IF source = 'accounts' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'runtimeId', r -> 'runtime_id',
        'alertSettings', r -> 'alert_settings',
        'secondFactorRequired', r -> 'second_factor_required');
  ELSIF source = 'alert_channel_subscriptions' THEN
    RETURN jsonb_build_object('alertChannelId', r -> 'channel_id',
        'checkId', r -> 'check_id', 'groupId', r -> 'group_id', 'activated', r -> 'activated');
  ELSIF source = 'alert_channels' THEN
    RETURN (r -> 'settings') || jsonb_build_object('type', r -> 'type',
        'config', (r -> 'config') || coalesce((
          SELECT jsonb_object_agg(key, audit_secret(value)) FROM jsonb_each_text(r -> 'config')
          WHERE key IN ('webhookSecret', 'apiKey', 'serviceKey') AND value IS NOT NULL), '{}'));
  ELSIF source = 'api_keys' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'scope', CASE WHEN r -> 'scope' = '"write"' AND r -> 'administers' = 'true'
          THEN '"admin"' ELSE r -> 'scope' END,
        'rateLimit', r -> 'rate_limit', 'expiresAt', r -> 'expires_at', 'revokedAt', r -> 'revoked_at');
  ELSIF source = 'check_groups' THEN
    RETURN audit_group(r -> 'settings');
  ELSIF source = 'checks' THEN
    RETURN (r -> 'settings')
        || jsonb_build_object('checkType', r -> 'check_type', 'groupId', r -> 'group_id');
  ELSIF source = 'client_certificates' THEN
    RETURN jsonb_build_object('host', r -> 'host', 'cert', r -> 'certificate', 'ca', r -> 'trusted',
        'key', audit_secret(r ->> 'private_key'));
  ELSIF source = 'dashboards' THEN
    RETURN r -> 'settings';
  ELSIF source = 'maintenance_windows' THEN
    RETURN jsonb_build_object('name', r -> 'name',
        'description', r -> 'description', 'startsAt', r -> 'starts_at', 'endsAt', r -> 'ends_at',
        'repeatUnit', r -> 'repeat_unit', 'repeatInterval', r -> 'repeat_interval',
        'repeatEndsAt', r -> 'repeat_ends_at', 'timezone', r -> 'timezone', 'tags', r -> 'tags',
        'pauseAllChecks', r -> 'pause_all_checks', 'silenceAllAlerts', r -> 'silence_all_alerts',
        'silenceAlertsTags', r -> 'silence_alerts_tags',
        'statusPageVisibility', jsonb_build_object('enabled', r -> 'shown', 'serviceIds', r -> 'service_ids'));
  ELSIF source = 'objectives' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'description', r -> 'description',
        'checkId', r -> 'check_id', 'groupId', r -> 'group_id', 'tag', r -> 'tag', 'target', r -> 'target',
        'windowDays', r -> 'window_days', 'alertChannelSubscriptions', r -> 'subscriptions');
  ELSIF source = 'on_call_schedules' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'host', r -> 'host', 'timeZone', r -> 'zone',
        'url', audit_secret(r ->> 'url'), 'rotation', r -> 'rotation', 'overrides', r -> 'overrides');
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
  ELSIF source = 'run_triggers' THEN
    RETURN jsonb_build_object('checkId', r -> 'check_id', 'groupId', r -> 'group_id');
  ELSIF source = 'services' THEN
    RETURN jsonb_build_object('name', r -> 'name');
  ELSIF source = 'status_page_keys' THEN
    RETURN jsonb_build_object('statusPageId', r -> 'page_id', 'name', r -> 'name',
        'maskedKey', r -> 'masked_key');
  ELSIF source = 'status_page_subscriptions' THEN
    RETURN jsonb_build_object('statusPageId', r -> 'page_id',
        'type', r -> 'type', 'address', audit_address(r ->> 'address'), 'status', r -> 'status',
        'services', r -> 'service_ids', 'frequency', r -> 'frequency',
        'digestHour', r -> 'digest_hour', 'timezone', r -> 'digest_zone');
  ELSIF source = 'variables' THEN
    RETURN jsonb_build_object('key', r -> 'key', 'value',
        CASE WHEN r -> 'secret' = 'true' THEN audit_secret(r ->> 'value') ELSE r ->> 'value' END,
        'locked', r -> 'locked', 'secret', r -> 'secret');
  END IF;
  RETURN NULL;
END $function$;

-- Writes the audit entries of the rows of a statement. Its argument is the resource type.
CREATE OR REPLACE FUNCTION audit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
          ELSE e.one ->> named END, actors -> (e.one ->> 'page_id'),
        actor) AS acted) AS b
    WHERE e.was IS DISTINCT FROM e.now;
  RETURN NULL;
END $function$;
CREATE TRIGGER audit_deleted
  AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('account');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON accounts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('account');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON accounts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('account');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON alert_channel_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel-subscription');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON alert_channel_subscriptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel-subscription');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON alert_channel_subscriptions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel-subscription');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON alert_channels
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON alert_channels
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON alert_channels
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('alert-channel');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON api_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('api-key');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON api_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('api-key');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON api_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('api-key');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON check_groups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('check-group');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON check_groups
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('check-group');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('check-group');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON client_certificates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('client-certificate');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON client_certificates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('client-certificate');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON dashboards
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('dashboard');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON dashboards
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('dashboard');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON dashboards
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('dashboard');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('maintenance-window');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON maintenance_windows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('maintenance-window');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('maintenance-window');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('objective');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('objective');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON objectives
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('objective');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('on-call-schedule');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON on_call_schedules
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('on-call-schedule');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('on-call-schedule');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON private_location_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location-key');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON private_location_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location-key');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON private_location_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location-key');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON private_locations
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON private_locations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON private_locations
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('private-location');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON projects
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('project');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON projects
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('project');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON projects
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('project');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON run_triggers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('trigger');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON run_triggers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('trigger');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-service');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-service');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON services
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-service');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-key');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON status_page_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-key');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-key');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON status_page_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-subscription');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON status_page_subscriptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-subscription');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON status_page_subscriptions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('status-page-subscription');
CREATE TRIGGER audit_deleted
  AFTER DELETE ON variables
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('variable');
CREATE TRIGGER audit_inserted
  AFTER INSERT ON variables
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('variable');
CREATE TRIGGER audit_updated
  AFTER UPDATE ON variables
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION audit_rows('variable');

-- Returns the key and the nonce of a sealed secret, which differ for different secrets, and masks
-- any other.
-- Called by audit_check, audit_group, audit_row_document.
CREATE OR REPLACE FUNCTION audit_secret(stored text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT CASE WHEN stored LIKE 'sealed:v1:%' THEN left(stored, 35) WHEN stored <> '' THEN '****' ELSE stored END $function$;

-- Keeps a status page as it was before the transaction, or the present request of it, changed it
-- first.
CREATE OR REPLACE FUNCTION audit_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  one     jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole   uuid := one ->> TG_ARGV[1];
  who     jsonb := coalesce(actors_of_batch() -> whole::text, actor_of_statement());
  pending audit_pending;
  is_now  jsonb;
BEGIN
  SELECT * INTO pending FROM audit_pending p
    WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole;
  IF NOT FOUND THEN
    INSERT INTO audit_pending (transaction, resource_id, before, acted)
      VALUES (pg_current_xact_id(), whole, audit_aggregate(TG_ARGV[0], whole), who);
  ELSIF pending.acted <> who THEN
    is_now := audit_aggregate(TG_ARGV[0], whole);
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, pending.before, is_now, pending.acted);
    UPDATE audit_pending p SET before = is_now, acted = who
      WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $function$;
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_page_cards FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'page_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_page_services FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'page_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON status_pages FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('status-page', 'id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON team_members FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('team', 'team_id');
CREATE TRIGGER audit_snapshot
  BEFORE INSERT OR DELETE OR UPDATE ON teams FOR EACH ROW
  EXECUTE FUNCTION audit_snapshot('team', 'id');

-- Keeps a sign-in that succeeded, for the person and for the audit log.
CREATE OR REPLACE FUNCTION console_session_begun()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  way constant text := coalesce(NEW.way, 'OTHER');
BEGIN
  INSERT INTO sign_ins (id, user_id, account_id, way, outcome, network, user_agent, day, first_at,
      last_at)
    VALUES (NEW.id, NEW.user_id, NEW.account_id, way, 'SUCCEEDED', NEW.network, NEW.user_agent,
      (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.created_at, NEW.created_at);
  PERFORM audit_person_event(NEW.account_id, NEW.user_id, '{}', jsonb_build_object('signIn', way));
  RETURN NULL;
END $function$;
CREATE TRIGGER session_begun
  AFTER INSERT ON console_sessions FOR EACH ROW
  EXECUTE FUNCTION console_session_begun();

-- Tells the audit log how many sessions of a person have ended. Most updates end none.
CREATE OR REPLACE FUNCTION console_sessions_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM audit_person_event(e.account_id, e.user_id, '{}', jsonb_build_object('sessionsEnded', e.number))
    FROM (SELECT n.account_id, n.user_id, count(*) AS number
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE o.ended_at IS NULL AND n.ended_at IS NOT NULL
      GROUP BY n.account_id, n.user_id ORDER BY n.account_id, n.user_id) AS e;
  RETURN NULL;
END $function$;
CREATE TRIGGER sessions_ended
  AFTER UPDATE ON console_sessions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION console_sessions_ended();

-- Counts keys that are created, revoked and deleted.
CREATE OR REPLACE FUNCTION count_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_usage(s.account_id, 'keys', s.n)
      FROM (SELECT n.account_id, count(*) AS n FROM new_rows n
        WHERE n.revoked_at IS NULL GROUP BY 1) AS s;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_usage(s.account_id, 'keys', -s.n)
      FROM (SELECT o.account_id, count(*) AS n FROM old_rows o
        WHERE o.revoked_at IS NULL GROUP BY 1) AS s;
  ELSE
    PERFORM add_usage(s.account_id, 'keys', s.n)
      FROM (SELECT n.account_id, count(*) FILTER (WHERE n.revoked_at IS NULL)
          - count(*) FILTER (WHERE o.revoked_at IS NULL) AS n
        FROM old_rows o JOIN new_rows n ON n.id = o.id GROUP BY 1) AS s
      WHERE s.n <> 0;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER admit_inserted
  AFTER INSERT ON api_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_keys();
CREATE TRIGGER count_deleted
  AFTER DELETE ON api_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_keys();
CREATE TRIGGER count_updated
  AFTER UPDATE ON api_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_keys();

-- Returns a new id of version 7, which sorts by time.
CREATE OR REPLACE FUNCTION deletion_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  SELECT (lpad(to_hex(epoch_millis()), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $function$;

-- Forgets the deleted resources of a deleted account.
CREATE OR REPLACE FUNCTION forget_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM deleted_parts p USING old_rows o WHERE p.account_id = o.id;
  DELETE FROM deleted_resources d USING old_rows o WHERE d.account_id = o.id;
  RETURN NULL;
END $function$;
CREATE TRIGGER forget_deleted
  AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION forget_deleted();

-- Deletes the sealed link of an invitation in the transaction that ends its delivery or the link,
-- and keeps what became of the delivery.
CREATE OR REPLACE FUNCTION forget_invitation_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'deliveries' THEN
    UPDATE invitation_mails SET sealed_link = NULL,
        state = CASE NEW.state WHEN 'DELIVERED' THEN 'SENT' ELSE 'FAILED' END,
        problem = CASE NEW.state WHEN 'DEAD' THEN NEW.answer END
      WHERE delivery_id = NEW.id AND (sealed_link IS NOT NULL OR state = 'QUEUED');
  ELSE
    UPDATE invitation_mails SET sealed_link = NULL
      WHERE invitation_id = OLD.id AND sealed_link IS NOT NULL;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER forget_link_sent
  AFTER UPDATE ON deliveries FOR EACH ROW
  WHEN (new.kind = 'INVITATION'::text AND new.state <> 'PENDING'::text)
  EXECUTE FUNCTION forget_invitation_link();
CREATE TRIGGER forget_link_ended
  AFTER DELETE ON invitations FOR EACH ROW
  EXECUTE FUNCTION forget_invitation_link();
CREATE TRIGGER forget_link_replaced
  AFTER UPDATE ON invitations FOR EACH ROW
  WHEN (old.token_hash <> new.token_hash)
  EXECUTE FUNCTION forget_invitation_link();

-- Keeps deleted resources, so that they can be restored. Its argument is the type.
CREATE OR REPLACE FUNCTION keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
END $function$;
CREATE TRIGGER keep_deleted
  AFTER DELETE ON alert_channels
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('alert-channel');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON check_groups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('check-group');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON checks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('check');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('incident');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('maintenance-window');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('on-call-schedule');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('status-page-service');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON status_pages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('status-page');
CREATE TRIGGER keep_deleted
  AFTER DELETE ON teams
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted('team');

-- Keeps rows that were deleted with a resource that owns them.
CREATE OR REPLACE FUNCTION keep_deleted_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
END $function$;
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON alert_channel_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON dependencies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON incident_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON run_triggers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON status_page_cards
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON status_page_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON status_page_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();
CREATE TRIGGER keep_deleted_parts
  AFTER DELETE ON team_members
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_deleted_parts();

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

-- Returns the member of an account whose e-mail address a text is, in any case and with blanks
-- around it; no row without one.
-- Called by assignee_name.
CREATE OR REPLACE FUNCTION member_by_email(account uuid, address text)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT u.id, u.name FROM users u JOIN memberships m ON m.user_id = u.id AND m.account_id = account
  WHERE u.email = lower(btrim(address)) $function$;

-- Restricts a new member. The locks make it wait for a change of the rule, or of the factor.
CREATE OR REPLACE FUNCTION member_needs_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  required boolean := (SELECT a.second_factor_required FROM accounts a
    WHERE a.id = NEW.account_id FOR SHARE);
  present  boolean := (SELECT f.confirmed_at IS NOT NULL FROM second_factors f
    WHERE f.user_id = NEW.user_id FOR SHARE);
BEGIN
  NEW.restricted := coalesce(required, false) AND NOT coalesce(present, false);
  RETURN NEW;
END $function$;
CREATE TRIGGER needs_factor
  BEFORE INSERT ON memberships FOR EACH ROW
  EXECUTE FUNCTION member_needs_factor();

-- Returns the word of the API for a role.
-- Called by audit_person_document.
CREATE OR REPLACE FUNCTION member_role(role text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE role WHEN 'EDITOR' THEN 'READ_WRITE' WHEN 'RESPONDER' THEN 'READ_RUN'
    WHEN 'VIEWER' THEN 'READ_ONLY' ELSE role END $function$;

-- Ends the sessions of a person in an account when the role there changes or is lost.
CREATE OR REPLACE FUNCTION membership_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE console_sessions SET ended_at = now()
    WHERE user_id = OLD.user_id AND account_id = OLD.account_id AND ended_at IS NULL;
  RETURN NULL;
END $function$;
CREATE TRIGGER membership_deleted
  AFTER DELETE ON memberships FOR EACH ROW
  EXECUTE FUNCTION membership_changed();
CREATE TRIGGER membership_updated
  AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (old.role IS DISTINCT FROM new.role)
  EXECUTE FUNCTION membership_changed();

-- Returns the resources that own a row, each as type and id.
-- Called by keep_deleted_parts.
CREATE OR REPLACE FUNCTION owners_of_part(source text, r jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
    WHEN 'team_members' THEN ARRAY['team:' || (r ->> 'team_id')]
    WHEN 'incident_updates' THEN ARRAY['incident:' || (r ->> 'incident_id')]
    ELSE ARRAY[coalesce('status-page:' || (r ->> 'page_id'), 'check:' || (r ->> 'check_id'),
      'check-group:' || (r ->> 'group_id'))] END $function$;

-- Tells the audit logs of a person's accounts that the password was set, changed or removed.
CREATE OR REPLACE FUNCTION person_password_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM audit_person_event(NULL, NEW.id,
    CASE WHEN NEW.password_hash IS NULL THEN '{"password": "****"}' ELSE '{}' END::jsonb,
    CASE WHEN NEW.password_hash IS NULL THEN '{}' ELSE '{"password": "****"}' END::jsonb);
  RETURN NULL;
END $function$;
CREATE TRIGGER password_changed
  AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (old.password_hash IS DISTINCT FROM new.password_hash)
  EXECUTE FUNCTION person_password_changed();

-- Tells the audit logs of a person's accounts that recovery codes were made.
CREATE OR REPLACE FUNCTION recovery_codes_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM audit_person_event(NULL, n.user_id, '{}', jsonb_build_object('recoveryCodes', n.number))
    FROM (SELECT r.user_id, count(*) AS number FROM new_rows r GROUP BY r.user_id) AS n;
  RETURN NULL;
END $function$;
CREATE TRIGGER codes_made
  AFTER INSERT ON recovery_codes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION recovery_codes_made();

-- Returns whether an account has a resource, named by type and id.
-- Called by keep_deleted_parts, restore_parts.
CREATE OR REPLACE FUNCTION resource_exists(account uuid, resource text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
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
  ELSIF type = 'team' THEN
    RETURN EXISTS (SELECT FROM teams t WHERE t.id = key::uuid AND t.account_id = account);
  ELSIF type = 'on-call-schedule' THEN
    RETURN EXISTS (SELECT FROM on_call_schedules o WHERE o.id = key::bigint AND o.account_id = account);
  ELSIF type = 'maintenance-window' THEN
    RETURN EXISTS (SELECT FROM maintenance_windows w WHERE w.id = key::bigint AND w.account_id = account);
  END IF;
  RAISE EXCEPTION 'no table is known for %', type;
END $function$;

-- Inserts dependencies as they were deleted, except those that would close a circle.
-- Called by restore_parts.
CREATE OR REPLACE FUNCTION restore_dependencies(contents jsonb[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Restores parts of a resource whose owners all exist, at most so many, and returns their numbers by
-- table.
CREATE OR REPLACE FUNCTION restore_parts(account uuid, resource text, most integer)
 RETURNS TABLE(source text, kept bigint, restored bigint)
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Inserts rows of a table as they were deleted, and returns how many are not in conflict.
-- Called by restore_dependencies, restore_parts.
CREATE OR REPLACE FUNCTION restore_rows(source text, contents jsonb[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  shape   record;
  columns text;
  made    bigint;
  total   bigint := 0;
BEGIN
  IF source NOT IN ('checks', 'check_groups', 'alert_channels', 'status_pages', 'services', 'incidents',
      'teams', 'team_members', 'on_call_schedules', 'maintenance_windows',
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
END $function$;

-- Restricts the members of an account, or a person in all accounts, as the rule demands now. The
-- rows are locked by a statement of its own, so that the next one sees what others have committed
-- that were here before.
-- Called by account_requires_factor, second_factor_turned.
CREATE OR REPLACE FUNCTION restrict_members(account uuid, person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM memberships m WHERE m.account_id = account OR m.user_id = person
    ORDER BY m.account_id, m.user_id FOR NO KEY UPDATE;
  UPDATE memberships m SET restricted = NOT m.restricted, restriction_changed_at = now()
    FROM accounts a
    WHERE a.id = m.account_id AND (m.account_id = account OR m.user_id = person)
      AND m.restricted <> (a.second_factor_required AND NOT EXISTS (SELECT FROM second_factors f
        WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL));
END $function$;

-- Revokes a key with all keys that were made with it, and returns their number.
CREATE OR REPLACE FUNCTION revoke_key_tree(of_account uuid, root uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  level uuid[] := ARRAY[root];
  step integer;
  revoked integer := 0;
BEGIN
  WHILE level <> '{}' LOOP
    PERFORM FROM api_keys k WHERE k.id = ANY (level) AND k.account_id = of_account
      ORDER BY k.id FOR NO KEY UPDATE;
    UPDATE api_keys k SET revoked_at = now()
      WHERE k.id = ANY (level) AND k.account_id = of_account AND k.revoked_at IS NULL;
    GET DIAGNOSTICS step = ROW_COUNT;
    revoked := revoked + step;
    level := ARRAY(SELECT k.id FROM api_keys k
      WHERE k.made_by = ANY (level) AND k.account_id = of_account);
  END LOOP;
  RETURN revoked;
END $function$;

-- Follows a second factor that is turned on or off: in the restrictions and in the audit logs.
CREATE OR REPLACE FUNCTION second_factor_turned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  turned_on constant boolean := TG_OP = 'UPDATE';
BEGIN
  PERFORM restrict_members(NULL, OLD.user_id);
  PERFORM audit_person_event(NULL, OLD.user_id, jsonb_build_object('secondFactor', NOT turned_on),
    jsonb_build_object('secondFactor', turned_on));
  RETURN NULL;
END $function$;
CREATE TRIGGER factor_off
  AFTER DELETE ON second_factors FOR EACH ROW
  WHEN (old.confirmed_at IS NOT NULL)
  EXECUTE FUNCTION second_factor_turned();
CREATE TRIGGER factor_on
  AFTER UPDATE OF confirmed_at ON second_factors FOR EACH ROW
  WHEN (old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL)
  EXECUTE FUNCTION second_factor_turned();
