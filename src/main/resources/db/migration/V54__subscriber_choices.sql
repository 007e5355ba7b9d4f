-- Subscribers choose services of a page, and digests instead of a message for each update. Tables are
-- locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE announcements, deliveries, incident_updates, status_page_subscriptions
        IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- service_ids: the chosen services, null for all of the page. Those that the page no longer shows do
-- not count, so a deleted service is in no choice (subscriber_hears). digest_due_ms: when the next
-- digest is due. digest_told_ms: up to where digests have told.
ALTER TABLE status_page_subscriptions
  ADD COLUMN service_ids uuid[],
  ADD COLUMN frequency text NOT NULL DEFAULT 'IMMEDIATE',
  ADD COLUMN digest_hour smallint,
  ADD COLUMN digest_zone text,
  ADD COLUMN digest_due_ms bigint,
  ADD COLUMN digest_told_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE status_page_subscriptions ALTER COLUMN digest_told_ms SET DEFAULT epoch_millis();
ALTER TABLE status_page_subscriptions
  ADD CONSTRAINT status_page_subscriptions_frequency CHECK (
    frequency = 'IMMEDIATE' OR (type = 'EMAIL' AND frequency IN ('DAILY', 'WEEKLY')
      AND digest_hour BETWEEN 0 AND 23 AND digest_zone IS NOT NULL AND digest_due_ms IS NOT NULL))
    NOT VALID,
  ADD CONSTRAINT status_page_subscriptions_choice CHECK (service_ids <> '{}') NOT VALID;
CREATE INDEX status_page_subscriptions_digests ON status_page_subscriptions (digest_due_ms, account_id)
  WHERE frequency <> 'IMMEDIATE' AND status = 'VERIFIED';

-- What each announced update was about. service_ids and page_ids have those of earlier updates of the
-- incident, too: a subscriber who was told of the beginning is told of the end, whatever services the
-- incident then names and wherever pages then show them.
CREATE TABLE update_audiences (
  update_id    uuid PRIMARY KEY REFERENCES incident_updates ON DELETE CASCADE,
  account_id   uuid NOT NULL,
  incident_id  uuid NOT NULL,
  service_ids  uuid[] NOT NULL,
  page_ids     uuid[] NOT NULL,
  announced_ms bigint NOT NULL
);
CREATE INDEX update_audiences_of_incident ON update_audiences (incident_id);
CREATE INDEX update_audiences_of_account ON update_audiences (account_id, announced_ms);

-- Returns whether a subscriber with a choice of services hears of an update about the affected ones.
-- One whose chosen services the page shows no longer hears of all.
CREATE FUNCTION subscriber_hears(choice uuid[], affected uuid[], shown uuid[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT choice IS NULL OR choice && affected OR NOT choice && shown
$$;

-- Returns the services that a page shows.
CREATE FUNCTION services_of_page(page uuid) RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT s.service_id FROM status_page_cards c
    JOIN status_page_services s ON s.card_id = c.id WHERE c.page_id = page)
$$;

-- Returns the pages whose subscribers hear of an update: those that show one of the services and
-- have a confirmed subscriber, and those that announced an earlier update of the incident. Null for none.
CREATE FUNCTION told_pages(account uuid, services uuid[], incident uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT array_agg(DISTINCT p.id) FROM (
      SELECT unnest(announced_pages(account, services)) AS id
      UNION ALL
      SELECT unnest(a.page_ids) FROM update_audiences a WHERE a.incident_id = incident) AS p);
END $$;

-- Keeps the services and pages of announced updates.
CREATE FUNCTION announcements_inserted() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
  INSERT INTO update_audiences
      (update_id, account_id, incident_id, service_ids, page_ids, announced_ms)
    SELECT n.update_id, n.account_id, i.id,
        ARRAY(SELECT unnest(i.service_ids) UNION
          SELECT unnest(a.service_ids) FROM update_audiences a WHERE a.incident_id = i.id),
        n.page_ids, n.created_ms
      FROM new_rows n JOIN incident_updates u ON u.id = n.update_id
        JOIN incidents i ON i.id = u.incident_id
      ORDER BY n.update_id
    ON CONFLICT (update_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER audiences_inserted AFTER INSERT ON announcements
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announcements_inserted();

-- Updates of open incidents that were announced before, so that their ends are told.
INSERT INTO update_audiences (update_id, account_id, incident_id, service_ids, page_ids, announced_ms)
  SELECT u.id, u.account_id, i.id, i.service_ids, p.ids,
      (extract(epoch FROM u.created_at) * 1000)::bigint
    FROM incident_updates u JOIN incidents i ON i.id = u.incident_id
      CROSS JOIN LATERAL announced_pages(i.account_id, i.service_ids) AS p (ids)
    WHERE u.notify_subscribers AND p.ids IS NOT NULL AND (
        EXISTS (SELECT FROM announcements a WHERE a.update_id = u.id)
        OR (SELECT l.status FROM incident_updates l WHERE l.incident_id = i.id
          ORDER BY l.public_date DESC, l.created_at DESC, l.id DESC LIMIT 1) <> 'RESOLVED');

-- The time that a digest tells of, from exclusive.
CREATE TABLE digests (
  delivery_id uuid PRIMARY KEY REFERENCES deliveries ON DELETE CASCADE,
  from_ms     bigint NOT NULL,
  to_ms       bigint NOT NULL
);

ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'UPDATE', 'CONFIRMATION', 'GROUP',
   'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'DIGEST')) NOT VALID;
DROP INDEX deliveries_subscribers_due;
CREATE INDEX deliveries_subscribers_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST');

-- Entries of the audit log name the choice. The function is long and other migrations extend it, so
-- this one changes the one place.
DO $$
DECLARE
  before constant text := pg_get_functiondef('audit_row_document(text, jsonb)'::regprocedure);
  after  constant text := replace(before,
    'audit_address(r ->> ''address''), ''status'', r -> ''status'')',
    'audit_address(r ->> ''address''), ''status'', r -> ''status'','
    || E'\n        ''services'', r -> ''service_ids'', ''frequency'', r -> ''frequency'','
    || E'\n        ''digestHour'', r -> ''digest_hour'', ''timezone'', r -> ''digest_zone'')');
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'the audit log does not know subscriptions';
  END IF;
  EXECUTE after;
END $$;
