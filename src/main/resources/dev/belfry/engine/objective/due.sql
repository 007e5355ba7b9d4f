-- Takes objectives that are due, of each account in turn, and says which of them have to be computed:
-- those with an episode that goes on, or with a failed run since $2, and those whose stored status is
-- due or was computed for another target or window. For alerts of the others the index of notable
-- results is enough, since no pair of windows can burn without a failed run in its short one.
-- check_overview learns a monitor's tags shortly after they are stored, so the status of a tag that
-- was computed within a minute of the objective's creation is computed once more.
-- $1 now, $2 begin of the longest short window, $3 objectives at most.
WITH due AS MATERIALIZED (
  SELECT s.objective_id, s.account_id, s.due_ms FROM objective_states s WHERE s.due_ms <= $1
    ORDER BY s.due_ms LIMIT 10 * $3::integer),
turns AS (
  SELECT d.objective_id, row_number() OVER (PARTITION BY d.account_id ORDER BY d.due_ms) AS turn, d.due_ms
    FROM due d),
-- Wrapped, because Citus cannot store the columns that FOR UPDATE adds to a query.
taken AS MATERIALIZED (
  SELECT t.* FROM (
    SELECT s.objective_id, s.status_due_ms, s.status_ms, s.target, s.window_days
    FROM objective_states s
    WHERE s.due_ms <= $1 AND s.objective_id IN (
      SELECT t.objective_id FROM turns t ORDER BY t.turn, t.due_ms LIMIT $3::integer)
    FOR UPDATE SKIP LOCKED) AS t),
members AS MATERIALIZED (
  SELECT o.id AS objective, s.id AS series
    FROM taken t JOIN objectives o ON o.id = t.objective_id
      CROSS JOIN LATERAL (
        SELECT o.check_id AS id WHERE o.check_id IS NOT NULL
        UNION ALL SELECT c.id FROM checks c
          WHERE o.group_id IS NOT NULL AND c.group_id = o.group_id
        UNION ALL SELECT v.check_id FROM check_overview v
          WHERE o.tag IS NOT NULL AND v.account_id = o.account_id AND o.tag = ANY (v.tags)) AS c
      JOIN series s ON s.check_id = c.id),
member_series AS MATERIALIZED (SELECT DISTINCT m.series FROM members m),
failing AS MATERIALIZED (
  SELECT k.series_id FROM member_series m JOIN result_series k ON k.series_id = m.series
    CROSS JOIN LATERAL (
      SELECT r.at FROM results r
      WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.verdict = 2 AND r.at >= $2
      LIMIT 1) AS r),
burning AS MATERIALIZED (
  SELECT DISTINCT m.objective FROM members m JOIN failing f ON f.series_id = m.series)
SELECT t.objective_id, o.target::float8, o.window_days, (SELECT count(*) FROM members m WHERE m.objective = o.id),
    EXISTS (SELECT FROM objective_alerts a WHERE a.objective_id = o.id AND a.ended_ms IS NULL)
    OR o.id IN (SELECT b.objective FROM burning b),
    t.status_due_ms <= $1 OR t.target IS DISTINCT FROM o.target
      OR t.window_days IS DISTINCT FROM o.window_days
      OR o.tag IS NOT NULL AND t.status_ms < extract(epoch FROM o.created_at) * 1000 + 60000,
    o.account_id, coalesce(t.status_ms, 0)
  FROM taken t JOIN objectives o ON o.id = t.objective_id
