-- Deletes resources that no client can restore any more, with their parts. $1 deletions before this one
-- are too old, $2 resources and $3 parts at once. Returns how many of both were found.
WITH old AS MATERIALIZED (
  (SELECT d.id, d.account_id, d.resource_type || ':' || d.resource_id AS resource
    FROM deleted_resources d WHERE d.id < $1 ORDER BY d.id LIMIT $2)
  UNION
  (SELECT d.id, d.account_id, d.resource_type || ':' || d.resource_id
    FROM deleted_resources d WHERE d.evicted ORDER BY d.id LIMIT $2)),
parts AS MATERIALIZED (
  SELECT p.id FROM old o JOIN deleted_parts p ON p.account_id = o.account_id AND p.owner = o.resource
  UNION ALL
  SELECT p.id FROM old o JOIN deleted_parts p
    ON p.account_id = o.account_id AND p.other_owner = o.resource
  LIMIT $3),
cleared AS (DELETE FROM deleted_parts p WHERE p.id IN (SELECT q.id FROM parts q)),
gone AS (
  DELETE FROM deleted_resources d USING old o WHERE d.id = o.id
    AND (SELECT count(*) FROM parts) < $3)
SELECT (SELECT count(*) FROM old), (SELECT count(*) FROM parts)
