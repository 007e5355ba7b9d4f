-- What the channels in asked ask for, and which of the checks and groups are there and not locked.
requested AS MATERIALIZED (
  SELECT a.account_id, a.id, (r.one ->> 'checkId')::uuid AS check_id,
      (r.one ->> 'groupId')::bigint AS group_id, (r.one ->> 'activated')::boolean AS activated,
      r.position
    FROM asked a CROSS JOIN jsonb_array_elements(a.subscriptions::jsonb) WITH ORDINALITY
      AS r (one, position)
    WHERE a.subscriptions IS NOT NULL),
checked AS MATERIALIZED (
  SELECT c.account_id, c.id FROM checks c
    WHERE c.id = ANY (ARRAY(SELECT r.check_id FROM requested r)) ORDER BY c.id
    FOR KEY SHARE SKIP LOCKED),
grouped AS MATERIALIZED (
  SELECT g.account_id, g.id FROM check_groups g
    WHERE g.id = ANY (ARRAY(SELECT r.group_id FROM requested r)) ORDER BY g.id
    FOR KEY SHARE SKIP LOCKED)
