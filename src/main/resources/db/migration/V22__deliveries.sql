-- Alerts and messages to subscribers are claimed apart: alerts by the time they are due, messages to
-- subscribers in turns for accounts. One index for both would make a claim of alerts read past every
-- message to a subscriber that is due. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE deliveries, status_page_subscriptions IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

DROP INDEX deliveries_due;
CREATE INDEX deliveries_alerts_due ON deliveries (due_ms)
  WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST');
CREATE INDEX deliveries_subscribers_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION');

-- Readers may add so many unconfirmed subscriptions in an hour, to a page and at a host.
CREATE INDEX status_page_subscriptions_unconfirmed ON status_page_subscriptions (page_id, created_at)
  WHERE status = 'PENDING';
CREATE INDEX status_page_subscriptions_unconfirmed_hooks ON status_page_subscriptions (created_at)
  WHERE status = 'PENDING' AND type = 'WEBHOOK';
