-- Stores the pings of many requests, each with the state of its monitor that it leads to.
--
-- A ping is left out when the state is not the one that it was computed from, when another
-- transaction has locked it, or when the monitor has an alert state: a transaction of its own decides
-- that. Parameters: $1 accounts, $2 monitors, $3 versions; from $4 on the new state; from $15 on the
-- result and its detail; the last are the actors.
--
-- Returns the monitor and the position of each ping that is stored.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $22, true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[], $10::bigint[], $11::bigint[],
      $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::int[], $17::int[],
      $18::int[], $19::int[], $20::int[], $21::text[]) WITH ORDINALITY
    AS a (account_id, check_id, version, last_at, beat_at, start_at, expected_at, due_at, missing,
      look_at, expected, came, missed, withdrawn, at, series_id, attempt, verdict, reason, micros,
      detail, number)),
held AS MATERIALIZED (
  SELECT h.check_id FROM heartbeats h
    WHERE h.check_id = ANY ($2)
      AND NOT EXISTS (SELECT FROM alert_states t WHERE t.check_id = h.check_id)
    ORDER BY h.check_id FOR UPDATE SKIP LOCKED),
kept AS (
  UPDATE heartbeats h SET version = h.version + 1, last_at = a.last_at, beat_at = a.beat_at,
      start_at = a.start_at, expected_at = a.expected_at, due_at = a.due_at, missing = a.missing,
      changed_at = NULL, look_at = a.look_at, expected = a.expected, came = a.came,
      missed = a.missed, withdrawn = a.withdrawn
    FROM asked a JOIN held l ON l.check_id = a.check_id
    WHERE h.check_id = a.check_id AND h.version = a.version
    RETURNING a.number),
stored AS MATERIALIZED (SELECT a.* FROM kept k JOIN asked a ON a.number = k.number),
written AS (
  INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
      dns, tcp, tls, first_byte, download)
    SELECT s.at, s.series_id, s.micros, 0, s.attempt, s.verdict, s.reason, 0, 0, 0, 0, 0, 0
      FROM stored s
    ON CONFLICT DO NOTHING),
detailed AS (
  INSERT INTO result_details (at, series_id, attempt, detail)
    SELECT s.at, s.series_id, s.attempt, s.detail::jsonb FROM stored s
    ON CONFLICT DO NOTHING),
stated AS (
  INSERT INTO series_states AS t (series_id, verdict, since_ms)
    SELECT s.series_id, s.verdict, s.at FROM stored s WHERE s.attempt = 0
    ON CONFLICT (series_id) DO UPDATE SET verdict = excluded.verdict, since_ms = excluded.since_ms
      WHERE t.verdict <> excluded.verdict)
SELECT s.check_id, s.number FROM stored s
