-- Takes recorded changes, brings check_overview up to date and notifies followers of events.
--
-- Parameter: $1 is how many changes to take at most. The caller holds the lock on changes, so that no
-- older state is written over a newer one.
--
-- Returns one row: how many changes it took and how many notifications it sent.

WITH gone AS (
  DELETE FROM changes WHERE ctid = ANY (ARRAY(SELECT c.ctid FROM changes c LIMIT $1))
  RETURNING account_id, kind, subject),
-- The checks that changed.
touched AS MATERIALIZED (
  SELECT DISTINCT subject::uuid AS id FROM gone WHERE kind = 'check'),
-- What check_overview must show of them. state: 0 failing, 1 degraded, 2 without data, 3 passing,
-- 4 paused. A deleted check has no row here.
seen AS (
  SELECT c.id, c.account_id, c.group_id, c.check_type, c.name, c.url, c.muted, c.tags,
    CASE WHEN NOT c.activated THEN 4 WHEN v.verdict IS NULL THEN 2
      ELSE (ARRAY[3, 1, 0])[least(v.verdict, 2) + 1] END AS state,
    CASE WHEN v.verdict IS NULL THEN NULL WHEN v.verdict = 0 THEN v.newest
      ELSE v.oldest END AS since
  FROM touched t
  -- The settings in force. OFFSET 0 makes the planner look each check up by its id, whatever number
  -- of changes it expects.
  CROSS JOIN LATERAL (
    SELECT c.id, c.account_id, c.group_id, c.check_type, c.settings ->> 'name' AS name,
      request_target(c.settings -> 'request') AS url,
      e.activated, e.muted,
      ARRAY(SELECT DISTINCT tag FROM unnest(e.tags) AS tag ORDER BY tag) AS tags
    FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
    CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
    WHERE c.id = t.id OFFSET 0) AS c
  -- The worst verdict of its series. Series without an open schedule count only when all lack one.
  -- Each OFFSET 0 keeps the order of the look-ups. A plan that was made while series_states was
  -- empty would read that whole table for each check, for as long as the connection keeps the plan.
  LEFT JOIN LATERAL (
    SELECT s.verdict, min(s.since_ms) AS oldest, max(s.since_ms) AS newest
    FROM (
      SELECT t.verdict, t.since_ms, k.series_id IS NOT NULL AS runs,
        bool_or(k.series_id IS NOT NULL) OVER () AS any_runs
      FROM (SELECT id FROM series WHERE check_id = c.id OFFSET 0) AS s
      CROSS JOIN LATERAL (
        SELECT verdict, since_ms FROM series_states WHERE series_id = s.id OFFSET 0) AS t
      LEFT JOIN LATERAL (
        SELECT series_id FROM schedules
        WHERE series_id = s.id AND until_ms IS NULL OFFSET 0) AS k ON true) AS s
    WHERE s.runs OR NOT s.any_runs
    GROUP BY s.verdict ORDER BY s.verdict DESC LIMIT 1) AS v ON true),
-- Writes rows that differ, in the order of ids.
kept AS (
  INSERT INTO check_overview AS o (check_id, account_id, group_id, since_ms, state, muted,
    check_type, name, url, tags, words)
  SELECT id, account_id, group_id, since, state, muted, check_type, name, url, tags,
    lower(concat_ws(E'\n', name, url, array_to_string(tags, E'\n')))
  FROM seen ORDER BY id
  ON CONFLICT (check_id) DO UPDATE SET group_id = excluded.group_id,
    since_ms = excluded.since_ms, state = excluded.state, muted = excluded.muted,
    check_type = excluded.check_type, name = excluded.name, url = excluded.url,
    tags = excluded.tags, words = excluded.words
  WHERE (o.group_id, o.since_ms, o.state, o.muted, o.check_type, o.name, o.url, o.tags)
    IS DISTINCT FROM (excluded.group_id, excluded.since_ms, excluded.state, excluded.muted,
      excluded.check_type, excluded.name, excluded.url, excluded.tags)),
-- Removes the rows of deleted checks. Unlike NOT EXISTS, NOT IN is looked up in a hash table here,
-- whatever number of changes the planner expects.
left_over AS (
  DELETE FROM check_overview o WHERE o.check_id = ANY (ARRAY(
    SELECT t.id FROM touched t WHERE t.id NOT IN (SELECT s.id FROM seen s)))),
-- One notification for each account and kind. It names the subjects, unless there are more than 50.
told AS (
  SELECT pg_notify('belfry_events', account_id || ' ' || kind || ' ' || CASE
    WHEN count(DISTINCT subject) <= 50 THEN string_agg(DISTINCT subject, ',') ELSE '' END)
  FROM gone GROUP BY account_id, kind)
SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM told)
