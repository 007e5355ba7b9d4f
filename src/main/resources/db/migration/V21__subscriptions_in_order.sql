-- A list of channels shows the first subscriptions of each. Tables are locked in one step that gives up
-- after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE alert_channel_subscriptions IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

CREATE INDEX subscriptions_of_channel ON alert_channel_subscriptions (account_id, channel_id, id);
DROP INDEX subscriptions_by_channel;
