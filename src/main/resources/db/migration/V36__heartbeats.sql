-- Heartbeat monitors: what each waits for, as a row.

-- The state of the beats of a monitor; BeatState explains it. Times are milliseconds since 1970.
-- version: grows with each change, so that a change is made of the state that it read.
-- changed_at: since when the timer has to start anew, because settings changed or a window was on.
-- look_at: when the monitor is to be looked at, not after due_at by more than the time that a ping
-- takes to be stored. It is not moved by every ping, so that the row is updated in place.
CREATE TABLE heartbeats (
  check_id    uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  series_id   integer NOT NULL,
  version     integer NOT NULL DEFAULT 0,
  last_at     bigint NOT NULL DEFAULT 0,
  beat_at     bigint,
  start_at    bigint,
  expected_at bigint,
  due_at      bigint,
  missing     boolean NOT NULL DEFAULT false,
  changed_at  bigint,
  look_at     bigint,
  expected    bigint NOT NULL DEFAULT 0,
  came        bigint NOT NULL DEFAULT 0,
  missed      bigint NOT NULL DEFAULT 0,
  withdrawn   bigint NOT NULL DEFAULT 0,
  CONSTRAINT heartbeats_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE,
  -- No beat is lost: each came, was missed or called off, or is waited for.
  CONSTRAINT heartbeats_counted
    CHECK (expected = came + missed + withdrawn + CASE WHEN due_at IS NULL THEN 0 ELSE 1 END)
) WITH (fillfactor = 50);
CREATE INDEX heartbeats_look ON heartbeats (look_at) WHERE look_at IS NOT NULL;

CREATE FUNCTION heartbeats_inserted() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.check_type = 'HEARTBEAT') THEN
    RETURN NULL;
  END IF;
  WITH made AS (
    INSERT INTO series (account_id, check_id, location, shard)
      SELECT n.account_id, n.id, 'heartbeat', shard_of(n.id) FROM new_rows n
        WHERE n.check_type = 'HEARTBEAT'
      RETURNING series.id, series.account_id, series.check_id)
  INSERT INTO heartbeats (check_id, account_id, series_id)
    SELECT m.check_id, m.account_id, m.id FROM made m;
  RETURN NULL;
END $$;
CREATE TRIGGER heartbeats_inserted AFTER INSERT ON checks
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION heartbeats_inserted();

CREATE FUNCTION heartbeats_changed() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  changed uuid[];
  now_ms  bigint := epoch_millis();
BEGIN
  IF TG_TABLE_NAME = 'checks' THEN
    IF NOT EXISTS (SELECT FROM new_rows n WHERE n.check_type = 'HEARTBEAT') THEN
      RETURN NULL;
    END IF;
    changed := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
      WHERE n.check_type = 'HEARTBEAT'
        AND (o.group_id IS DISTINCT FROM n.group_id
          OR o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
          OR o.settings -> 'heartbeat' IS DISTINCT FROM n.settings -> 'heartbeat'));
  ELSE
    changed := ARRAY(SELECT c.id FROM old_rows o JOIN new_rows n ON n.id = o.id
        JOIN checks c ON c.group_id = n.id AND c.check_type = 'HEARTBEAT'
      WHERE o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated');
  END IF;
  IF changed <> '{}' THEN
    PERFORM FROM heartbeats h WHERE h.check_id = ANY (changed) ORDER BY h.check_id FOR UPDATE;
    UPDATE heartbeats h SET changed_at = now_ms, look_at = now_ms, version = h.version + 1
      WHERE h.check_id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER heartbeats_changed AFTER UPDATE ON checks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION heartbeats_changed();
CREATE TRIGGER heartbeats_changed AFTER UPDATE ON check_groups
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION heartbeats_changed();
