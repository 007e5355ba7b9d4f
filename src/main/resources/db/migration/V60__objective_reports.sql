-- Monthly reports about objectives, by mail to the channels that ask for them, and objectives of all
-- monitors with a tag. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, alert_channels, deliveries, objectives IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- A report as it was first computed, so that every attempt and every channel has the same.
-- month: its first day. csv: null when it is too large for an attachment.
CREATE TABLE objective_reports (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  month      date NOT NULL,
  summary    jsonb NOT NULL,
  csv        text,
  CONSTRAINT objective_reports_one_a_month UNIQUE (account_id, month)
);
CREATE INDEX objective_reports_by_month ON objective_reports (month);

-- The channels that ask for reports. month: the first one, or the first one after the last report,
-- of which no report was sent. due_ms: the lease of the instance that computes it.
CREATE TABLE objective_report_channels (
  channel_id bigint PRIMARY KEY,
  account_id uuid NOT NULL,
  month      date NOT NULL,
  due_ms     bigint NOT NULL DEFAULT 0,
  CONSTRAINT objective_report_channels_channel FOREIGN KEY (account_id, channel_id)
    REFERENCES alert_channels (account_id, id) ON DELETE CASCADE
);
CREATE INDEX objective_report_channels_in_order ON objective_report_channels (month, due_ms);

-- A channel gets its first report about the month in which it asked.
CREATE FUNCTION objective_report_chosen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce((NEW.settings ->> 'objectiveReport')::boolean, false) THEN
    INSERT INTO objective_report_channels (channel_id, account_id, month)
      VALUES (NEW.id, NEW.account_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date)
      ON CONFLICT (channel_id) DO NOTHING;
  ELSE
    DELETE FROM objective_report_channels WHERE channel_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER objective_report_chosen AFTER INSERT ON alert_channels FOR EACH ROW
  WHEN ((NEW.settings ->> 'objectiveReport')::boolean)
  EXECUTE FUNCTION objective_report_chosen();
CREATE TRIGGER objective_report_changed AFTER UPDATE ON alert_channels FOR EACH ROW
  WHEN (coalesce((NEW.settings ->> 'objectiveReport')::boolean, false)
    <> coalesce((OLD.settings ->> 'objectiveReport')::boolean, false))
  EXECUTE FUNCTION objective_report_chosen();

ALTER TABLE deliveries ADD COLUMN objective_report_id uuid;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_objective_report FOREIGN KEY (objective_report_id)
  REFERENCES objective_reports ON DELETE CASCADE NOT VALID;
CREATE UNIQUE INDEX deliveries_of_objective_report ON deliveries (objective_report_id, channel_id)
  WHERE objective_report_id IS NOT NULL;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP', 'OBJECTIVE_ALERT',
   'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION', 'UPDATE', 'CONFIRMATION',
   'DIGEST')) NOT VALID;
DROP INDEX deliveries_alerts_due;
CREATE INDEX deliveries_alerts_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY',
    'GROUP', 'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION');

-- tag: the monitors that have it, by themselves or from their group.
ALTER TABLE objectives ADD COLUMN tag text;
ALTER TABLE objectives DROP CONSTRAINT objectives_one_subject;
ALTER TABLE objectives ADD CONSTRAINT objectives_one_subject
  CHECK (num_nonnulls(check_id, group_id, tag) = 1);

-- One more member in the function as it is now, since other migrations change it.
DO $$
DECLARE
  place constant text := '''groupId'', r -> ''group_id'', ''target'', r -> ''target'',';
  was   constant text := pg_get_functiondef('audit_row_document'::regproc);
BEGIN
  IF strpos(was, place) = 0 THEN
    RAISE EXCEPTION 'audit_row_document has no objectives';
  END IF;
  EXECUTE replace(was, place, '''groupId'', r -> ''group_id'', ''tag'', r -> ''tag'', ''target'', r -> ''target'',');
END $$;
