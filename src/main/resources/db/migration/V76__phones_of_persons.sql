-- Text messages to persons: their phone numbers, and the codes that confirm them. Tables are locked as
-- in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE;
      LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- The confirmed number of a person, E.164. use: when text messages are sent. refused_at: when the
-- gateway said that the number takes no more of them. failures: since the last success.
CREATE TABLE person_phones (
  user_id         uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  number          text NOT NULL UNIQUE,
  use             text NOT NULL CHECK (use IN ('NEVER', 'FALLBACK', 'FAILURES')),
  confirmed_at    timestamptz(3) NOT NULL,
  refused_at      timestamptz(3),
  last_success_at timestamptz(3),
  failures        integer NOT NULL DEFAULT 0
);

-- A code that a person requested, kept for 30 days so that bounds can count it, also when the person or
-- the account is gone. guesses: wrong ones. ended: it was used, replaced or taken back.
CREATE TABLE phone_codes (
  delivery_id  uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  user_id      uuid NOT NULL,
  number       text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  guesses      integer NOT NULL DEFAULT 0,
  ended        boolean NOT NULL DEFAULT false
);
CREATE INDEX phone_codes_of_person ON phone_codes (user_id, requested_at);
CREATE INDEX phone_codes_of_number ON phone_codes (number, requested_at);
CREATE INDEX phone_codes_of_time ON phone_codes (requested_at);

-- An alert that a person was sent by text message, kept for two days. taken: the gateway has it.
CREATE TABLE person_texts (
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  delivery_id uuid NOT NULL,
  sent_at     timestamptz(3) NOT NULL,
  taken       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, delivery_id)
);
CREATE INDEX person_texts_of_time ON person_texts (sent_at);

ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP', 'OBJECTIVE_ALERT',
   'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION', 'UPDATE', 'CONFIRMATION',
   'DIGEST', 'INVITATION', 'PHONE_CODE')) NOT VALID;
DROP INDEX deliveries_subscribers_due;
CREATE INDEX deliveries_subscribers_due ON deliveries (account_id, due_ms) WHERE state = 'PENDING'
  AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION', 'PHONE_CODE');
