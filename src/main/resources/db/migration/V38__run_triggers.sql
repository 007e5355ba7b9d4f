-- Trigger URLs: each runs a check or the checks of a group for whoever knows it.

-- nonce: what the token in the URL is signed of. The token itself is not stored.
CREATE TABLE run_triggers (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  nonce      uuid NOT NULL,
  check_id   uuid,
  group_id   bigint,
  created_at timestamptz(3) NOT NULL,
  called_at  timestamptz(3),
  CONSTRAINT run_triggers_nonce UNIQUE (nonce),
  CONSTRAINT run_triggers_subject CHECK (num_nonnulls(check_id, group_id) = 1),
  CONSTRAINT run_triggers_one_of_check UNIQUE (account_id, check_id),
  CONSTRAINT run_triggers_one_of_group UNIQUE (account_id, group_id),
  CONSTRAINT run_triggers_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE,
  CONSTRAINT run_triggers_group FOREIGN KEY (account_id, group_id)
    REFERENCES check_groups (account_id, id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION audit_row_document(source text, r jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
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
    RETURN jsonb_build_object('name', r -> 'name', 'scope', CASE WHEN r -> 'scope' = '"write"' AND r -> 'administers' = 'true'
          THEN '"admin"' ELSE r -> 'scope' END,
        'rateLimit', r -> 'rate_limit', 'expiresAt', r -> 'expires_at', 'revokedAt', r -> 'revoked_at');
  ELSIF source = 'check_groups' THEN
    RETURN audit_group(r -> 'settings');
  ELSIF source = 'checks' THEN
    RETURN (r -> 'settings')
        || jsonb_build_object('checkType', r -> 'check_type', 'groupId', r -> 'group_id');
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
        'type', r -> 'type', 'address', audit_address(r ->> 'address'), 'status', r -> 'status');
  ELSIF source = 'variables' THEN
    RETURN jsonb_build_object('key', r -> 'key', 'value',
        CASE WHEN r -> 'secret' = 'true' THEN audit_secret(r ->> 'value') ELSE r ->> 'value' END,
        'locked', r -> 'locked', 'secret', r -> 'secret');
  END IF;
  RETURN NULL;
END $function$;

-- A call changes nothing that people own.
CREATE TRIGGER audit_inserted AFTER INSERT ON run_triggers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('trigger');
CREATE TRIGGER audit_deleted AFTER DELETE ON run_triggers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('trigger');
