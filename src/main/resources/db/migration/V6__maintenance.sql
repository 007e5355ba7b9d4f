-- Times at which checks do not alert, or do not run. computed_ms: when its intervals were last
-- worked out, 0 = they have to be.
CREATE TABLE maintenance_windows (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id          uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name                text NOT NULL,
  description         text,
  starts_at           timestamptz(3) NOT NULL,
  ends_at             timestamptz(3) NOT NULL,
  repeat_unit         text CHECK (repeat_unit IN ('DAY', 'WEEK', 'MONTH')),
  repeat_interval     integer CHECK (repeat_interval > 0),
  repeat_ends_at      timestamptz(3),
  timezone            text,
  tags                text[] NOT NULL,
  pause_all_checks    boolean NOT NULL,
  silence_all_alerts  boolean NOT NULL,
  silence_alerts_tags text[] NOT NULL,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3),
  computed_ms         bigint NOT NULL DEFAULT 0,
  CONSTRAINT maintenance_windows_owner UNIQUE (account_id, id)
);
CREATE INDEX maintenance_windows_to_compute ON maintenance_windows (computed_ms);

-- When a window holds, from starts_ms until before ends_ms, for a good while ahead: calendars and
-- time zones are the business of the service, not of SQL. Those of a window neither overlap nor touch.
CREATE TABLE maintenance_intervals (
  window_id  bigint NOT NULL,
  account_id uuid NOT NULL,
  starts_ms  bigint NOT NULL,
  ends_ms    bigint NOT NULL CHECK (ends_ms > starts_ms),
  PRIMARY KEY (window_id, starts_ms),
  CONSTRAINT maintenance_intervals_window FOREIGN KEY (account_id, window_id)
    REFERENCES maintenance_windows (account_id, id) ON DELETE CASCADE
);
CREATE INDEX maintenance_intervals_by_account ON maintenance_intervals (account_id, ends_ms);

-- Accounts whose windows pause checks, or did. applied_ms: up to when schedules are in line with
-- them, 0 = they have to be looked at. began_ms and after_id: of a pass over the checks that is not
-- done. again: the transaction in which a pass began; what ran beside it could not see what it saw,
-- so there is another pass when that is over.
CREATE TABLE maintenance_accounts (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  applied_ms bigint NOT NULL DEFAULT 0,
  began_ms   bigint,
  after_id   uuid,
  again      xid8
) WITH (fillfactor = 50);

-- The tags of a check, its group's included.
CREATE FUNCTION tags_of(settings jsonb, shared jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT tag), '{}') FROM jsonb_array_elements_text(
    coalesce(nullif(settings -> 'tags', 'null'), '[]')
    || coalesce(nullif(shared -> 'tags', 'null'), '[]')) AS tag $$;

-- Whether a window keeps a check with these tags (its group's included) from alerting then:
-- one that names a tag of it, silences all, or pauses all.
CREATE FUNCTION maintenance_holds(account uuid, tags text[], at_ms bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM maintenance_intervals i
      JOIN maintenance_windows w ON w.id = i.window_id
      WHERE i.account_id = account AND i.starts_ms <= at_ms AND i.ends_ms > at_ms
        AND (w.silence_all_alerts OR w.tags && $2 OR w.silence_alerts_tags && $2
             OR w.pause_all_checks AND w.tags = '{}')) $$;

-- Whether a window keeps a check with these tags from running then.
CREATE FUNCTION maintenance_pauses(account uuid, tags text[], at_ms bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM maintenance_intervals i
      JOIN maintenance_windows w ON w.id = i.window_id
      WHERE i.account_id = account AND i.starts_ms <= at_ms AND i.ends_ms > at_ms
        AND w.pause_all_checks AND (w.tags = '{}' OR w.tags && $2)) $$;

-- As before, and a check that a window pauses has no schedule.
CREATE OR REPLACE FUNCTION reschedule(changed checks) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  now_ms bigint := epoch_millis();
  shared jsonb;
  wanted record;
  mine   integer;
  kept   integer[] := '{}';
BEGIN
  IF changed.group_id IS NOT NULL THEN
    SELECT g.settings INTO shared FROM check_groups g WHERE g.id = changed.group_id
      FOR SHARE;
  END IF;
  FOR wanted IN
    SELECT w.* FROM schedule_of(changed.id, changed.check_type, changed.settings, shared) AS w
      WHERE NOT maintenance_pauses(changed.account_id, tags_of(changed.settings, shared), now_ms)
      ORDER BY w.location
  LOOP
    SELECT s.id INTO mine FROM series s
      WHERE s.check_id = changed.id AND s.location = wanted.location;
    IF mine IS NULL THEN
      IF NOT EXISTS (SELECT FROM shards k WHERE k.location = wanted.location) THEN
        INSERT INTO shards (location, shard, watermark)
          SELECT wanted.location, s, now_ms - 1 FROM generate_series(0, 31) AS s
          ON CONFLICT DO NOTHING;
      END IF;
      INSERT INTO series (account_id, check_id, location, shard)
        VALUES (changed.account_id, changed.id, wanted.location, shard_of(changed.id))
        RETURNING id INTO mine;
    ELSE
      UPDATE schedules c SET until_ms = greatest(now_ms, c.from_ms)
        WHERE c.series_id = mine AND c.until_ms IS NULL
          AND (c.period_ms, c.phase_ms) IS DISTINCT FROM (wanted.period_ms, wanted.phase_ms);
    END IF;
    kept := kept || mine;
    IF NOT EXISTS (SELECT FROM schedules c WHERE c.series_id = mine AND c.until_ms IS NULL) THEN
      INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms)
        SELECT mine, greatest(now_ms, max(o.until_ms)), wanted.period_ms, wanted.phase_ms
          FROM schedules o WHERE o.series_id = mine
        ON CONFLICT (series_id, from_ms) DO UPDATE SET
          until_ms = NULL, period_ms = excluded.period_ms, phase_ms = excluded.phase_ms;
    END IF;
  END LOOP;
  FOR mine IN SELECT s.id FROM series s WHERE s.check_id = changed.id AND s.id <> ALL (kept) LOOP
    UPDATE schedules c SET until_ms = greatest(now_ms, c.from_ms)
      WHERE c.series_id = mine AND c.until_ms IS NULL;
  END LOOP;
END $$;

-- As before, and tags decide too, since windows go by them.
CREATE OR REPLACE FUNCTION check_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (
      OLD.group_id IS DISTINCT FROM NEW.group_id
      OR OLD.settings -> 'activated' IS DISTINCT FROM NEW.settings -> 'activated'
      OR OLD.settings -> 'frequency' IS DISTINCT FROM NEW.settings -> 'frequency'
      OR OLD.settings -> 'frequencyOffset' IS DISTINCT FROM NEW.settings -> 'frequencyOffset'
      OR OLD.settings -> 'locations' IS DISTINCT FROM NEW.settings -> 'locations'
      OR OLD.settings -> 'privateLocations' IS DISTINCT FROM NEW.settings -> 'privateLocations'
      OR OLD.settings -> 'tags' IS DISTINCT FROM NEW.settings -> 'tags'
      OR OLD.settings -> 'runParallel' IS DISTINCT FROM NEW.settings -> 'runParallel') THEN
    PERFORM reschedule(NEW);
  END IF;
  PERFORM pg_notify('belfry_checks', shard_of(coalesce(NEW.id, OLD.id)) || ':' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;

-- Which checks of an account run though a window pauses them, or the other way round.
CREATE FUNCTION checks_out_of_line(account uuid, after_id uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT c.id FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
    WHERE c.account_id = account AND ($2 IS NULL OR c.id > $2)
      AND EXISTS (SELECT FROM series s JOIN schedules o ON o.series_id = s.id AND o.until_ms IS NULL
                    WHERE s.check_id = c.id)
        <> (NOT maintenance_pauses(account, tags_of(c.settings, g.settings), epoch_millis())
            AND EXISTS (SELECT FROM schedule_of(c.id, c.check_type, c.settings, g.settings)))
    ORDER BY c.id LIMIT most $$;

-- Whether a window of an account began or ended after one time and until another.
CREATE FUNCTION maintenance_turned(account uuid, after_ms bigint, until_ms bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM maintenance_intervals i
      WHERE i.account_id = account AND i.ends_ms > after_ms AND i.starts_ms <= $3
        AND (i.starts_ms > after_ms OR i.ends_ms <= $3)) $$;

-- Brings schedules in line with the windows of one account, a number of checks at a time, each
-- under its lock. By what holds at the moment of the call: what began and ended while nobody looked
-- changes nothing. Whoever calls it, it is done once. Returns whether there was anything to do.
CREATE FUNCTION apply_maintenance(most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := epoch_millis();
  due    maintenance_accounts;
  ids    uuid[];
  one    checks;
BEGIN
  SELECT a.* INTO due FROM maintenance_accounts a
    WHERE a.applied_ms = 0 OR a.began_ms IS NOT NULL
      OR a.again < pg_snapshot_xmin(pg_current_snapshot())
      OR maintenance_turned(a.account_id, a.applied_ms, now_ms)
    ORDER BY a.applied_ms LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF due.began_ms IS NULL THEN
    due.again := CASE WHEN due.applied_ms = 0
                        OR maintenance_turned(due.account_id, due.applied_ms, now_ms)
                      THEN pg_current_xact_id() END;
    due.began_ms := now_ms;
  END IF;
  ids := ARRAY(SELECT checks_out_of_line(due.account_id, due.after_id, most));
  FOR one IN SELECT c.* FROM checks c WHERE c.id = ANY (ids) ORDER BY c.id FOR NO KEY UPDATE LOOP
    PERFORM reschedule(one);
    PERFORM pg_notify('belfry_checks', shard_of(one.id) || ':' || one.id);
  END LOOP;
  IF cardinality(ids) < most THEN
    UPDATE maintenance_accounts a
      SET applied_ms = due.began_ms, began_ms = NULL, after_id = NULL, again = due.again
      WHERE a.account_id = due.account_id;
  ELSE
    UPDATE maintenance_accounts a
      SET began_ms = due.began_ms, after_id = ids[most], again = due.again
      WHERE a.account_id = due.account_id;
  END IF;
  RETURN true;
END $$;
