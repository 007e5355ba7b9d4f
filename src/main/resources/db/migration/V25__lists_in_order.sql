-- Indexes in the order of each list, so that a page is found without sorting what lies before it.
-- Tables are locked in one step that gives up after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE alerts, api_keys, deliveries, projects, status_page_subscriptions, variables
        IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

CREATE INDEX alerts_of_account ON alerts (account_id, decided_ms DESC, id DESC);
DROP INDEX alerts_by_account;

CREATE INDEX alerts_of_check ON alerts (check_id, decided_ms DESC, id DESC);
DROP INDEX alerts_by_check;

CREATE INDEX api_keys_of_account ON api_keys (account_id, id DESC);
DROP INDEX api_keys_account;

-- Messages to subscribers are not in the list.
CREATE INDEX deliveries_to_channels ON deliveries (account_id, created_ms DESC, id DESC)
  WHERE channel_id IS NOT NULL;
DROP INDEX deliveries_by_account;

CREATE INDEX projects_of_account ON projects (account_id, id);
CREATE INDEX status_page_subscriptions_of_page ON status_page_subscriptions (page_id, id);
CREATE INDEX variables_in_order ON variables (account_id, key COLLATE "C");
