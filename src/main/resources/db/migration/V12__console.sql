-- What people look at (ADR 29): how each check does at present, ready to be searched, sorted and
-- counted, and the news that something has changed.

-- What has changed since somebody looked. Triggers add rows in the transaction of the change and wait for
-- nobody; ChangeKeeper takes them, brings check_overview up to date and tells who listens. So whoever
-- writes results or messages neither waits for the lock of NOTIFY nor for the rows of people's lists.
-- subject: the id of what changed.
CREATE TABLE changes (
  account_id uuid NOT NULL,
  kind       text NOT NULL,
  subject    text NOT NULL
);

-- A check with what its group lends it. state: 0 failing, 1 degraded, 2 without data, 3 passing,
-- 4 paused: the order in which people want to see them. since_ms: since when it has been in it.
-- words: what a search looks through, in lower case. No foreign keys: rows follow their checks within a
-- second, and must not make anybody wait.
CREATE TABLE check_overview (
  check_id   uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  group_id   bigint,
  since_ms   bigint,
  state      smallint NOT NULL,
  muted      boolean NOT NULL,
  check_type text NOT NULL,
  name       text NOT NULL,
  sort_name  text NOT NULL GENERATED ALWAYS AS (lower(left(name, 100))) STORED,
  url        text,
  tags       text[] NOT NULL,
  words      text NOT NULL
) WITH (fillfactor = 90);
CREATE INDEX check_overview_by_state ON check_overview (account_id, state, sort_name, check_id);
CREATE INDEX check_overview_by_name ON check_overview (account_id, sort_name, check_id);
CREATE INDEX check_overview_by_time ON check_overview (account_id, since_ms DESC NULLS LAST, check_id);
CREATE INDEX check_overview_counts ON check_overview (account_id, state, muted);
CREATE INDEX check_overview_by_group ON check_overview (group_id) WHERE group_id IS NOT NULL;

-- Most tables: a row is what people know by its id. Arguments: the kind, and the column that says which.
CREATE FUNCTION told_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  any_row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO changes VALUES ((any_row ->> 'account_id')::uuid, TG_ARGV[0], any_row ->> TG_ARGV[1]);
  RETURN NULL;
END $$;

DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES
      ('incidents', 'incident', 'id'), ('incident_updates', 'incident', 'incident_id'),
      ('alert_channels', 'channel', 'id'), ('check_groups', 'group', 'id'), ('api_keys', 'key', 'id'),
      ('services', 'service', 'id'), ('status_pages', 'page', 'id'),
      ('maintenance_windows', 'maintenance', 'id')) AS rows (name, kind, key)
  LOOP
    EXECUTE format('CREATE TRIGGER told_of_row AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION told_of_row(%L, %L)', source.name, source.kind, source.key);
  END LOOP;
END $$;

CREATE FUNCTION told_of_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes VALUES (NEW.account_id, 'alert', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER told_of_alert AFTER INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION told_of_alert();

-- Messages to subscribers come by the ten thousand, and nobody watches them one by one.
CREATE FUNCTION told_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes VALUES (NEW.account_id, 'delivery', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER told_of_delivery AFTER INSERT ON deliveries FOR EACH ROW
  WHEN (NEW.channel_id IS NOT NULL) EXECUTE FUNCTION told_of_delivery();
CREATE TRIGGER told_of_outcome AFTER UPDATE ON deliveries FOR EACH ROW
  WHEN (NEW.channel_id IS NOT NULL
    AND (OLD.state, OLD.attempts) IS DISTINCT FROM (NEW.state, NEW.attempts))
  EXECUTE FUNCTION told_of_delivery();

-- As before, and what really changes is noted: a trigger of its own would cost the many updates of checks
-- more, and most of them change nothing.
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
  IF TG_OP <> 'UPDATE' OR OLD.settings IS DISTINCT FROM NEW.settings
      OR OLD.group_id IS DISTINCT FROM NEW.group_id THEN
    INSERT INTO changes VALUES (coalesce(NEW.account_id, OLD.account_id), 'check', coalesce(NEW.id, OLD.id)::text);
  END IF;
  RETURN NULL;
END $$;

-- A group lends its members tags, and pauses and mutes them.
CREATE FUNCTION told_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes SELECT c.account_id, 'check', c.id::text FROM checks c WHERE c.group_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER told_of_members AFTER UPDATE ON check_groups FOR EACH ROW
  WHEN (OLD.settings IS DISTINCT FROM NEW.settings) EXECUTE FUNCTION told_of_members();

-- Written only when a verdict changes, not with every result.
CREATE FUNCTION told_of_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes SELECT s.account_id, 'check', s.check_id::text FROM series s WHERE s.id = NEW.series_id;
  RETURN NULL;
END $$;
CREATE TRIGGER told_of_first_verdict AFTER INSERT ON series_states
  FOR EACH ROW EXECUTE FUNCTION told_of_verdict();
CREATE TRIGGER told_of_verdict AFTER UPDATE ON series_states FOR EACH ROW
  WHEN (OLD.verdict IS DISTINCT FROM NEW.verdict) EXECUTE FUNCTION told_of_verdict();

INSERT INTO changes SELECT account_id, 'check', id::text FROM checks;
