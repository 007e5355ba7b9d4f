-- The functions of the room platform with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Returns the time of the database in milliseconds since 1970 UTC.
-- Called by apply_maintenance, checks_inserted, checks_to_reschedule, custom_domains_wanted, reschedule.
CREATE OR REPLACE FUNCTION epoch_millis()
 RETURNS bigint
 LANGUAGE sql
AS $function$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $function$;

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

-- Returns the shard, 0 to 31, to which a check belongs at every location.
-- Called by apply_maintenance, checks_deleted, checks_inserted, checks_updated, group_changed, reschedule.
CREATE OR REPLACE FUNCTION shard_of(check_id uuid)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT (('x' || substr(md5(check_id::text), 9, 8))::bit(32)::bigint % 32)::smallint $function$;
