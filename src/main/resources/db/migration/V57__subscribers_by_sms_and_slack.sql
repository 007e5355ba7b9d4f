-- Subscribers of status pages by text message and in Slack. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE status_pages, status_page_subscriptions IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- address of SLACK: where the webhook is and a digest of its address, which tells subscriptions apart.
-- sealed_address: the address itself, which is a secret. code_attempts: codes entered since the newest
-- was sent.
ALTER TABLE status_page_subscriptions
  ADD COLUMN sealed_address text,
  ADD COLUMN code_attempts smallint NOT NULL DEFAULT 0;
ALTER TABLE status_page_subscriptions DROP CONSTRAINT status_page_subscriptions_type_check;
ALTER TABLE status_page_subscriptions
  ADD CONSTRAINT status_page_subscriptions_type_check
    CHECK (type IN ('EMAIL', 'WEBHOOK', 'SMS', 'SLACK')) NOT VALID,
  ADD CONSTRAINT status_page_subscriptions_sealed
    CHECK ((type = 'SLACK') = (sealed_address IS NOT NULL)) NOT VALID;
ALTER TABLE status_page_subscriptions DROP CONSTRAINT status_page_subscriptions_frequency;
ALTER TABLE status_page_subscriptions ADD CONSTRAINT status_page_subscriptions_frequency CHECK (
    frequency = 'IMMEDIATE' OR (type <> 'WEBHOOK' AND frequency IN ('DAILY', 'WEEKLY')
      AND digest_hour BETWEEN 0 AND 23 AND digest_zone IS NOT NULL AND digest_due_ms IS NOT NULL))
    NOT VALID;

-- Requests of readers for codes by text message, which limits count. client: the address of the reader,
-- kept for a day.
CREATE TABLE sms_code_requests (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  page_id    uuid NOT NULL,
  number     text NOT NULL,
  client     text,
  at_ms      bigint NOT NULL
);
CREATE INDEX sms_code_requests_of_number ON sms_code_requests (number, at_ms);
CREATE INDEX sms_code_requests_at ON sms_code_requests (at_ms);
CREATE INDEX sms_code_requests_of_account ON sms_code_requests (account_id, at_ms);

-- Returns the address of a subscriber as people may see it.
CREATE FUNCTION shown_address(type text, address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE type WHEN 'SMS' THEN left(address, 3) || '****' || right(address, 2)
    WHEN 'SLACK' THEN split_part(address, '#', 1) ELSE address END
$$;

-- Masks the address of a subscriber for the audit log.
CREATE OR REPLACE FUNCTION audit_address(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN address LIKE '%://%' THEN
      regexp_replace(address, '^([a-z]+://)([^/@]*@)?([^/?#]*).*$', '\1\3/****')
    WHEN address LIKE '+%' AND address NOT LIKE '%@%' THEN shown_address('SMS', address)
    ELSE regexp_replace(address, '^(.).*(@[^@]*)$', '\1****\2') END
$$;

-- Pages allow neither until their owners do. This is no change of theirs, so no entry is written.
ALTER TABLE status_pages DISABLE TRIGGER USER;
UPDATE status_pages
  SET settings = '{"smsSubscribers": false, "slackSubscribers": false}'::jsonb || settings;
ALTER TABLE status_pages ENABLE TRIGGER USER;
