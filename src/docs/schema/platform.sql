-- The functions of the room platform with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Returns the time of the database in milliseconds since 1970 UTC.
-- Called by apply_maintenance, checks_to_reschedule, reschedule.
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

-- Returns the shard, 0 to 31, to which a check belongs at every location.
-- Called by apply_maintenance, check_changed, group_changed, reschedule.
CREATE OR REPLACE FUNCTION shard_of(check_id uuid)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT (('x' || substr(md5(check_id::text), 9, 8))::bit(32)::bigint % 32)::smallint $function$;
