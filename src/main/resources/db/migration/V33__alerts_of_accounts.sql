-- Alerts, too, are claimed in turns for accounts, which are found by one look at the index each. By the
-- time alone the backlog of one account hid the alerts of all others. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

DROP INDEX deliveries_alerts_due;
CREATE INDEX deliveries_alerts_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST');
