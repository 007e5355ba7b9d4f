-- One step of what a check or group depends on, which stored and proposed dependencies share.
CREATE FUNCTION dependencies_of(of_check uuid, of_group bigint) RETURNS SETOF dependencies
LANGUAGE sql STABLE AS $$
  SELECT d.* FROM dependencies d WHERE d.check_id = of_check
  UNION ALL
  SELECT d.* FROM checks c JOIN dependencies d ON d.group_id = c.group_id WHERE c.id = of_check
  UNION ALL
  SELECT d.* FROM dependencies d WHERE d.group_id = of_group
  UNION ALL
  SELECT d.* FROM checks c JOIN dependencies d ON d.check_id = c.id WHERE c.group_id = of_group $$;

CREATE OR REPLACE FUNCTION is_circular(dependency bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE reached (id, parent_check_id, parent_group_id, began) AS (
    SELECT d.id, d.parent_check_id, d.parent_group_id, true
      FROM dependencies d WHERE d.id = dependency
    UNION
    SELECT n.id, n.parent_check_id, n.parent_group_id, false
      FROM reached r CROSS JOIN LATERAL dependencies_of(r.parent_check_id, r.parent_group_id) AS n)
  SELECT EXISTS (SELECT FROM reached r WHERE r.id = dependency AND NOT r.began) $$;
