-- Scopes of keys: a key that administers may make and revoke keys. All keys could until now, and
-- programs of the version before make such keys still, hence the default.
ALTER TABLE api_keys
  ADD COLUMN administers boolean NOT NULL DEFAULT true,
  ADD COLUMN made_by uuid;
CREATE INDEX api_keys_made_by ON api_keys (made_by) WHERE made_by IS NOT NULL;

-- Revokes a key and those made with it, level by level. Who makes a key holds the row of its maker
-- meanwhile, so that the next level is complete once this one is locked.
CREATE FUNCTION revoke_key_tree(of_account uuid, root uuid) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  level uuid[] := ARRAY[root];
  step integer;
  revoked integer := 0;
BEGIN
  WHILE level <> '{}' LOOP
    PERFORM FROM api_keys k WHERE k.id = ANY (level) AND k.account_id = of_account
      ORDER BY k.id FOR NO KEY UPDATE;
    UPDATE api_keys k SET revoked_at = now()
      WHERE k.id = ANY (level) AND k.account_id = of_account AND k.revoked_at IS NULL;
    GET DIAGNOSTICS step = ROW_COUNT;
    revoked := revoked + step;
    level := ARRAY(SELECT k.id FROM api_keys k
      WHERE k.made_by = ANY (level) AND k.account_id = of_account);
  END LOOP;
  RETURN revoked;
END $$;

-- The audit log shows the scope as the API does.
DO $$
DECLARE
  before text := pg_get_functiondef('audit_row_document(text, jsonb)'::regprocedure);
  after text := replace(before, $old$'scope', r -> 'scope',$old$,
    $new$'scope', CASE WHEN r -> 'scope' = '"write"' AND r -> 'administers' = 'true'
          THEN '"admin"' ELSE r -> 'scope' END,$new$);
BEGIN
  ASSERT after <> before, 'audit_row_document has changed';
  EXECUTE after;
END $$;

-- Private locations belong to their accounts: the place of a series is a public location, 'default',
-- or account/slug. Slugs never look like public locations (SlugRules). Shards are of places.
CREATE FUNCTION place_of(account uuid, location text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN location = 'default' OR strpos(location, '/') > 0
      OR location ~* '^(us(-gov)?|ap|ca|cn|eu|sa|af|me)-(central|(north|south)?(east|west)|north|south)-[0-9]+$'
    THEN location ELSE account::text || '/' || location END $$;
CREATE INDEX series_by_place ON series (place_of(account_id, location), shard);
CREATE INDEX private_locations_by_slug ON private_locations (slug_name);

-- Names the account of each slug that exactly one account has; the other names stay as they are.
CREATE FUNCTION resolve_places(named text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT CASE
      WHEN place_of('00000000-0000-0000-0000-000000000000', n.name) = n.name THEN n.name
      ELSE coalesce((SELECT min(p.account_id::text) || '/' || n.name FROM private_locations p
        WHERE p.slug_name = n.name HAVING count(*) = 1), n.name) END
    FROM unnest(named) WITH ORDINALITY AS n (name, position) ORDER BY n.position);
END $$;

-- Makes the shards of places that have none. Whoever needs a private place holds its lock meanwhile,
-- so that drop_idle_shards leaves the place alone. An older snapshot may show shards that are gone.
CREATE FUNCTION open_shards(places text[], now_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('belfry.place ' || p, 0))
    FROM unnest(places) AS p WHERE strpos(p, '/') > 0;
  INSERT INTO shards (location, shard, watermark)
    SELECT p, s, now_ms - 1 FROM unnest(places) AS p CROSS JOIN generate_series(0, 31) AS s
      WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p)
        OR (strpos(p, '/') > 0 AND current_setting('transaction_isolation') <> 'read committed')
      ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
END $$;

-- Whether a private place still has runs to make or to account for.
CREATE FUNCTION is_busy_place(place text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM series s
        JOIN shards k ON k.location = place AND k.shard = s.shard
        JOIN schedules c ON c.series_id = s.id
      WHERE place_of(s.account_id, s.location) = place
        AND (c.until_ms IS NULL OR c.until_ms > k.watermark - 60000))
    OR EXISTS (SELECT FROM open_runs o WHERE o.location = place);
END $$;

-- Deletes the shards of private places that nothing needs, and returns the number of places. The
-- ledger counts on them only for runs beyond their watermarks.
CREATE FUNCTION drop_idle_shards() RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  place   text;
  dropped integer := 0;
BEGIN
  FOR place IN SELECT DISTINCT k.location FROM shards k WHERE strpos(k.location, '/') > 0 LOOP
    IF NOT is_busy_place(place)
        AND pg_try_advisory_xact_lock(hashtextextended('belfry.place ' || place, 0))
        AND NOT is_busy_place(place) THEN
      DELETE FROM shards k WHERE k.location = place;
      dropped := dropped + 1;
    END IF;
  END LOOP;
  RETURN dropped;
END $$;

-- Which transaction changed the owner last, so that an instance reads what changed since.
ALTER TABLE shards ADD COLUMN changed xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX shards_changed ON shards (changed);
CREATE FUNCTION shard_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER shard_changed BEFORE UPDATE OF owner, fence ON shards FOR EACH ROW
  EXECUTE FUNCTION shard_changed();

-- The shards of slugs become those of places, as far as there is something left to run. Instances of
-- the version before go on with what they have loaded, and count as covering it.
INSERT INTO shards (location, shard, watermark)
  SELECT p.place, k.shard, k.watermark
    FROM (SELECT DISTINCT s.location, place_of(s.account_id, s.location) AS place
        FROM series s JOIN shards o ON o.location = s.location AND o.shard = s.shard
          JOIN schedules c ON c.series_id = s.id
        WHERE place_of(s.account_id, s.location) <> s.location
          AND (c.until_ms IS NULL OR c.until_ms > o.watermark - 60000)) AS p
      JOIN shards k ON k.location = p.location;
UPDATE open_runs o SET location = place_of(s.account_id, o.location)
  FROM series s WHERE s.id = o.series_id AND place_of(s.account_id, o.location) <> o.location;
DELETE FROM shards k
  WHERE place_of('00000000-0000-0000-0000-000000000000', k.location) <> k.location;
UPDATE instances SET locations = resolve_places(locations);

DO $$
DECLARE
  before text;
  after  text;
BEGIN
  before := pg_get_functiondef('checks_inserted()'::regprocedure);
  after := replace(before, $old$  WITH wanted AS MATERIALIZED (
    SELECT n.account_id, n.id, w.location, w.period_ms, w.phase_ms
$old$, $new$  PERFORM open_shards(private.places, now_ms) FROM (
    SELECT array_agg(DISTINCT place_of(n.account_id, p.slug)) AS places
      FROM new_rows n LEFT JOIN check_groups g ON g.id = n.group_id
        CROSS JOIN LATERAL jsonb_array_elements_text(settings_list(n.settings -> 'privateLocations')
          || settings_list(g.settings -> 'privateLocations')) AS p (slug)) AS private
    WHERE private.places IS NOT NULL;
  WITH wanted AS MATERIALIZED (
    SELECT n.account_id, n.id, w.location, place_of(n.account_id, w.location) AS place,
        w.period_ms, w.phase_ms
$new$);
  ASSERT after <> before, 'checks_inserted has changed';
  before := after;
  after := replace(before, $old$      SELECT p.location, s, now_ms - 1
        FROM (SELECT DISTINCT w.location FROM wanted w) AS p CROSS JOIN generate_series(0, 31) AS s
        WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p.location)
$old$, $new$      SELECT p.place, s, now_ms - 1
        FROM (SELECT DISTINCT w.place FROM wanted w WHERE strpos(w.place, '/') = 0) AS p
          CROSS JOIN generate_series(0, 31) AS s
        WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p.place)
$new$);
  ASSERT after <> before, 'checks_inserted has changed';
  EXECUTE after;

  before := pg_get_functiondef('reschedule(checks)'::regprocedure);
  after := replace(before, $old$      IF NOT EXISTS (SELECT FROM shards k WHERE k.location = wanted.location) THEN
        INSERT INTO shards (location, shard, watermark)
          SELECT wanted.location, s, now_ms - 1 FROM generate_series(0, 31) AS s
          ON CONFLICT DO NOTHING;
      END IF;
$old$, '');
  ASSERT after <> before, 'reschedule has changed';
  before := after;
  after := replace(before, $old$    SELECT s.id INTO mine FROM series s
$old$, $new$    PERFORM open_shards(ARRAY[place_of(changed.account_id, wanted.location)], now_ms);
    SELECT s.id INTO mine FROM series s
$new$);
  ASSERT after <> before, 'reschedule has changed';
  EXECUTE after;
END $$;

-- Quotas of accounts. How much an account has of something is the sum of its rows: a statement adds
-- to a row that no other transaction holds, or makes one, so that none waits for another.
CREATE TABLE account_usage (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  quota      text NOT NULL,
  used       bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX account_usage_account ON account_usage (account_id, quota);

-- Quotas that an operator gave to one account; 0 is unlimited.
CREATE TABLE account_quotas (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  quota      text NOT NULL,
  most       bigint NOT NULL CHECK (most >= 0),
  PRIMARY KEY (account_id, quota)
);

-- The quota of an account; 0 is unlimited. Without the setting of the session there is none: that is
-- how instances say what their configuration gives everybody.
CREATE FUNCTION quota_of(account uuid, name text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  given text := current_setting('belfry.quotas', true);
BEGIN
  IF given IS NULL OR given = '' THEN
    RETURN 0;
  END IF;
  RETURN coalesce(
    (SELECT q.most FROM account_quotas q WHERE q.account_id = account AND q.quota = name),
    substring(given FROM '(?:^| )' || name || '=([0-9]+)')::bigint, 0);
END $$;

CREATE FUNCTION usage_of(account uuid, name text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(u.used), 0) FROM account_usage u
    WHERE u.account_id = account AND u.quota = name);
END $$;

-- How many more an account may have, for statements that leave out the requests beyond.
CREATE FUNCTION quota_room(account uuid, name text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  most bigint := quota_of(account, name);
BEGIN
  RETURN CASE WHEN most = 0 THEN 9223372036854775807 ELSE most - usage_of(account, name) END;
END $$;

CREATE FUNCTION refuse_beyond(name text, most bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the quota % is used up', name USING ERRCODE = 'BQ402', DETAIL = name || ' ' || most;
END $$;

-- Adds to what an account has, and refuses what is beyond its quota. Of two rows it makes one. A
-- transaction with an old snapshot may not change rows that others changed, so it makes its own.
CREATE FUNCTION add_usage(account uuid, name text, more bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  mine  bigint[] := '{}';
  moved bigint := 0;
  most  bigint;
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    mine := ARRAY(SELECT u.id FROM account_usage u WHERE u.account_id = account AND u.quota = name
      LIMIT 2 FOR UPDATE SKIP LOCKED);
  END IF;
  IF mine = '{}' THEN
    INSERT INTO account_usage (account_id, quota, used) VALUES (account, name, more);
  ELSE
    IF cardinality(mine) = 2 THEN
      DELETE FROM account_usage u WHERE u.id = mine[2] RETURNING u.used INTO moved;
    END IF;
    UPDATE account_usage u SET used = u.used + more + moved WHERE u.id = mine[1];
  END IF;
  IF more > 0 THEN
    most := quota_of(account, name);
    IF most > 0 AND usage_of(account, name) > most THEN
      PERFORM refuse_beyond(name, most);
    END IF;
  END IF;
END $$;

-- Counts the rows of a statement. Its argument is the quota.
CREATE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_usage(s.account_id, TG_ARGV[0], s.n)
      FROM (SELECT n.account_id, count(*) AS n FROM new_rows n GROUP BY 1) AS s;
  ELSE
    PERFORM add_usage(s.account_id, TG_ARGV[0], -s.n)
      FROM (SELECT o.account_id, count(*) AS n FROM old_rows o GROUP BY 1) AS s;
  END IF;
  RETURN NULL;
END $$;

-- Counts keys that are not revoked.
CREATE FUNCTION count_keys() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_usage(s.account_id, 'keys', s.n)
      FROM (SELECT n.account_id, count(*) AS n FROM new_rows n
        WHERE n.revoked_at IS NULL GROUP BY 1) AS s;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_usage(s.account_id, 'keys', -s.n)
      FROM (SELECT o.account_id, count(*) AS n FROM old_rows o
        WHERE o.revoked_at IS NULL GROUP BY 1) AS s;
  ELSE
    PERFORM add_usage(s.account_id, 'keys', s.n)
      FROM (SELECT n.account_id, count(*) FILTER (WHERE n.revoked_at IS NULL)
          - count(*) FILTER (WHERE o.revoked_at IS NULL) AS n
        FROM old_rows o JOIN new_rows n ON n.id = o.id GROUP BY 1) AS s
      WHERE s.n <> 0;
  END IF;
  RETURN NULL;
END $$;

-- Refuses updates beyond the quota of one incident.
CREATE FUNCTION limit_incident_updates() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  posted record;
  most   bigint;
BEGIN
  FOR posted IN SELECT n.account_id, n.incident_id FROM new_rows n GROUP BY 1, 2 LOOP
    most := quota_of(posted.account_id, 'incidentUpdates');
    IF most > 0 AND (SELECT count(*) FROM (SELECT FROM incident_updates u
        WHERE u.incident_id = posted.incident_id LIMIT most + 1) AS posts) > most THEN
      PERFORM refuse_beyond('incidentUpdates', most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES ('alert_channels', 'channels'), ('checks', 'monitors'),
      ('private_locations', 'privateLocations'), ('status_page_subscriptions', 'subscribers'))
      AS c (source, quota) LOOP
    EXECUTE format('CREATE TRIGGER count_inserted AFTER INSERT ON %I
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage(%L)',
      counted.source, counted.quota);
    EXECUTE format('CREATE TRIGGER count_deleted AFTER DELETE ON %I
      REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage(%L)',
      counted.source, counted.quota);
    EXECUTE format('INSERT INTO account_usage (account_id, quota, used)
      SELECT account_id, %L, count(*) FROM %I GROUP BY 1', counted.quota, counted.source);
  END LOOP;
END $$;
CREATE TRIGGER count_inserted AFTER INSERT ON api_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_keys();
CREATE TRIGGER count_updated AFTER UPDATE ON api_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_keys();
CREATE TRIGGER count_deleted AFTER DELETE ON api_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_keys();
INSERT INTO account_usage (account_id, quota, used)
  SELECT account_id, 'keys', count(*) FROM api_keys WHERE revoked_at IS NULL GROUP BY 1;
CREATE TRIGGER limit_inserted AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION limit_incident_updates();
