-- Rotations: on-call schedules that are made of the account's people, without a calendar. Tables are
-- locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE memberships, on_call_schedules, on_call_shifts IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- rotation: members userIds (in the order of their turns), turnUnit, turnLength, handoffTime and
-- startDate; null for a schedule with a calendar. overrides: objects with id, userId, from and to; the
-- last one that covers a moment holds.
ALTER TABLE on_call_schedules
  ALTER COLUMN url DROP NOT NULL,
  ALTER COLUMN host DROP NOT NULL,
  ADD COLUMN rotation  jsonb,
  ADD COLUMN overrides jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT on_call_schedules_source CHECK ((url IS NULL) <> (rotation IS NULL)),
  ADD CONSTRAINT on_call_schedules_host CHECK ((url IS NULL) = (host IS NULL));

-- Of rotations alone. turn: place of the turn's person in userIds, -1 before the first turn; null for
-- the shifts of a calendar. taken_by: person of an override. user_id: the person who is on call, null
-- when no member is left; assign_rotation_shifts sets it, with name, email and keys.
ALTER TABLE on_call_shifts
  ADD COLUMN turn     integer,
  ADD COLUMN taken_by uuid,
  ADD COLUMN user_id  uuid;

-- Says who is on call in the shifts of a rotation: the person of the override who is a member, else
-- the first member from the turn's place on. Turns of others stay where they are.
CREATE FUNCTION assign_rotation_shifts(account uuid, schedule bigint) RETURNS void LANGUAGE sql AS $$
  WITH people AS MATERIALIZED (
    SELECT r.place - 1 AS place, u.id, u.name, u.email
    FROM on_call_schedules o
      CROSS JOIN jsonb_array_elements_text(o.rotation -> 'userIds') WITH ORDINALITY AS r (id, place)
      JOIN memberships m ON m.account_id = o.account_id AND m.user_id = r.id::uuid
      JOIN users u ON u.id = m.user_id
    WHERE o.account_id = account AND o.id = schedule),
  holders AS MATERIALIZED (
    SELECT t.turn, t.taken_by, p.id, p.name, p.email, coalesce(p.rank = 0, false) AS is_override
    FROM (SELECT DISTINCT s.turn, s.taken_by FROM on_call_shifts s
        WHERE s.account_id = account AND s.schedule_id = schedule AND s.turn IS NOT NULL) AS t
      LEFT JOIN LATERAL (
        SELECT 0 AS rank, 0 AS place, u.id, u.name, u.email
        FROM users u JOIN memberships m ON m.user_id = u.id AND m.account_id = account
        WHERE u.id = t.taken_by
        UNION ALL
        SELECT CASE WHEN e.place >= t.turn THEN 1 ELSE 2 END, e.place, e.id, e.name, e.email
        FROM people e WHERE t.turn >= 0
        ORDER BY 1, 2 LIMIT 1) AS p ON true)
  UPDATE on_call_shifts s SET user_id = h.id, name = coalesce(h.name, ''), email = h.email,
    title = CASE WHEN h.is_override THEN 'Override' ELSE 'Turn' END,
    keys = CASE WHEN h.id IS NULL THEN '{}' ELSE ARRAY[h.id::text, h.email] END
  FROM holders h
  WHERE s.account_id = account AND s.schedule_id = schedule AND s.turn = h.turn
    AND s.taken_by IS NOT DISTINCT FROM h.taken_by
    AND (s.user_id, s.email, s.name) IS DISTINCT FROM (h.id, h.email, coalesce(h.name, '')) $$;

-- Hands the turns of a person who leaves an account to the next, and gives those of a person who
-- joins again back, in the transaction of the change. The lock on the copy makes it and a renewal of
-- the shifts wait for each other.
CREATE FUNCTION rotations_follow_members() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed memberships := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  place   record;
BEGIN
  FOR place IN SELECT c.schedule_id FROM on_call_schedules o
      JOIN on_call_copies c ON c.account_id = o.account_id AND c.schedule_id = o.id
    WHERE o.account_id = changed.account_id AND (o.rotation -> 'userIds' ? changed.user_id::text
      OR o.overrides @> jsonb_build_array(jsonb_build_object('userId', changed.user_id)))
    ORDER BY c.schedule_id FOR NO KEY UPDATE OF c
  LOOP
    PERFORM assign_rotation_shifts(changed.account_id, place.schedule_id);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER rotations_follow_members AFTER INSERT OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION rotations_follow_members();

-- The document of a schedule gets its rotation, in the function as it is now.
DO $$
DECLARE
  place constant text := '''timeZone'', r -> ''zone'',
        ''url'', audit_secret(r ->> ''url''));';
  was   constant text := pg_get_functiondef('audit_row_document'::regproc);
BEGIN
  IF strpos(was, place) = 0 THEN
    RAISE EXCEPTION 'audit_row_document has no place for rotations';
  END IF;
  EXECUTE replace(was, place, $new$'timeZone', r -> 'zone',
        'url', audit_secret(r ->> 'url'), 'rotation', r -> 'rotation', 'overrides', r -> 'overrides');$new$);
END $$;
