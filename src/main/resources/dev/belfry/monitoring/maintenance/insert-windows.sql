-- Creates the windows of many requests, with the times at which they hold. {members} and {columns}
-- are MaintenanceStore.MEMBERS and COLUMNS_OF_ROW.
WITH asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.document::jsonb AS document, a.times::jsonb AS times, a.computed_ms,
      a.at, a.number
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
      WITH ORDINALITY AS a (account_id, id, document, times, computed_ms, at, number)),
made AS (
  INSERT INTO maintenance_windows AS w (id, account_id, name, description, starts_at, ends_at,
      repeat_unit, repeat_interval, repeat_ends_at, timezone, tags, pause_all_checks,
      silence_all_alerts, silence_alerts_tags, shown, service_ids, created_at, computed_ms)
    OVERRIDING SYSTEM VALUE
    SELECT a.id, a.account_id, d.name, d.description, d."startsAt", d."endsAt", d."repeatUnit",
        d."repeatInterval", d."repeatEndsAt", d.timezone, d.tags, d."pauseAllChecks",
        d."silenceAllAlerts", d."silenceAlertsTags",
        (d."statusPageVisibility" ->> 'enabled')::boolean, '{}', a.at, a.computed_ms
      FROM asked a CROSS JOIN LATERAL jsonb_to_record(a.document) AS d {members}
        CROSS JOIN (SELECT set_config('belfry.acting', $7, true)) AS acting
    RETURNING {columns}),
filled AS (
  INSERT INTO maintenance_intervals (window_id, account_id, starts_ms, ends_ms)
    SELECT a.id, a.account_id, (t.time ->> 0)::bigint, (t.time ->> 1)::bigint
      FROM asked a CROSS JOIN LATERAL jsonb_array_elements(a.times) AS t (time))
SELECT m.*, a.number FROM made m JOIN asked a ON a.id = m.id
