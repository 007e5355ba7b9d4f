-- The functions of the room alerting with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Says who is on call in the shifts of a rotation, as its overrides and the members are now.
-- Called by rotations_follow_members.
CREATE OR REPLACE FUNCTION assign_rotation_shifts(account uuid, schedule bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
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
    AND (s.user_id, s.email, s.name) IS DISTINCT FROM (h.id, h.email, coalesce(h.name, '')) $function$;

-- Returns the name of the team or the member that is an assignee; null for other names.
CREATE OR REPLACE FUNCTION assignee_name(account uuid, assignee text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN assignee ~ '^team:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN (SELECT t.name FROM teams t
      WHERE t.account_id = account AND t.id = substr(assignee, 6)::uuid)
    ELSE (SELECT m.name FROM member_by_email(account, assignee) AS m) END $function$;

-- Gives the members of a group of alerts with their state now.
CREATE OR REPLACE FUNCTION members_of_alert_group(group_id uuid, channel_id bigint)
 RETURNS TABLE(check_id uuid, alert_id uuid, name text, joined_ms bigint, told text, level text, attended boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT m.check_id, m.alert_id, m.name, m.joined_ms, m.told,
    CASE WHEN c.id IS NULL OR NOT (
        EXISTS (SELECT FROM alert_channel_subscriptions s WHERE s.check_id = m.check_id
          AND s.channel_id = members_of_alert_group.channel_id AND s.activated)
        OR EXISTS (SELECT FROM alert_channel_subscriptions s WHERE s.group_id = c.group_id
          AND s.channel_id = members_of_alert_group.channel_id AND s.activated)) THEN 'REMOVED'
      WHEN t.state #>> '{notice,episode}' = m.episode::text
        AND t.state #>> '{notice,level}' IN ('FAILED', 'DEGRADED') THEN t.state #>> '{notice,level}'
      ELSE 'RECOVERED' END,
    coalesce((t.state #>> '{notice,attention,acknowledged}')::boolean, false)
      OR coalesce((t.state #>> '{notice,attention,snoozedUntil}')::bigint, 0) > epoch_millis()
      OR coalesce(c.settings ->> 'activated' = 'false', false)
  FROM alert_group_members m
    LEFT JOIN checks c ON c.id = m.check_id
    LEFT JOIN alert_states t ON t.check_id = m.check_id
  WHERE m.group_id = members_of_alert_group.group_id $function$;

-- Notes that a channel cannot deliver or delivers again, and queues messages about it to the other
-- channels of the account.
CREATE OR REPLACE FUNCTION note_channel_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  now_ms constant bigint := epoch_millis();
  queued constant bigint := coalesce(NEW.held_until_ms, NEW.created_ms);
  begun bigint;
  told bigint;
BEGIN
  IF NEW.state = 'DELIVERED' THEN
    IF NOT EXISTS (SELECT FROM channel_breakages
        WHERE channel_id = NEW.channel_id AND ended_ms IS NULL) THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.kind NOT IN ('ALERT', 'GROUP')
      OR (NEW.state = 'PENDING' AND queued > now_ms - 900000)
      OR EXISTS (SELECT FROM deliveries WHERE channel_id = NEW.channel_id
        AND state = 'DELIVERED' AND answered_ms >= queued)
      OR EXISTS (SELECT FROM channel_breakages
        WHERE channel_id = NEW.channel_id AND ended_ms IS NULL) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM alert_channels WHERE id = NEW.channel_id FOR KEY SHARE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;

  IF NEW.state = 'DELIVERED' THEN
    UPDATE channel_breakages SET ended_ms = now_ms
      WHERE channel_id = NEW.channel_id AND ended_ms IS NULL
      RETURNING began_ms, told_ms INTO begun, told;
    IF told >= begun THEN
      INSERT INTO deliveries (id, account_id, kind, lane, channel_id, about_channel_id)
        SELECT gen_random_uuid(), NEW.account_id, 'CHANNEL_RECOVERY', 'channel:' || h.id, h.id,
          NEW.channel_id
        FROM (SELECT c.id FROM alert_channels c
          WHERE c.id IN (SELECT d.channel_id FROM deliveries d
              WHERE d.about_channel_id = NEW.channel_id AND d.kind = 'CHANNEL_FAILURE'
                AND d.created_ms >= told AND d.state <> 'DEAD')
            AND coalesce((c.settings ->> 'sendRecovery')::boolean, true)
          ORDER BY c.id FOR KEY SHARE SKIP LOCKED) AS h;
    END IF;
  ELSE
    INSERT INTO channel_breakages AS b (channel_id, account_id, began_ms, reason)
      VALUES (NEW.channel_id, NEW.account_id, now_ms, left(coalesce(NEW.answer, ''), 500))
      ON CONFLICT (channel_id) DO UPDATE
        SET began_ms = excluded.began_ms, ended_ms = NULL, reason = excluded.reason
        WHERE b.ended_ms IS NOT NULL
      RETURNING b.told_ms INTO told;
    IF NOT FOUND OR told > now_ms - 3600000 OR (SELECT count(*) FROM channel_breakages
        WHERE account_id = NEW.account_id AND told_ms > now_ms - 3600000) >= 20 THEN
      RETURN NULL;
    END IF;
    UPDATE channel_breakages SET told_ms = now_ms WHERE channel_id = NEW.channel_id;
    INSERT INTO deliveries (id, account_id, kind, lane, channel_id, about_channel_id)
      SELECT gen_random_uuid(), NEW.account_id, 'CHANNEL_FAILURE', 'channel:' || h.id, h.id,
        NEW.channel_id
      FROM (SELECT c.id FROM alert_channels c
        WHERE c.account_id = NEW.account_id AND c.id <> NEW.channel_id
          AND coalesce((c.settings ->> 'sendFailure')::boolean, true)
          AND NOT EXISTS (SELECT FROM channel_breakages o
            WHERE o.channel_id = c.id AND o.ended_ms IS NULL)
          AND coalesce(greatest(
              (SELECT answered_ms FROM deliveries WHERE channel_id = c.id AND state = 'DEAD'
                AND answered_ms IS NOT NULL ORDER BY answered_ms DESC NULLS LAST LIMIT 1),
              (SELECT answered_ms FROM deliveries WHERE channel_id = c.id AND state = 'PENDING'
                AND answered_ms IS NOT NULL ORDER BY answered_ms DESC NULLS LAST LIMIT 1)), 0)
            <= coalesce(
              (SELECT answered_ms FROM deliveries WHERE channel_id = c.id AND state = 'DELIVERED'
                ORDER BY answered_ms DESC NULLS LAST LIMIT 1), 0)
        ORDER BY c.id LIMIT 100 FOR KEY SHARE SKIP LOCKED) AS h;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('belfry_deliveries', '');
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER note_channel_outcome
  AFTER UPDATE ON deliveries FOR EACH ROW
  WHEN (new.channel_id IS NOT NULL AND new.answered_ms IS DISTINCT FROM old.answered_ms)
  EXECUTE FUNCTION note_channel_outcome();

-- Gives new on-call schedules an empty copy, so that the job reads their calendars.
CREATE OR REPLACE FUNCTION on_call_schedules_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO on_call_copies (schedule_id, account_id) SELECT n.id, n.account_id FROM new_rows n;
  RETURN NULL;
END $function$;
CREATE TRIGGER on_call_schedules_inserted
  AFTER INSERT ON on_call_schedules
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION on_call_schedules_inserted();

-- Makes messages due at once that wait for the end of quiet hours which their channel has no more.
CREATE OR REPLACE FUNCTION release_held_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE deliveries SET due_ms = epoch_millis(), held_until_ms = epoch_millis(),
      expires_ms = epoch_millis() + 86400000
    WHERE id = ANY (ARRAY(SELECT id FROM deliveries
      WHERE channel_id = NEW.id AND state = 'PENDING' AND held_until_ms > epoch_millis()
      FOR NO KEY UPDATE SKIP LOCKED));
  IF FOUND THEN
    PERFORM pg_notify('belfry_deliveries', '');
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER release_held_messages
  AFTER UPDATE ON alert_channels FOR EACH ROW
  WHEN (COALESCE(old.settings -> 'quietHours'::text, '[]'::jsonb) <> '[]'::jsonb AND COALESCE(new.settings -> 'quietHours'::text, '[]'::jsonb) = '[]'::jsonb)
  EXECUTE FUNCTION release_held_messages();

-- Makes messages due at once that wait for the end of quiet hours which their person has no more.
CREATE OR REPLACE FUNCTION release_person_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE deliveries SET due_ms = epoch_millis(), held_until_ms = epoch_millis(),
      expires_ms = epoch_millis() + 86400000
    WHERE id = ANY (ARRAY(SELECT d.id FROM memberships m
        JOIN alert_channels h ON h.account_id = m.account_id AND h.type = 'MEMBER'
          AND h.config ->> 'userId' = NEW.id::text
          AND coalesce(h.settings -> 'quietHours', '[]') IN ('[]', 'null')
        JOIN deliveries d ON d.channel_id = h.id AND d.state = 'PENDING'
          AND d.held_until_ms > epoch_millis()
      WHERE m.user_id = NEW.id FOR NO KEY UPDATE OF d SKIP LOCKED));
  IF FOUND THEN
    PERFORM pg_notify('belfry_deliveries', '');
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER release_person_messages
  AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.quiet_hours IS NOT NULL AND new.quiet_hours IS NULL)
  EXECUTE FUNCTION release_person_messages();

-- Hands the turns of a person who leaves to the next, and gives those of one who joins again back.
CREATE OR REPLACE FUNCTION rotations_follow_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
CREATE TRIGGER rotations_follow_members
  AFTER INSERT OR DELETE ON memberships FOR EACH ROW
  EXECUTE FUNCTION rotations_follow_members();
