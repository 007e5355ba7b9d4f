-- How the parents of checks ($1) are: each is judged once, large groups as last found out. The parts
-- {witnesses_looks} and {watched_looks} are looks.sql. A judgement of a group may be believed for
-- {failing} milliseconds when it fails, and for {well} while its witness is well.
WITH wanted AS MATERIALIZED (
  SELECT c.id, d.parent_check_id, d.parent_group_id
    FROM checks c JOIN dependencies d ON d.check_id = c.id WHERE c.id = ANY ($1)
  UNION
  SELECT c.id, d.parent_check_id, d.parent_group_id
    FROM checks c JOIN dependencies d ON d.group_id = c.group_id WHERE c.id = ANY ($1)),
parents AS MATERIALIZED (
  SELECT DISTINCT w.parent_check_id, w.parent_group_id FROM wanted w),
witnesses AS MATERIALIZED (
  SELECT k.group_id, c.id, c.settings ? 'heartbeat' AS beats, v.period
  FROM parents p JOIN parent_groups k ON k.group_id = p.parent_group_id
    JOIN checks c ON c.id = k.witness AND c.group_id = k.group_id
    JOIN check_groups g ON g.id = c.group_id
    CROSS JOIN LATERAL period_of_check(c.id, c.settings, g.settings) AS v (period)
  WHERE NOT k.failing),
{witnesses_looks},
known AS MATERIALIZED (
  SELECT k.group_id, k.failing, k.period_ms AS period, y.looked
  FROM parents p JOIN parent_groups k ON k.group_id = p.parent_group_id
    LEFT JOIN witnesses w ON w.group_id = k.group_id
    LEFT JOIN witnesses_looks y ON y.id = w.id AND NOT y.fails
  WHERE CASE
    WHEN k.failing OR k.witness IS NULL THEN
      k.judged_ms > greatest((SELECT epoch_millis()) - {failing}, k.ended_ms)
    ELSE k.judged_ms > (SELECT epoch_millis()) - {well} AND y.id IS NOT NULL END),
members AS MATERIALIZED (
  SELECT p.*, c.id, c.settings, g.settings AS shared
    FROM parents p JOIN checks c ON c.id = p.parent_check_id
      LEFT JOIN check_groups g ON g.id = c.group_id
  UNION ALL
  SELECT p.*, c.id, c.settings, g.settings
    FROM parents p JOIN check_groups g ON g.id = p.parent_group_id
      JOIN checks c ON c.group_id = g.id
    WHERE NOT EXISTS (SELECT FROM known k WHERE k.group_id = p.parent_group_id)),
watched AS MATERIALIZED (
  SELECT w.parent_check_id, w.parent_group_id, w.id, w.settings ? 'heartbeat' AS beats, v.period
  FROM members w
    CROSS JOIN LATERAL period_of_check(w.id, w.settings, w.shared) AS v (period)),
{watched_looks},
looked AS MATERIALIZED (
  SELECT w.parent_check_id, w.parent_group_id, w.id, w.period, l.fails, l.looked
  FROM watched w LEFT JOIN watched_looks l ON l.id = w.id),
judged AS MATERIALIZED (
  SELECT l.parent_check_id, l.parent_group_id, max(l.period) AS period,
    bool_and(l.fails) AS failing, min(l.id::text) FILTER (WHERE NOT l.fails)::uuid AS witness,
    (array_agg(l.looked ORDER BY l.id::text) FILTER (WHERE NOT l.fails))[1] AS looked,
    l.parent_group_id AS to_store
  FROM looked l GROUP BY l.parent_check_id, l.parent_group_id
  UNION ALL
  SELECT NULL, k.group_id, k.period, k.failing, NULL, k.looked, NULL FROM known k)
SELECT w.id, coalesce(period_of_check(c.id, c.settings, o.settings), 0), j.parent_check_id,
  j.parent_group_id, coalesce(p.settings ->> 'name', g.settings ->> 'name'), j.to_store,
  j.failing, j.period, j.witness,
  (extract(epoch FROM statement_timestamp()) * 1000)::bigint, coalesce(j.looked, 0)
FROM wanted w JOIN checks c ON c.id = w.id LEFT JOIN check_groups o ON o.id = c.group_id
  JOIN judged j ON j.parent_check_id IS NOT DISTINCT FROM w.parent_check_id
    AND j.parent_group_id IS NOT DISTINCT FROM w.parent_group_id
  LEFT JOIN checks p ON p.id = j.parent_check_id
  LEFT JOIN check_groups g ON g.id = j.parent_group_id
ORDER BY w.id, j.failing IS NOT TRUE, j.parent_check_id, j.parent_group_id
