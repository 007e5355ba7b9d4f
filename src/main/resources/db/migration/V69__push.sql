-- Push messages to the browsers of persons (RFC 8030).

-- The key pair that signs requests to push services (VAPID, RFC 8292), one for the installation: a
-- browser binds its subscription to the public key. private_key: sealed.
CREATE TABLE push_keys (
  id          boolean PRIMARY KEY DEFAULT true CHECK (id),
  public_key  text NOT NULL,
  private_key text NOT NULL,
  created_at  timestamptz(3) NOT NULL
);

-- endpoint_hash: SHA-256 of the endpoint, which belongs to one browser. subscription: the endpoint
-- with the keys of the browser, sealed. service: host of the push service.
-- failures: attempts since last_success_at that failed.
CREATE TABLE push_subscriptions (
  id              uuid PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  endpoint_hash   bytea NOT NULL UNIQUE,
  subscription    text NOT NULL,
  service         text NOT NULL,
  user_agent      text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  last_success_at timestamptz(3),
  failures        integer NOT NULL DEFAULT 0
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id, created_at);
