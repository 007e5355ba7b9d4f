-- What checks and groups depend on. While a parent is failing, the alerts of its dependents are held.

DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE check_groups, checks, alerts IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- References are checked at the end of the transaction, because a deploy may write a group before
-- the check that it depends on.
CREATE TABLE dependencies (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      uuid NOT NULL,
  check_id        uuid,
  group_id        bigint,
  parent_check_id uuid,
  parent_group_id bigint,
  CONSTRAINT dependencies_of_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT dependencies_of_group FOREIGN KEY (account_id, group_id)
    REFERENCES check_groups (account_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT dependencies_on_check FOREIGN KEY (account_id, parent_check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT dependencies_on_group FOREIGN KEY (account_id, parent_group_id)
    REFERENCES check_groups (account_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT dependencies_one_dependent CHECK (num_nonnulls(check_id, group_id) = 1),
  CONSTRAINT dependencies_one_parent CHECK (num_nonnulls(parent_check_id, parent_group_id) = 1)
);
CREATE UNIQUE INDEX dependencies_check_once ON dependencies (check_id, parent_check_id, parent_group_id)
  NULLS NOT DISTINCT WHERE check_id IS NOT NULL;
CREATE UNIQUE INDEX dependencies_group_once ON dependencies (group_id, parent_check_id, parent_group_id)
  NULLS NOT DISTINCT WHERE group_id IS NOT NULL;
CREATE INDEX dependencies_by_check ON dependencies (parent_check_id) WHERE parent_check_id IS NOT NULL;
CREATE INDEX dependencies_by_group ON dependencies (parent_group_id) WHERE parent_group_id IS NOT NULL;

-- A group stands for its checks: one that it depends on is a parent of each, and whatever depends
-- on the group depends on each. So a dependency leads on to those of its parent, those of the
-- parent's group, and those of the parent's checks.
CREATE FUNCTION is_circular(dependency bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE reached (id, parent_check_id, parent_group_id, began) AS (
    SELECT d.id, d.parent_check_id, d.parent_group_id, true
      FROM dependencies d WHERE d.id = dependency
    UNION
    SELECT n.id, n.parent_check_id, n.parent_group_id, false
      FROM reached r CROSS JOIN LATERAL (
        SELECT d.* FROM dependencies d WHERE d.check_id = r.parent_check_id
        UNION ALL
        SELECT d.* FROM checks c JOIN dependencies d ON d.group_id = c.group_id
          WHERE c.id = r.parent_check_id
        UNION ALL
        SELECT d.* FROM dependencies d WHERE d.group_id = r.parent_group_id
        UNION ALL
        SELECT d.* FROM checks c JOIN dependencies d ON d.check_id = c.id
          WHERE c.group_id = r.parent_group_id) AS n)
  SELECT EXISTS (SELECT FROM reached r WHERE r.id = dependency AND NOT r.began) $$;

-- The lock makes concurrent writers of an account see each other's rows: two that close half a cycle
-- each do not both succeed.
CREATE FUNCTION refuse_circles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('belfry.dependencies ' || NEW.account_id::text, 0));
  IF TG_TABLE_NAME = 'dependencies' THEN
    IF NOT is_circular(NEW.id) THEN
      RETURN NULL;
    END IF;
  ELSIF NOT EXISTS (
      SELECT FROM dependencies d
        WHERE (d.check_id = NEW.id OR d.group_id = NEW.group_id) AND is_circular(d.id)) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a check or group would depend on itself'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'dependencies_circular';
END $$;

CREATE CONSTRAINT TRIGGER dependencies_circular AFTER INSERT ON dependencies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_circles();
-- A new check has no dependents, and a group that depends on itself is refused without checks too.
CREATE CONSTRAINT TRIGGER dependencies_circular_group AFTER UPDATE OF group_id ON checks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.group_id IS NOT NULL AND NEW.group_id IS DISTINCT FROM OLD.group_id)
  EXECUTE FUNCTION refuse_circles();

-- Dependencies are members of their check or group in the audit log. What goes with its check or
-- group is part of that deletion.
CREATE FUNCTION audit_dependencies() RETURNS trigger LANGUAGE plpgsql
SET "TimeZone" TO 'UTC' SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  actors  jsonb := actors_of_batch();
  actor   jsonb := actor_of_statement();
  changed jsonb[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(n) ORDER BY n.id) INTO changed FROM new_rows n;
  ELSE
    SELECT array_agg(to_jsonb(o) ORDER BY o.id) INTO changed FROM old_rows o;
  END IF;
  IF changed IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    SELECT d.account_id, d.type, d.resource, 'UPDATE', b.acted ->> 0, nullif(b.acted ->> 1, ''),
      d.name, CASE WHEN TG_OP = 'DELETE' THEN d.document ELSE '{}' END,
      CASE WHEN TG_OP = 'INSERT' THEN d.document ELSE '{}' END
    FROM (
      SELECT coalesce(c.account_id, g.account_id) AS account_id,
        CASE WHEN c.id IS NULL THEN 'check-group' ELSE 'check' END AS type,
        coalesce(c.id::text, g.id::text) AS resource,
        coalesce(c.settings ->> 'name', g.settings ->> 'name') AS name,
        jsonb_build_object('dependsOn', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'checkId', r.one -> 'parent_check_id', 'groupId', r.one -> 'parent_group_id')))) AS document
      FROM unnest(changed) AS r (one)
        LEFT JOIN checks c ON c.id = (r.one ->> 'check_id')::uuid
        LEFT JOIN check_groups g ON g.id = (r.one ->> 'group_id')::bigint
      WHERE c.id IS NOT NULL OR g.id IS NOT NULL
      GROUP BY c.id, g.id) AS d
    CROSS JOIN LATERAL (SELECT coalesce(actors -> d.resource, actor) AS acted) AS b;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_inserted AFTER INSERT ON dependencies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_dependencies('check');
CREATE TRIGGER audit_deleted AFTER DELETE ON dependencies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_dependencies('check');

CREATE FUNCTION millis_of_unit(unit text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE unit WHEN 'seconds' THEN 1000 WHEN 'minutes' THEN 60000 WHEN 'hours' THEN 3600000
  WHEN 'days' THEN 86400000 END;

-- The time between the runs of a check or the pings of a heartbeat, null while it is not active.
CREATE FUNCTION period_of_check(check_id uuid, settings jsonb, shared jsonb) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT settings ? 'heartbeat' THEN (
      SELECT max(v.period_ms) FROM series s
        JOIN schedules v ON v.series_id = s.id AND v.until_ms IS NULL
        WHERE s.check_id = period_of_check.check_id)
    WHEN settings -> 'activated' IS NOT DISTINCT FROM 'false'
        OR shared -> 'activated' IS NOT DISTINCT FROM 'false' THEN NULL
    ELSE (SELECT coalesce((h.beat ->> 'period')::numeric * u.period_ms, 86400000)
          + coalesce((h.beat ->> 'grace')::numeric * u.grace_ms, 0)
        FROM (SELECT settings -> 'heartbeat' AS beat) AS h
        CROSS JOIN LATERAL (SELECT millis_of_unit(h.beat ->> 'periodUnit') AS period_ms,
          millis_of_unit(h.beat ->> 'graceUnit') AS grace_ms) AS u)::bigint END $$;

-- A held alert has what held it; it has no messages.
ALTER TABLE alerts
  ADD COLUMN held_check_id uuid,
  ADD COLUMN held_group_id bigint,
  ADD COLUMN held_name     text,
  ADD CONSTRAINT alerts_one_holder
    CHECK (num_nonnulls(held_check_id, held_group_id) = CASE WHEN held_name IS NULL THEN 0 ELSE 1 END);
CREATE INDEX alerts_held_by_check ON alerts (held_check_id, decided_ms DESC)
  WHERE held_check_id IS NOT NULL;
CREATE INDEX alerts_held_by_group ON alerts (held_group_id, decided_ms DESC)
  WHERE held_group_id IS NOT NULL;

DROP TRIGGER record_change_alert ON alerts;
CREATE TRIGGER record_change_alert AFTER INSERT ON alerts FOR EACH ROW
  WHEN (NEW.held_name IS NULL) EXECUTE FUNCTION record_change_alert();

-- A check that no longer fails and whose dependents are to be looked at, in the order of their ids.
CREATE TABLE ended_failures (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_id uuid NOT NULL,
  reached  uuid
);
