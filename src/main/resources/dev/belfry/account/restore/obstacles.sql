-- Everything that stands in the way of a deleted resource: code, type and id. $1 account, $2 deletion.
SELECT o.code, o.type, o.id FROM deleted_resources d
  CROSS JOIN LATERAL (SELECT d.resource_type || ':' || d.resource_id AS resource,
    d.content -> 'settings' AS settings) AS n
  CROSS JOIN LATERAL (
    SELECT 'ID_TAKEN' AS code, d.resource_type AS type, d.resource_id AS id
      WHERE resource_exists(d.account_id, n.resource)
    UNION ALL
    SELECT 'GROUP_MISSING', 'check-group', d.content ->> 'group_id'
      WHERE d.resource_type = 'check' AND d.content ->> 'group_id' IS NOT NULL
        AND NOT resource_exists(d.account_id, 'check-group:' || (d.content ->> 'group_id'))
    UNION ALL
    SELECT 'SERVICE_MISSING', 'status-page-service', n.settings #>> '{triggerIncident,serviceId}'
      WHERE d.resource_type = 'check' AND n.settings #>> '{triggerIncident,serviceId}' IS NOT NULL
        AND NOT resource_exists(d.account_id,
          'status-page-service:' || (n.settings #>> '{triggerIncident,serviceId}'))
    UNION ALL
    SELECT 'PRIVATE_LOCATION_MISSING', 'private-location', s.slug
      FROM jsonb_array_elements_text(settings_list(n.settings -> 'privateLocations')) AS s (slug)
      WHERE d.resource_type IN ('check', 'check-group')
        AND NOT EXISTS (SELECT FROM private_locations p
          WHERE p.account_id = d.account_id AND p.slug_name = s.slug)
    UNION ALL
    SELECT 'TEAM_GONE', 'team', d.content #>> '{config,teamId}'
      WHERE d.resource_type = 'alert-channel' AND d.content ->> 'type' = 'MEMBER'
        AND d.content #>> '{config,teamId}' IS NOT NULL
        AND NOT EXISTS (SELECT FROM teams t WHERE t.account_id = d.account_id
          AND t.id = (d.content #>> '{config,teamId}')::uuid)
    UNION ALL
    SELECT 'NAME_TAKEN', 'team', d.content ->> 'name'
      WHERE d.resource_type = 'team'
        AND EXISTS (SELECT FROM teams t WHERE t.account_id = d.account_id
          AND lower(t.name) = lower(d.content ->> 'name'))
    UNION ALL
    SELECT 'URL_TAKEN', 'status-page', n.settings ->> 'url'
      WHERE d.resource_type = 'status-page'
        AND EXISTS (SELECT FROM status_pages p WHERE p.url = n.settings ->> 'url')
    UNION ALL
    SELECT 'DOMAIN_TAKEN', 'status-page', n.settings ->> 'customDomain'
      WHERE d.resource_type = 'status-page'
        AND EXISTS (SELECT FROM status_pages p
          WHERE p.account_id = d.account_id AND p.custom_domain = n.settings ->> 'customDomain')
    UNION ALL
    SELECT 'QUOTA_USED_UP', 'quota', q.name
      FROM (
        SELECT CASE d.resource_type WHEN 'check' THEN 'monitors' WHEN 'check-group' THEN 'groups'
            WHEN 'alert-channel' THEN 'channels' WHEN 'status-page' THEN 'statusPages'
            WHEN 'status-page-service' THEN 'services' WHEN 'maintenance-window' THEN 'maintenanceWindows'
            WHEN 'on-call-schedule' THEN 'onCallSchedules' WHEN 'team' THEN 'teams' END AS name, 1 AS wanted
        UNION ALL
        SELECT CASE p.source WHEN 'objectives' THEN 'objectives'
            WHEN 'status_page_subscriptions' THEN 'subscribers'
            WHEN 'incident_updates' THEN 'incidentUpdates' END, count(*)
          FROM deleted_parts p WHERE p.account_id = d.account_id AND p.owner = n.resource
          GROUP BY 1) AS q
      -- The updates are counted for each incident, all else for the account.
      WHERE CASE WHEN q.name = 'incidentUpdates'
        THEN q.wanted > nullif(quota_of(d.account_id, q.name), 0)
        ELSE q.wanted > quota_room(d.account_id, q.name) END) AS o
  WHERE d.account_id = $1 AND d.id = $2
  ORDER BY o.code, o.id
