-- Persons, what they may do in accounts, and their sessions.

-- A person of the installation. email: in lower case, unique over all accounts. password_hash: what
-- Argon2id makes of the password, with its parameters.
CREATE TABLE users (
  id            uuid PRIMARY KEY,
  email         text NOT NULL UNIQUE CHECK (email = lower(email)),
  name          text NOT NULL,
  password_hash text NOT NULL,
  created_at    timestamptz(3) NOT NULL
);

CREATE TABLE memberships (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id    uuid NOT NULL REFERENCES users,
  role       text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'EDITOR', 'RESPONDER', 'VIEWER')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_of_user ON memberships (user_id, created_at);

-- A link that works once. It makes the person of that address a member; without an account it sets a
-- new password. token_hash: SHA-256 of what the link has. invited_by: null for a key or the command.
CREATE TABLE invitations (
  id         uuid PRIMARY KEY,
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  email      text NOT NULL CHECK (email = lower(email)),
  role       text CHECK (role IN ('OWNER', 'ADMIN', 'EDITOR', 'RESPONDER', 'VIEWER')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid REFERENCES users,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
);
CREATE UNIQUE INDEX invitations_of_account ON invitations (account_id, email);
CREATE UNIQUE INDEX invitations_for_passwords ON invitations (email) WHERE account_id IS NULL;
CREATE INDEX invitations_end ON invitations (expires_at);

-- A session of a person in one account. Its id is that of a token, which instances verify without the
-- database; a session that has ended stays until its token expires, so that instances know of it. It
-- does not refer to the membership, which may be gone by then. seen_at: renewed every ten minutes.
CREATE TABLE console_sessions (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_agent text NOT NULL,
  network    text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  seen_at    timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at   timestamptz(3)
);
CREATE INDEX console_sessions_of_user ON console_sessions (user_id, created_at DESC);
CREATE INDEX console_sessions_of_account ON console_sessions (account_id);
CREATE INDEX console_sessions_ended ON console_sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX console_sessions_end ON console_sessions (expires_at);

-- The person who made a key; its made_by is null then.
ALTER TABLE api_keys ADD COLUMN made_by_user uuid REFERENCES users;
CREATE INDEX api_keys_made_by_user ON api_keys (made_by_user) WHERE made_by_user IS NOT NULL;

-- Ends the sessions of a person in an account when the role there changes or is lost, in the same
-- transaction, so that no way to change a role forgets it.
CREATE FUNCTION membership_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE console_sessions SET ended_at = now()
    WHERE user_id = OLD.user_id AND account_id = OLD.account_id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_deleted AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION membership_changed();
CREATE TRIGGER membership_updated AFTER UPDATE ON memberships
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION membership_changed();

-- Returns a membership or an invitation as the API shows it; null where no account is concerned.
CREATE FUNCTION audit_person_document(source text, r jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF r ->> 'account_id' IS NULL THEN
    RETURN NULL;
  END IF;
  IF source = 'memberships' THEN
    RETURN (SELECT jsonb_build_object('name', u.name, 'email', u.email, 'role', member_role(r ->> 'role'))
      FROM users u WHERE u.id = (r ->> 'user_id')::uuid);
  END IF;
  RETURN jsonb_build_object('email', r -> 'email', 'role', member_role(r ->> 'role'),
    'expiresAt', r -> 'expires_at');
END $$;

-- Writes the audit entry of a membership or an invitation. Its arguments are the type of the
-- resource and the column of its id.
CREATE FUNCTION audit_person() RETURNS trigger LANGUAGE plpgsql SET "TimeZone" TO 'UTC' AS $$
DECLARE
  before jsonb;
  after  jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    before := to_jsonb(OLD);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    after := to_jsonb(NEW);
  END IF;
  PERFORM audit((coalesce(after, before) ->> 'account_id')::uuid, TG_ARGV[0],
    coalesce(after, before) ->> TG_ARGV[1], audit_person_document(TG_TABLE_NAME, before),
    audit_person_document(TG_TABLE_NAME, after), actor_of_statement());
  RETURN NULL;
END $$;

-- Returns the word of the API for a role.
CREATE FUNCTION member_role(role text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE role WHEN 'EDITOR' THEN 'READ_WRITE' WHEN 'RESPONDER' THEN 'READ_RUN'
    WHEN 'VIEWER' THEN 'READ_ONLY' ELSE role END $$;

DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES ('memberships', 'member', 'user_id'),
      ('invitations', 'invitation', 'id')) AS rows (name, kind, key) LOOP
    EXECUTE format('CREATE TRIGGER audit_inserted AFTER INSERT ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_person(%L, %L)', source.name, source.kind, source.key);
    EXECUTE format('CREATE TRIGGER audit_updated AFTER UPDATE ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_person(%L, %L)', source.name, source.kind, source.key);
    EXECUTE format('CREATE TRIGGER audit_deleted AFTER DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION audit_person(%L, %L)', source.name, source.kind, source.key);
  END LOOP;
END $$;

-- Returns the name of a person or an API key that acted in an account; null for other actors, and for
-- those that are gone. The name of a key is for its own account alone.
CREATE FUNCTION actor_name(account uuid, actor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN actor ~ '^user:[0-9a-f-]{36}$' THEN
      (SELECT u.name FROM users u WHERE u.id = substr(actor, 6)::uuid)
    WHEN actor ~ '^key:[0-9a-f-]{36}$' THEN
      (SELECT k.name FROM api_keys k WHERE k.id = substr(actor, 5)::uuid AND k.account_id = account)
    END $$;
