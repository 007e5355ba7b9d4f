-- A channel may have its alerts grouped: one message for all alerts of a key, renewed while they last.
-- The transaction that raises an alert only notes it (grouped_alerts), which takes no lock that
-- others wait for. A job puts noted alerts into groups and queues messages about groups that are due,
-- one channel at a time. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, alert_channels, deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- No references: a row whose alert or channel is gone is dropped when it is read.
CREATE TABLE grouped_alerts (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id bigint NOT NULL,
  alert_id   uuid NOT NULL
);
CREATE INDEX grouped_alerts_by_channel ON grouped_alerts (channel_id, id);

-- key: what its members have in common, exactly; labels: the same for people to read. due_ms: when it
-- is looked at next. revision: number of its messages; told_ms: when the last one was queued;
-- repeats: how many in a row had no news. failing to removed: as of the last look.
CREATE TABLE alert_groups (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  channel_id bigint NOT NULL REFERENCES alert_channels ON DELETE CASCADE,
  key        text NOT NULL,
  labels     jsonb NOT NULL,
  opened_ms  bigint NOT NULL,
  due_ms     bigint NOT NULL,
  revision   integer NOT NULL DEFAULT 0,
  repeats    integer NOT NULL DEFAULT 0,
  told_ms    bigint,
  closed_ms  bigint,
  failing    integer NOT NULL DEFAULT 0,
  degraded   integer NOT NULL DEFAULT 0,
  recovered  integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX alert_groups_open ON alert_groups (channel_id, md5(key)) WHERE closed_ms IS NULL;
CREATE INDEX alert_groups_due ON alert_groups (due_ms, channel_id) WHERE closed_ms IS NULL;
CREATE INDEX alert_groups_by_channel ON alert_groups (channel_id, opened_ms DESC, id DESC);
CREATE INDEX alert_groups_by_account ON alert_groups (account_id, opened_ms DESC, id DESC);
CREATE INDEX alert_groups_closed ON alert_groups (closed_ms) WHERE closed_ms IS NOT NULL;

-- A check that alerted in a group. Its state is that of the check; told: the state that the last
-- message gave, null before one. No reference to the check, whose deletion must not wait for a group.
CREATE TABLE alert_group_members (
  group_id  uuid NOT NULL REFERENCES alert_groups ON DELETE CASCADE,
  check_id  uuid NOT NULL,
  episode   uuid NOT NULL,
  alert_id  uuid NOT NULL,
  name      text NOT NULL,
  joined_ms bigint NOT NULL,
  told      text CHECK (told IN ('FAILED', 'DEGRADED', 'RECOVERED', 'REMOVED')),
  PRIMARY KEY (group_id, check_id)
) WITH (fillfactor = 80);
CREATE INDEX alert_group_members_by_check ON alert_group_members (check_id, episode);

-- The members of a group as they are now. A check that was deleted or unsubscribed is removed. Those
-- that someone attends to, or that are paused, are no reason to repeat a message.
CREATE FUNCTION members_of_alert_group(group_id uuid, channel_id bigint)
  RETURNS TABLE (check_id uuid, alert_id uuid, name text, joined_ms bigint, told text, level text,
    attended boolean)
  LANGUAGE sql STABLE AS $$
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
  WHERE m.group_id = members_of_alert_group.group_id $$;

ALTER TABLE deliveries ADD COLUMN alert_group_id uuid, ADD COLUMN group_revision integer;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_alert_group FOREIGN KEY (alert_group_id)
  REFERENCES alert_groups ON DELETE CASCADE NOT VALID;
CREATE UNIQUE INDEX deliveries_of_alert_group ON deliveries (alert_group_id, group_revision)
  WHERE alert_group_id IS NOT NULL;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP', 'UPDATE', 'CONFIRMATION'))
  NOT VALID;
DROP INDEX deliveries_alerts_due;
CREATE INDEX deliveries_alerts_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP');

-- As before (V49), but a message about a group breaks a channel as an alert does.
CREATE OR REPLACE FUNCTION note_channel_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_ms constant bigint := epoch_millis();
  begun bigint;
  told bigint;
BEGIN
  IF NEW.state = 'DELIVERED' THEN
    IF NOT EXISTS (SELECT FROM channel_breakages
        WHERE channel_id = NEW.channel_id AND ended_ms IS NULL) THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.kind NOT IN ('ALERT', 'GROUP')
      OR (NEW.state = 'PENDING' AND NEW.created_ms > now_ms - 900000)
      OR EXISTS (SELECT FROM deliveries WHERE channel_id = NEW.channel_id
        AND state = 'DELIVERED' AND answered_ms >= NEW.created_ms)
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
