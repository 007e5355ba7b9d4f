-- Replaces the windows of many requests and, where a request brings some, the times at which they
-- hold. A request for a window that is not the version it names any more, or that another
-- transaction has locked, is left out, and so is one that names a service which its account lacks.
-- {members} and {columns} are MaintenanceStore.MEMBERS and COLUMNS_OF_ROW.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $8, true)),
asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.version, a.document::jsonb AS document, a.times::jsonb AS times,
      a.computed_ms, a.at, a.number
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[],
        $7::timestamptz[])
      WITH ORDINALITY AS a (account_id, id, version, document, times, computed_ms, at, number)),
fit AS MATERIALIZED (
  SELECT a.*, v.ids AS service_ids
    FROM asked a CROSS JOIN LATERAL (SELECT ARRAY(SELECT jsonb_array_elements_text(
      a.document #> '{statusPageVisibility,serviceIds}')::uuid) AS ids) AS v
    WHERE NOT EXISTS (
      SELECT FROM unnest(v.ids) AS n (id)
        LEFT JOIN services s ON s.id = n.id AND s.account_id = a.account_id
        WHERE s.id IS NULL)),
held AS MATERIALIZED (
  SELECT w.id FROM maintenance_windows w WHERE w.id = ANY ($2) ORDER BY w.id
  FOR NO KEY UPDATE SKIP LOCKED),
changed AS (
  UPDATE maintenance_windows w SET name = d.name, description = d.description,
      starts_at = d."startsAt", ends_at = d."endsAt", repeat_unit = d."repeatUnit",
      repeat_interval = d."repeatInterval", repeat_ends_at = d."repeatEndsAt",
      timezone = d.timezone, tags = d.tags, pause_all_checks = d."pauseAllChecks",
      silence_all_alerts = d."silenceAllAlerts", silence_alerts_tags = d."silenceAlertsTags",
      shown = (d."statusPageVisibility" ->> 'enabled')::boolean, service_ids = a.service_ids,
      updated_at = a.at,
      computed_ms = coalesce(a.computed_ms, w.computed_ms)
    FROM fit a JOIN held h ON h.id = a.id
      CROSS JOIN LATERAL jsonb_to_record(a.document) AS d {members}
      CROSS JOIN acting
    WHERE w.id = a.id AND w.account_id = a.account_id AND w.xmin::text = a.version
    RETURNING {columns}, a.number),
renewed AS MATERIALIZED (
  SELECT c.id, c.account_id, a.times FROM changed c JOIN asked a ON a.number = c.number
    WHERE a.times IS NOT NULL),
-- What stays is not touched: no part of a statement sees what another has deleted.
cleared AS (
  DELETE FROM maintenance_intervals i USING renewed r
    WHERE i.window_id = r.id AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(r.times) AS t (time)
        WHERE (t.time ->> 0)::bigint = i.starts_ms)),
filled AS (
  INSERT INTO maintenance_intervals AS i (window_id, account_id, starts_ms, ends_ms)
    SELECT r.id, r.account_id, (t.time ->> 0)::bigint, (t.time ->> 1)::bigint
      FROM renewed r CROSS JOIN LATERAL jsonb_array_elements(r.times) AS t (time)
    ON CONFLICT (window_id, starts_ms) DO UPDATE SET ends_ms = excluded.ends_ms
      WHERE i.ends_ms <> excluded.ends_ms)
SELECT * FROM changed
