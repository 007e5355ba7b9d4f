-- Creates the windows of many requests, with the times at which they hold. A request beyond the quota
-- is left out, and so is one that names a service which its account lacks. {members} and {columns} are
-- MaintenanceStore.MEMBERS and COLUMNS_OF_ROW.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $7, true)),
asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.document::jsonb AS document, a.times::jsonb AS times, a.computed_ms,
      a.at, a.number, row_number() OVER (PARTITION BY a.account_id ORDER BY a.number) AS rank
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
      WITH ORDINALITY AS a (account_id, id, document, times, computed_ms, at, number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'maintenanceWindows') AS n
    FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
fit AS MATERIALIZED (
  SELECT a.*, v.ids AS service_ids
    FROM asked a CROSS JOIN LATERAL (SELECT ARRAY(SELECT jsonb_array_elements_text(
      a.document #> '{statusPageVisibility,serviceIds}')::uuid) AS ids) AS v
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND NOT EXISTS (
      SELECT FROM unnest(v.ids) AS n (id)
        LEFT JOIN services s ON s.id = n.id AND s.account_id = a.account_id
        WHERE s.id IS NULL)),
made AS (
  INSERT INTO maintenance_windows AS w (id, account_id, name, description, starts_at, ends_at,
      repeat_unit, repeat_interval, repeat_ends_at, timezone, tags, pause_all_checks,
      silence_all_alerts, silence_alerts_tags, shown, service_ids, created_at, computed_ms)
    OVERRIDING SYSTEM VALUE
    SELECT a.id, a.account_id, d.name, d.description, d."startsAt", d."endsAt", d."repeatUnit",
        d."repeatInterval", d."repeatEndsAt", d.timezone, d.tags, d."pauseAllChecks",
        d."silenceAllAlerts", d."silenceAlertsTags",
        (d."statusPageVisibility" ->> 'enabled')::boolean, a.service_ids, a.at, a.computed_ms
      FROM fit a CROSS JOIN LATERAL jsonb_to_record(a.document) AS d {members}
        CROSS JOIN acting
    RETURNING {columns}),
filled AS (
  INSERT INTO maintenance_intervals (window_id, account_id, starts_ms, ends_ms)
    SELECT a.id, a.account_id, (t.time ->> 0)::bigint, (t.time ->> 1)::bigint
      FROM fit a CROSS JOIN LATERAL jsonb_array_elements(a.times) AS t (time))
SELECT m.*, a.number FROM made m JOIN asked a ON a.id = m.id
