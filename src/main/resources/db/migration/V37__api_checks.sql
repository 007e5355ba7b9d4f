-- API checks: entries of the audit log have no secrets of a check.

-- The settings of a check without its secrets.
CREATE FUNCTION audit_check(settings jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $function$
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
