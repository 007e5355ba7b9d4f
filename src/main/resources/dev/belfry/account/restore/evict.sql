-- Marks the oldest resources of accounts that keep too much. $1 deletions since this one are looked
-- at, $2 resources and $3 bytes an account may keep.
UPDATE deleted_resources d SET evicted = true
  FROM (SELECT DISTINCT n.account_id FROM deleted_resources n WHERE n.id >= $1) AS a
    CROSS JOIN LATERAL (
      SELECT k.id FROM (
          SELECT o.id, o.resource, sum(o.resource) OVER newest AS resources,
              sum(o.bytes) OVER newest AS bytes
            FROM (
              SELECT r.id, 1 AS resource, r.bytes::bigint,
                  ('x' || lpad(left(replace(r.id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint AS ms
                FROM deleted_resources r WHERE r.account_id = a.account_id
              UNION ALL
              SELECT NULL, 0, p.bytes, p.deleted_ms FROM deleted_parts p
                WHERE p.account_id = a.account_id) AS o
            WINDOW newest AS (ORDER BY o.ms DESC, o.resource, o.id DESC
              ROWS UNBOUNDED PRECEDING)) AS k
        WHERE k.resource = 1 AND (k.resources > $2 OR k.bytes > $3)) AS old
  WHERE d.id = old.id AND NOT d.evicted
