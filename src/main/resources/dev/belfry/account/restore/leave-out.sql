-- Has a deleted resource name nothing that is missing. $1 account, $2 deletion.
UPDATE deleted_resources d SET content = d.content || CASE WHEN d.resource_type = 'incident'
  THEN jsonb_build_object('service_ids', (
    SELECT coalesce(jsonb_agg(s.id ORDER BY s.position), '[]')
      FROM jsonb_array_elements_text(d.content -> 'service_ids') WITH ORDINALITY AS s (id, position)
      WHERE resource_exists(d.account_id, 'status-page-service:' || s.id)))
  ELSE jsonb_build_object(
    'group_id', CASE WHEN resource_exists(d.account_id, 'check-group:' || (d.content ->> 'group_id'))
      THEN d.content -> 'group_id' END,
    'settings', (d.content -> 'settings')
      || CASE WHEN resource_exists(d.account_id,
          'status-page-service:' || (d.content #>> '{settings,triggerIncident,serviceId}'))
        OR d.content #>> '{settings,triggerIncident,serviceId}' IS NULL
        THEN '{}' ELSE '{"triggerIncident": null}' END::jsonb
      || CASE WHEN settings_list(d.content #> '{settings,privateLocations}') = '[]' THEN '{}'
        ELSE jsonb_build_object('privateLocations', (
          SELECT coalesce(jsonb_agg(s.slug ORDER BY s.position), '[]')
            FROM jsonb_array_elements_text(d.content #> '{settings,privateLocations}')
              WITH ORDINALITY AS s (slug, position)
            WHERE EXISTS (SELECT FROM private_locations p
              WHERE p.account_id = d.account_id AND p.slug_name = s.slug))) END) END
  WHERE d.account_id = $1 AND d.id = $2
