-- Updates whose subscribers do not all have a message queued yet, one row each. Workers queue the
-- messages piece by piece, in the order of type and address, and delete the row with the last piece.
-- page_ids: the pages as they were when the update was posted. reached_type, reached_key: up to where
-- messages are queued. moved_ms: when the newest piece was queued, at first when it was posted.
CREATE TABLE announcements (
  update_id    uuid PRIMARY KEY REFERENCES incident_updates ON DELETE CASCADE,
  account_id   uuid NOT NULL,
  page_ids     uuid[] NOT NULL,
  created_ms   bigint NOT NULL DEFAULT epoch_millis(),
  moved_ms     bigint NOT NULL DEFAULT epoch_millis(),
  reached_type text NOT NULL DEFAULT '',
  reached_key  text NOT NULL DEFAULT ''
) WITH (fillfactor = 50);

-- When a subscription was confirmed; while it is not, when it was added. By the database's clock, as
-- created_ms above: who confirms after an update was posted is not told of it. Those that there are
-- count as confirmed long ago.
ALTER TABLE status_page_subscriptions ADD COLUMN verified_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE status_page_subscriptions ALTER COLUMN verified_ms SET DEFAULT epoch_millis();

CREATE FUNCTION announced_pages(account uuid, services uuid[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT array_agg(DISTINCT shown.page_id)
    FROM status_page_services shown
    WHERE shown.service_id = ANY (services) AND shown.account_id = account
      AND EXISTS (SELECT FROM status_page_subscriptions subscription
        WHERE subscription.page_id = shown.page_id AND subscription.status = 'VERIFIED'));
END $$;
