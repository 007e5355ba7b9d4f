-- What there is to remember of a check's alerts: a row only while the check is not simply well. The
-- lock on it puts the runs of a check in order, whichever instances end them.
CREATE TABLE alert_states (
  check_id    uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  state       jsonb NOT NULL,
  incident_id uuid,
  due_ms      bigint,
  CONSTRAINT alert_states_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX alert_states_due ON alert_states (due_ms) WHERE due_ms IS NOT NULL;

-- What was decided about a check and when: scheduled, started and failed are those of the run that
-- decided it. context: all that a message may say of it, as it was then.
CREATE TABLE alerts (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  check_id     uuid NOT NULL,
  episode      uuid NOT NULL,
  type         text NOT NULL,
  reminder     integer NOT NULL DEFAULT 0,
  series_id    integer,
  at           bigint,
  scheduled_ms bigint,
  started_ms   bigint,
  failed_ms    bigint,
  decided_ms   bigint NOT NULL,
  context      jsonb NOT NULL,
  CONSTRAINT alerts_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alerts_by_account ON alerts (account_id, decided_ms DESC);
CREATE INDEX alerts_by_check ON alerts (check_id, decided_ms DESC);
CREATE INDEX alerts_by_episode ON alerts (episode);

-- A certificate about which a channel has been told.
CREATE TABLE certificate_alerts (
  check_id   uuid NOT NULL REFERENCES checks ON DELETE CASCADE,
  channel_id bigint NOT NULL REFERENCES alert_channels ON DELETE CASCADE,
  expires_ms bigint NOT NULL,
  PRIMARY KEY (check_id, channel_id, expires_ms)
);

-- Messages to be sent, each once: the id is what its receiver is told at every attempt. A row is
-- worked on by whoever holds the newest claim until claimed_until_ms, and closed by its receiver's
-- answer alone. lane: receivers that share a fate, so that a slow one delays nobody else.
CREATE TABLE deliveries (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind             text NOT NULL CHECK (kind IN ('ALERT', 'TEST', 'UPDATE', 'CONFIRMATION')),
  lane             text NOT NULL,
  alert_id         uuid REFERENCES alerts ON DELETE CASCADE,
  channel_id       bigint REFERENCES alert_channels ON DELETE CASCADE,
  update_id        uuid REFERENCES incident_updates ON DELETE CASCADE,
  subscription_id  uuid,
  state            text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'DEAD')),
  attempts         integer NOT NULL DEFAULT 0,
  claim            bigint NOT NULL DEFAULT 0,
  claimed_until_ms bigint NOT NULL DEFAULT 0,
  due_ms           bigint NOT NULL DEFAULT epoch_millis(),
  created_ms       bigint NOT NULL DEFAULT epoch_millis(),
  expires_ms       bigint NOT NULL DEFAULT epoch_millis() + 86400000,
  sent_ms          bigint,
  answered_ms      bigint,
  status           integer,
  answer           text
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX deliveries_of_alert ON deliveries (alert_id, channel_id) WHERE alert_id IS NOT NULL;
CREATE UNIQUE INDEX deliveries_of_update ON deliveries (update_id, subscription_id)
  WHERE update_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (due_ms) WHERE state = 'PENDING';
CREATE INDEX deliveries_by_account ON deliveries (account_id, created_ms DESC);
CREATE INDEX deliveries_by_channel ON deliveries (channel_id, state, answered_ms DESC NULLS LAST)
  WHERE channel_id IS NOT NULL;
CREATE INDEX deliveries_dead ON deliveries (account_id, created_ms) WHERE state = 'DEAD';
