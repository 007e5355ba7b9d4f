-- Messages that tell channels of actions about alerts. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE alert_actions, deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- alert_action_id: the action; of several that a request took about members of a group, the first.
-- acted_alerts: how many there are. A channel gets one message of an action, and one for each group
-- of it.
ALTER TABLE deliveries ADD COLUMN alert_action_id uuid, ADD COLUMN acted_alerts integer;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_alert_action FOREIGN KEY (alert_action_id)
  REFERENCES alert_actions ON DELETE CASCADE NOT VALID;
CREATE UNIQUE INDEX deliveries_of_alert_action
  ON deliveries (alert_action_id, channel_id, alert_group_id) NULLS NOT DISTINCT
  WHERE alert_action_id IS NOT NULL;

ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'UPDATE', 'CONFIRMATION', 'GROUP',
   'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'DIGEST', 'ALERT_ACTION')) NOT VALID;
DROP INDEX deliveries_alerts_due;
CREATE INDEX deliveries_alerts_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY',
    'GROUP', 'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'ALERT_ACTION');
