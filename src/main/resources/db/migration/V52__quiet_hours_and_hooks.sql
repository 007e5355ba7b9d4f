-- Alerts to a channel in its quiet hours wait as rows that are due at their end. held_until_ms: that
-- time, from which on the age of the message counts. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE alert_channels, alert_actions, deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

ALTER TABLE deliveries ADD COLUMN held_until_ms bigint;

-- The message of another service that told of an action, so that a repeated one is none.
ALTER TABLE alert_actions ADD COLUMN event text;
CREATE UNIQUE INDEX alert_actions_by_event ON alert_actions (episode, event)
  WHERE event IS NOT NULL;

-- Makes messages due at once that wait for the end of quiet hours which a channel has no more.
-- Messages that are being withdrawn are left alone.
CREATE FUNCTION release_held_messages() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE TRIGGER release_held_messages AFTER UPDATE ON alert_channels FOR EACH ROW
  WHEN (coalesce(OLD.settings -> 'quietHours', '[]') <> '[]'
    AND coalesce(NEW.settings -> 'quietHours', '[]') = '[]')
  EXECUTE FUNCTION release_held_messages();

-- As before, but the age of a message that waited counts from the end of the quiet hours.
CREATE OR REPLACE FUNCTION note_channel_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

