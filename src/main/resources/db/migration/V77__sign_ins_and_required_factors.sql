-- Sign-ins of persons, accounts that require a second factor, and what became of the mails of
-- invitations. Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE accounts, memberships, users, second_factors, recovery_codes, console_sessions,
        invitation_mails IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- Sign-ins of a person. One that succeeded is a row, whose id is that of its session. Failures of a
-- day from one network, in one way and for one reason, are one row: seen so many times, from first_at
-- to last_at. network is empty for the failures of a day beyond the rows that a person may have.
-- account_id: of the session, which may be gone.
CREATE TABLE sign_ins (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id uuid,
  way        text NOT NULL,
  outcome    text NOT NULL,
  network    text NOT NULL,
  user_agent text NOT NULL,
  times      integer NOT NULL DEFAULT 1,
  day        date NOT NULL,
  first_at   timestamptz(3) NOT NULL,
  last_at    timestamptz(3) NOT NULL
);
CREATE INDEX sign_ins_of_user ON sign_ins (user_id, id DESC);
CREATE UNIQUE INDEX sign_ins_failed ON sign_ins (user_id, day, network, way, outcome)
  WHERE outcome <> 'SUCCEEDED';
CREATE INDEX sign_ins_end ON sign_ins (last_at);

-- How the person signed in; null for a session that an earlier version began.
ALTER TABLE console_sessions ADD COLUMN way text;

ALTER TABLE accounts ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

-- restricted: the account requires a second factor and the person has none. Instances read it with
-- each heartbeat, so that no request asks the database. restriction_changed_at: null for memberships
-- that were never restricted and are older than the column.
ALTER TABLE memberships
  ADD COLUMN restricted boolean NOT NULL DEFAULT false,
  ADD COLUMN restriction_changed_at timestamptz(3);
ALTER TABLE memberships ALTER COLUMN restriction_changed_at SET DEFAULT now();
CREATE INDEX memberships_restricted ON memberships (account_id, user_id) WHERE restricted;
CREATE INDEX memberships_restriction_changed ON memberships (restriction_changed_at);

-- Restricts the members of an account, or a person in all accounts, as the rule demands now. The
-- rows are locked by a statement of its own, so that the next one sees what others have committed
-- that were here before.
CREATE FUNCTION restrict_members(account uuid, person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM memberships m WHERE m.account_id = account OR m.user_id = person
    ORDER BY m.account_id, m.user_id FOR NO KEY UPDATE;
  UPDATE memberships m SET restricted = NOT m.restricted, restriction_changed_at = now()
    FROM accounts a
    WHERE a.id = m.account_id AND (m.account_id = account OR m.user_id = person)
      AND m.restricted <> (a.second_factor_required AND NOT EXISTS (SELECT FROM second_factors f
        WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL));
END $$;

-- Restricts the members of an account that begins or ends to require a second factor.
CREATE FUNCTION account_requires_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM restrict_members(NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER requires_factor AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.second_factor_required <> NEW.second_factor_required)
  EXECUTE FUNCTION account_requires_factor();

-- Restricts a new member. The locks make it wait for a change of the rule, or of the factor.
CREATE FUNCTION member_needs_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  required boolean := (SELECT a.second_factor_required FROM accounts a
    WHERE a.id = NEW.account_id FOR SHARE);
  present  boolean := (SELECT f.confirmed_at IS NOT NULL FROM second_factors f
    WHERE f.user_id = NEW.user_id FOR SHARE);
BEGIN
  NEW.restricted := coalesce(required, false) AND NOT coalesce(present, false);
  RETURN NEW;
END $$;
CREATE TRIGGER needs_factor BEFORE INSERT ON memberships
  FOR EACH ROW EXECUTE FUNCTION member_needs_factor();

-- Writes an event of a person as a change of the member: in one account, or without one in all. A
-- request without a key acts on behalf of the person, who has just proved who it is.
CREATE FUNCTION audit_person_event(account uuid, person uuid, before jsonb, after jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  acted jsonb := actor_of_statement();
BEGIN
  IF acted ->> 0 = 'public' THEN
    acted := jsonb_set(acted, '{0}', to_jsonb('user:' || person));
  END IF;
  PERFORM audit(m.account_id, 'member', person::text, before || jsonb_build_object('name', u.name),
      after || jsonb_build_object('name', u.name), acted)
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.user_id = person AND (account IS NULL OR m.account_id = account);
END $$;

-- Keeps a sign-in that succeeded, for the person and for the audit log.
CREATE FUNCTION console_session_begun() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  way constant text := coalesce(NEW.way, 'OTHER');
BEGIN
  INSERT INTO sign_ins (id, user_id, account_id, way, outcome, network, user_agent, day, first_at,
      last_at)
    VALUES (NEW.id, NEW.user_id, NEW.account_id, way, 'SUCCEEDED', NEW.network, NEW.user_agent,
      (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.created_at, NEW.created_at);
  PERFORM audit_person_event(NEW.account_id, NEW.user_id, '{}', jsonb_build_object('signIn', way));
  RETURN NULL;
END $$;
CREATE TRIGGER session_begun AFTER INSERT ON console_sessions
  FOR EACH ROW EXECUTE FUNCTION console_session_begun();

-- Tells the audit log how many sessions of a person have ended. Most updates end none.
CREATE FUNCTION console_sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audit_person_event(e.account_id, e.user_id, '{}', jsonb_build_object('sessionsEnded', e.number))
    FROM (SELECT n.account_id, n.user_id, count(*) AS number
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE o.ended_at IS NULL AND n.ended_at IS NOT NULL
      GROUP BY n.account_id, n.user_id ORDER BY n.account_id, n.user_id) AS e;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER UPDATE ON console_sessions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION console_sessions_ended();

-- Tells the audit logs of a person's accounts that the password was set, changed or removed.
CREATE FUNCTION person_password_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audit_person_event(NULL, NEW.id,
    CASE WHEN NEW.password_hash IS NULL THEN '{"password": "****"}' ELSE '{}' END::jsonb,
    CASE WHEN NEW.password_hash IS NULL THEN '{}' ELSE '{"password": "****"}' END::jsonb);
  RETURN NULL;
END $$;
CREATE TRIGGER password_changed AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION person_password_changed();

-- Follows a second factor that is turned on or off: in the restrictions and in the audit logs.
CREATE FUNCTION second_factor_turned() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  turned_on constant boolean := TG_OP = 'UPDATE';
BEGIN
  PERFORM restrict_members(NULL, OLD.user_id);
  PERFORM audit_person_event(NULL, OLD.user_id, jsonb_build_object('secondFactor', NOT turned_on),
    jsonb_build_object('secondFactor', turned_on));
  RETURN NULL;
END $$;
CREATE TRIGGER factor_on AFTER UPDATE OF confirmed_at ON second_factors FOR EACH ROW
  WHEN (OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL)
  EXECUTE FUNCTION second_factor_turned();
CREATE TRIGGER factor_off AFTER DELETE ON second_factors FOR EACH ROW
  WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION second_factor_turned();

-- Tells the audit logs of a person's accounts that recovery codes were made.
CREATE FUNCTION recovery_codes_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audit_person_event(NULL, n.user_id, '{}', jsonb_build_object('recoveryCodes', n.number))
    FROM (SELECT r.user_id, count(*) AS number FROM new_rows r GROUP BY r.user_id) AS n;
  RETURN NULL;
END $$;
CREATE TRIGGER codes_made AFTER INSERT ON recovery_codes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recovery_codes_made();

-- What became of the mail of an invitation; the row now stays as long as the invitation. state:
-- QUEUED, SENT or FAILED. problem: why it failed.
ALTER TABLE invitation_mails
  ADD COLUMN state   text NOT NULL DEFAULT 'QUEUED',
  ADD COLUMN problem text;
UPDATE invitation_mails m SET state = CASE d.state WHEN 'DELIVERED' THEN 'SENT' ELSE 'FAILED' END,
    problem = CASE d.state WHEN 'DEAD' THEN d.answer END
  FROM deliveries d WHERE d.id = m.delivery_id AND d.state <> 'PENDING';

-- Deletes the sealed link of an invitation in the transaction that ends its delivery or the link,
-- and keeps what became of the delivery.
CREATE OR REPLACE FUNCTION forget_invitation_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deliveries' THEN
    UPDATE invitation_mails SET sealed_link = NULL,
        state = CASE NEW.state WHEN 'DELIVERED' THEN 'SENT' ELSE 'FAILED' END,
        problem = CASE NEW.state WHEN 'DEAD' THEN NEW.answer END
      WHERE delivery_id = NEW.id AND (sealed_link IS NOT NULL OR state = 'QUEUED');
  ELSE
    UPDATE invitation_mails SET sealed_link = NULL
      WHERE invitation_id = OLD.id AND sealed_link IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- The document of an account gets its rule, in the function as it is now.
DO $$
DECLARE
  place constant text := '''alertSettings'', r -> ''alert_settings'');';
  was   constant text := pg_get_functiondef('audit_row_document'::regproc);
BEGIN
  IF strpos(was, place) = 0 THEN
    RAISE EXCEPTION 'audit_row_document has no place for the rule of an account';
  END IF;
  EXECUTE replace(was, place, $new$'alertSettings', r -> 'alert_settings',
        'secondFactorRequired', r -> 'second_factor_required');$new$);
END $$;
