-- Objectives for the share of good runs of a monitor or the members of a group, and alerts when their
-- error budget is spent too fast. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, check_groups, checks, deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- target: percent of counted runs. subscriptions: as the API shows them; it leaves out channels that
-- are deleted.
CREATE TABLE objectives (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name          text NOT NULL,
  description   text,
  check_id      uuid,
  group_id      bigint,
  target        numeric NOT NULL CHECK (target >= 50 AND target < 100),
  window_days   integer NOT NULL CHECK (window_days BETWEEN 7 AND 90),
  subscriptions jsonb NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3),
  CONSTRAINT objectives_owner UNIQUE (account_id, id),
  CONSTRAINT objectives_of_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE,
  CONSTRAINT objectives_of_group FOREIGN KEY (account_id, group_id)
    REFERENCES check_groups (account_id, id) ON DELETE CASCADE,
  CONSTRAINT objectives_one_subject CHECK (num_nonnulls(check_id, group_id) = 1)
);
CREATE INDEX objectives_by_check ON objectives (account_id, check_id) WHERE check_id IS NOT NULL;
CREATE INDEX objectives_by_group ON objectives (account_id, group_id) WHERE group_id IS NOT NULL;

-- When the job next looks at an objective. Apart from it, so that the job changes no ETag.
CREATE TABLE objective_states (
  objective_id bigint PRIMARY KEY REFERENCES objectives ON DELETE CASCADE,
  account_id   uuid NOT NULL,
  due_ms       bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX objective_states_due ON objective_states (due_ms);

-- Times in which an objective's budget was spent too fast. An objective has one open episode of each
-- severity. factor, rates and windows: of the pair that began it.
CREATE TABLE objective_alerts (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  objective_id bigint NOT NULL,
  account_id   uuid NOT NULL,
  severity     text NOT NULL CHECK (severity IN ('PAGE', 'TICKET')),
  factor       double precision NOT NULL,
  long_ms      bigint NOT NULL,
  short_ms     bigint NOT NULL,
  long_rate    double precision NOT NULL,
  short_rate   double precision NOT NULL,
  began_ms     bigint NOT NULL,
  ended_ms     bigint,
  CONSTRAINT objective_alerts_objective FOREIGN KEY (account_id, objective_id)
    REFERENCES objectives (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX objective_alerts_open ON objective_alerts (objective_id, severity)
  WHERE ended_ms IS NULL;
CREATE INDEX objective_alerts_in_order ON objective_alerts (account_id, objective_id, began_ms, id);

CREATE FUNCTION objectives_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO objective_states (objective_id, account_id) SELECT n.id, n.account_id FROM new_rows n;
  RETURN NULL;
END $$;
CREATE TRIGGER objectives_inserted AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION objectives_inserted();

CREATE TRIGGER admit_inserted AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage('objectives');
CREATE TRIGGER count_deleted AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage('objectives');
CREATE TRIGGER audit_inserted AFTER INSERT ON objectives
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('objective');
CREATE TRIGGER audit_updated AFTER UPDATE ON objectives
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('objective');
CREATE TRIGGER audit_deleted AFTER DELETE ON objectives
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('objective');

-- One more kind of rows in the function as it is now, since other migrations add theirs.
DO $$
DECLARE
  place constant text := '  ELSIF source = ''private_location_keys'' THEN';
  was   constant text := pg_get_functiondef('audit_row_document'::regproc);
BEGIN
  IF strpos(was, place) = 0 THEN
    RAISE EXCEPTION 'audit_row_document has no place for objectives';
  END IF;
  EXECUTE replace(was, place, $new$  ELSIF source = 'objectives' THEN
    RETURN jsonb_build_object('name', r -> 'name', 'description', r -> 'description',
        'checkId', r -> 'check_id', 'groupId', r -> 'group_id', 'target', r -> 'target',
        'windowDays', r -> 'window_days', 'alertChannelSubscriptions', r -> 'subscriptions');
$new$ || place);
END $$;

ALTER TABLE deliveries ADD COLUMN objective_alert_id uuid;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_objective_alert FOREIGN KEY (objective_alert_id)
  REFERENCES objective_alerts ON DELETE CASCADE NOT VALID;
CREATE INDEX deliveries_of_objective_alert ON deliveries (objective_alert_id, created_ms)
  WHERE objective_alert_id IS NOT NULL;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP', 'OBJECTIVE_ALERT',
   'OBJECTIVE_RECOVERY', 'UPDATE', 'CONFIRMATION')) NOT VALID;
DROP INDEX deliveries_alerts_due;
CREATE INDEX deliveries_alerts_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY',
    'GROUP', 'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY');
