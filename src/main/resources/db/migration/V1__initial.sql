-- Accounts and their keys. A key's token is never stored: the id is enough to revoke it.
CREATE TABLE accounts (
  id             uuid PRIMARY KEY,
  name           text NOT NULL,
  runtime_id     text,
  alert_settings jsonb NOT NULL,
  created_at     timestamptz(3) NOT NULL
);

CREATE TABLE api_keys (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL,
  scope      text NOT NULL CHECK (scope IN ('read', 'write')),
  rate_limit integer CHECK (rate_limit >= 0),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX api_keys_account ON api_keys (account_id);
CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- The secret that signs keys where none is configured, so that equal instances agree on one.
CREATE TABLE signing_secret (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  secret   text NOT NULL
);

CREATE TABLE services (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT services_owner UNIQUE (account_id, id)
);

CREATE TABLE check_groups (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL GENERATED ALWAYS AS (settings ->> 'name') STORED,
  settings   jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT check_groups_owner UNIQUE (account_id, id)
);

-- The settings document is read and answered whole; what SQL joins or constrains is a column.
-- The fill factor leaves room on each page so that updates need not touch an index.
CREATE TABLE checks (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  check_type         text NOT NULL,
  group_id           bigint,
  trigger_service_id uuid GENERATED ALWAYS AS ((settings #>> '{triggerIncident,serviceId}')::uuid) STORED,
  settings           jsonb NOT NULL,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3),
  CONSTRAINT checks_owner UNIQUE (account_id, id),
  CONSTRAINT checks_group FOREIGN KEY (account_id, group_id) REFERENCES check_groups (account_id, id),
  CONSTRAINT checks_service FOREIGN KEY (account_id, trigger_service_id) REFERENCES services (account_id, id)
) WITH (fillfactor = 75);
CREATE INDEX checks_group_members ON checks (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX checks_trigger_service ON checks (trigger_service_id) WHERE trigger_service_id IS NOT NULL;

CREATE TABLE alert_channels (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  type       text NOT NULL,
  config     jsonb NOT NULL,
  settings   jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT alert_channels_owner UNIQUE (account_id, id)
);

-- Every reference carries the account, so that no row can join what belongs to two accounts.
CREATE TABLE alert_channel_subscriptions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  channel_id bigint NOT NULL,
  check_id   uuid,
  group_id   bigint,
  activated  boolean NOT NULL,
  CONSTRAINT subscriptions_channel FOREIGN KEY (account_id, channel_id)
    REFERENCES alert_channels (account_id, id) ON DELETE CASCADE,
  CONSTRAINT subscriptions_of_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE,
  CONSTRAINT subscriptions_of_group FOREIGN KEY (account_id, group_id)
    REFERENCES check_groups (account_id, id) ON DELETE CASCADE,
  CONSTRAINT subscriptions_one_subject CHECK (num_nonnulls(check_id, group_id) = 1)
);
CREATE UNIQUE INDEX subscriptions_check ON alert_channel_subscriptions (check_id, channel_id)
  WHERE check_id IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_group ON alert_channel_subscriptions (group_id, channel_id)
  WHERE group_id IS NOT NULL;
CREATE INDEX subscriptions_by_channel ON alert_channel_subscriptions (account_id, channel_id);

CREATE TABLE incidents (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL,
  severity   text NOT NULL CHECK (severity IN ('CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT incidents_owner UNIQUE (account_id, id)
);
CREATE INDEX incidents_account ON incidents (account_id, id DESC);

CREATE TABLE incident_services (
  account_id  uuid NOT NULL,
  incident_id uuid NOT NULL,
  service_id  uuid NOT NULL,
  position    integer NOT NULL,
  PRIMARY KEY (incident_id, service_id),
  CONSTRAINT incident_services_incident FOREIGN KEY (account_id, incident_id)
    REFERENCES incidents (account_id, id) ON DELETE CASCADE,
  CONSTRAINT incident_services_service FOREIGN KEY (account_id, service_id)
    REFERENCES services (account_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_services_by_service ON incident_services (service_id);

CREATE TABLE incident_updates (
  id                 uuid PRIMARY KEY,
  account_id         uuid NOT NULL,
  incident_id        uuid NOT NULL,
  description        text NOT NULL,
  status             text NOT NULL CHECK (status IN ('INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED')),
  public_date        timestamptz(3) NOT NULL,
  notify_subscribers boolean NOT NULL,
  created_at         timestamptz(3) NOT NULL,
  CONSTRAINT incident_updates_incident FOREIGN KEY (account_id, incident_id)
    REFERENCES incidents (account_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_updates_by_incident ON incident_updates (incident_id, public_date DESC);
