-- E-mails with the links of invitations, and what persons set for themselves.

-- An e-mail that an invitation sent, kept for two days so that bounds can count it, also when its
-- account is gone. sealed_link: until the mail was sent or failed for good, or the link ended.
CREATE TABLE invitation_mails (
  delivery_id   uuid PRIMARY KEY,
  account_id    uuid NOT NULL,
  invitation_id uuid NOT NULL,
  email         text NOT NULL,
  sealed_link   text,
  queued_at     timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX invitation_mails_of_account ON invitation_mails (account_id, queued_at);
CREATE INDEX invitation_mails_of_email ON invitation_mails (email, queued_at);
CREATE INDEX invitation_mails_of_invitation ON invitation_mails (invitation_id);
CREATE INDEX invitation_mails_end ON invitation_mails (queued_at);

ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind_check CHECK (kind IN
  ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP', 'OBJECTIVE_ALERT',
   'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION', 'UPDATE', 'CONFIRMATION',
   'DIGEST', 'INVITATION')) NOT VALID;
DROP INDEX deliveries_subscribers_due;
CREATE INDEX deliveries_subscribers_due ON deliveries (account_id, due_ms)
  WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION');

-- Deletes the sealed link of an invitation in the transaction that ends its delivery or the link.
CREATE FUNCTION forget_invitation_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitation_mails SET sealed_link = NULL
    WHERE (delivery_id = OLD.id OR invitation_id = OLD.id) AND sealed_link IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_link_sent AFTER UPDATE ON deliveries FOR EACH ROW
  WHEN (NEW.kind = 'INVITATION' AND NEW.state <> 'PENDING')
  EXECUTE FUNCTION forget_invitation_link();
CREATE TRIGGER forget_link_replaced AFTER UPDATE ON invitations FOR EACH ROW
  WHEN (OLD.token_hash <> NEW.token_hash) EXECUTE FUNCTION forget_invitation_link();
CREATE TRIGGER forget_link_ended AFTER DELETE ON invitations
  FOR EACH ROW EXECUTE FUNCTION forget_invitation_link();

-- What a person sets. time_zone: IANA name; null: the browser's, and UTC in mails. language: BCP 47,
-- by which dates and numbers are written. quiet_hours: as the member of a channel; null for none.
ALTER TABLE users
  ADD COLUMN time_zone   text,
  ADD COLUMN language    text,
  ADD COLUMN quiet_hours jsonb;

-- Makes messages due at once that wait for the end of quiet hours which their person has no more.
CREATE FUNCTION release_person_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE deliveries SET due_ms = epoch_millis(), held_until_ms = epoch_millis(),
      expires_ms = epoch_millis() + 86400000
    WHERE id = ANY (ARRAY(SELECT d.id FROM memberships m
        JOIN alert_channels h ON h.account_id = m.account_id AND h.type = 'MEMBER'
          AND h.config ->> 'userId' = NEW.id::text
          AND coalesce(h.settings -> 'quietHours', '[]') IN ('[]', 'null')
        JOIN deliveries d ON d.channel_id = h.id AND d.state = 'PENDING'
          AND d.held_until_ms > epoch_millis()
      WHERE m.user_id = NEW.id FOR NO KEY UPDATE OF d SKIP LOCKED));
  IF FOUND THEN
    PERFORM pg_notify('belfry_deliveries', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER release_person_messages AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.quiet_hours IS NOT NULL AND NEW.quiet_hours IS NULL)
  EXECUTE FUNCTION release_person_messages();
