-- The functions of the room platform with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Adds to what an account uses of a quota, and fails the statement when that is too much.
-- Called by count_keys, count_usage.
CREATE OR REPLACE FUNCTION add_usage(account uuid, name text, more bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
END $function$;

-- Counts created and deleted rows. Its argument is the quota.
CREATE OR REPLACE FUNCTION count_usage()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_usage(s.account_id, TG_ARGV[0], s.n)
      FROM (SELECT n.account_id, count(*) AS n FROM new_rows n GROUP BY 1) AS s;
  ELSE
    PERFORM add_usage(s.account_id, TG_ARGV[0], -s.n)
      FROM (SELECT o.account_id, count(*) AS n FROM old_rows o GROUP BY 1) AS s;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER admit_inserted
  AFTER INSERT ON alert_channels
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('channels');
CREATE TRIGGER count_deleted
  AFTER DELETE ON alert_channels
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('channels');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON check_groups
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('groups');
CREATE TRIGGER count_deleted
  AFTER DELETE ON check_groups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('groups');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON checks
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('monitors');
CREATE TRIGGER count_deleted
  AFTER DELETE ON checks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('monitors');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON dashboards
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('dashboards');
CREATE TRIGGER count_deleted
  AFTER DELETE ON dashboards
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('dashboards');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON maintenance_windows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('maintenanceWindows');
CREATE TRIGGER count_deleted
  AFTER DELETE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('maintenanceWindows');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('objectives');
CREATE TRIGGER count_deleted
  AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('objectives');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON on_call_schedules
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('onCallSchedules');
CREATE TRIGGER count_deleted
  AFTER DELETE ON on_call_schedules
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('onCallSchedules');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON private_locations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('privateLocations');
CREATE TRIGGER count_deleted
  AFTER DELETE ON private_locations
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('privateLocations');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('services');
CREATE TRIGGER count_deleted
  AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('services');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON status_page_subscriptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('subscribers');
CREATE TRIGGER count_deleted
  AFTER DELETE ON status_page_subscriptions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('subscribers');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON status_pages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('statusPages');
CREATE TRIGGER count_deleted
  AFTER DELETE ON status_pages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('statusPages');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON teams
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('teams');
CREATE TRIGGER count_deleted
  AFTER DELETE ON teams
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('teams');
CREATE TRIGGER admit_inserted
  AFTER INSERT ON variables
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('variables');
CREATE TRIGGER count_deleted
  AFTER DELETE ON variables
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_usage('variables');

-- Deletes the shards of private places that nothing needs, and returns the number of places.
CREATE OR REPLACE FUNCTION drop_idle_shards()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Returns the time of the database in milliseconds since 1970 UTC.
-- Called by apply_maintenance, checks_inserted, checks_to_reschedule, custom_domains_wanted, deletion_id, heartbeats_changed, keep_deleted_parts, location_key_revoked, members_of_alert_group, note_channel_outcome, release_held_messages, release_person_messages, reschedule.
CREATE OR REPLACE FUNCTION epoch_millis()
 RETURNS bigint
 LANGUAGE sql
AS $function$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $function$;

-- Returns whether a private place has runs to make or to account for.
-- Called by drop_idle_shards.
CREATE OR REPLACE FUNCTION is_busy_place(place text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM series s
        JOIN shards k ON k.location = place AND k.shard = s.shard
        JOIN schedules c ON c.series_id = s.id
      WHERE place_of(s.account_id, s.location) = place
        AND (c.until_ms IS NULL OR c.until_ms > k.watermark - 60000))
    OR EXISTS (SELECT FROM open_runs o WHERE o.location = place);
END $function$;

-- Creates and attaches the partition of a table that begins at a given time, unless it exists.
-- Called by make_partitions, make_rollup_partition.
CREATE OR REPLACE FUNCTION make_partition(parent text, first timestamp without time zone, length interval)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  name text := parent || to_char(first, '_YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('belfry.partitions'));
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, name,
        extract(epoch FROM first)::bigint * 1000, extract(epoch FROM first + length)::bigint * 1000);
    END IF;
  END IF;
END $function$;

-- Leaves notifications for an instance to send, or sends them where the session has no instance.
-- Called by apply_maintenance, checks_deleted, checks_inserted, checks_updated, custom_domain_changed, group_changed, page_changed, pages_changed.
CREATE OR REPLACE FUNCTION notify_later(channel text, payloads text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('belfry.notifies_later', true) = 'on' THEN
    INSERT INTO pending_notifications (channel, payloads) VALUES (channel, payloads);
  ELSE
    PERFORM pg_notify(channel, payload) FROM unnest(payloads) AS payload;
  END IF;
END $function$;

-- Creates the shards of places that have none, and keeps private places from being dropped.
-- Called by checks_inserted, reschedule.
CREATE OR REPLACE FUNCTION open_shards(places text[], now_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('belfry.place ' || p, 0))
    FROM unnest(places) AS p WHERE strpos(p, '/') > 0;
  INSERT INTO shards (location, shard, watermark)
    SELECT p, s, now_ms - 1 FROM unnest(places) AS p CROSS JOIN generate_series(0, 31) AS s
      WHERE NOT EXISTS (SELECT FROM shards k WHERE k.location = p)
        OR (strpos(p, '/') > 0 AND current_setting('transaction_isolation') <> 'read committed')
      ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
END $function$;

-- Returns the place whose shards a series belongs to: the location, or account/slug for a private
-- one.
-- Called by checks_inserted, is_busy_place, reschedule, resolve_places.
CREATE OR REPLACE FUNCTION place_of(account uuid, location text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE
    WHEN location = 'default' OR strpos(location, '/') > 0
      OR location ~* '^(us(-gov)?|ap|ca|cn|eu|sa|af|me)-(central|(north|south)?(east|west)|north|south)-[0-9]+$'
    THEN location ELSE account::text || '/' || location END $function$;

-- Returns a quota of an account; 0 is unlimited.
-- Called by add_usage, limit_incident_updates, quota_room.
CREATE OR REPLACE FUNCTION quota_of(account uuid, name text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  given text := current_setting('belfry.quotas', true);
BEGIN
  IF given IS NULL OR given = '' THEN
    RETURN 0;
  END IF;
  RETURN coalesce(
    (SELECT q.most FROM account_quotas q WHERE q.account_id = account AND q.quota = name),
    substring(given FROM '(?:^| )' || name || '=([0-9]+)')::bigint, 0);
END $function$;

-- Returns how much of a quota is left to an account.
CREATE OR REPLACE FUNCTION quota_room(account uuid, name text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  most bigint := quota_of(account, name);
BEGIN
  RETURN CASE WHEN most = 0 THEN 9223372036854775807 ELSE most - usage_of(account, name) END;
END $function$;

-- Fails the statement of an account that is beyond a quota.
-- Called by add_usage, limit_incident_updates.
CREATE OR REPLACE FUNCTION refuse_beyond(name text, most bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the quota % is used up', name USING ERRCODE = 'BQ402', DETAIL = name || ' ' || most;
END $function$;

-- Adds the account to slugs of private locations that exactly one account has.
CREATE OR REPLACE FUNCTION resolve_places(named text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN ARRAY(SELECT CASE
      WHEN place_of('00000000-0000-0000-0000-000000000000', n.name) = n.name THEN n.name
      ELSE coalesce((SELECT min(p.account_id::text) || '/' || n.name FROM private_locations p
        WHERE p.slug_name = n.name HAVING count(*) = 1), n.name) END
    FROM unnest(named) WITH ORDINALITY AS n (name, position) ORDER BY n.position);
END $function$;

-- Sends notifications that were left, at most so many rows of them, and returns their number.
CREATE OR REPLACE FUNCTION send_notifications(most integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  many bigint;
BEGIN
  WITH taken AS (
    DELETE FROM pending_notifications p
      WHERE p.id IN (SELECT o.id FROM pending_notifications o ORDER BY o.id LIMIT most
        FOR UPDATE SKIP LOCKED)
      RETURNING p.channel, p.payloads)
  SELECT count(pg_notify(t.channel, payload)) INTO many FROM taken t, unnest(t.payloads) AS payload;
  IF many > 0 THEN
    UPDATE notification_watermark SET sent = sent + many;
    PERFORM pg_notify('belfry_watermark', sent::text) FROM notification_watermark;
  END IF;
  RETURN many;
END $function$;

-- Notes the transaction that changed the owner of a shard.
CREATE OR REPLACE FUNCTION shard_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $function$;
CREATE TRIGGER shard_changed
  BEFORE UPDATE OF owner, fence ON shards FOR EACH ROW
  EXECUTE FUNCTION shard_changed();

-- Returns the shard, 0 to 31, to which a check belongs at every location.
-- Called by apply_maintenance, checks_deleted, checks_inserted, checks_updated, group_changed, heartbeats_inserted, reschedule.
CREATE OR REPLACE FUNCTION shard_of(check_id uuid)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT (('x' || substr(md5(check_id::text), 9, 8))::bit(32)::bigint % 32)::smallint $function$;

-- Returns how much of a quota an account uses.
-- Called by add_usage, quota_room.
CREATE OR REPLACE FUNCTION usage_of(account uuid, name text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT coalesce(sum(u.used), 0) FROM account_usage u
    WHERE u.account_id = account AND u.quota = name);
END $function$;
