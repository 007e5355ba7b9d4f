-- Persons who sign in over OpenID Connect.

-- Null: the person has no password, and none is right.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

-- By what a provider knows a person: subject is unique at the issuer and never given to another
-- person, which holds for no e-mail address. A person has one identity at each issuer.
CREATE TABLE user_identities (
  issuer     text NOT NULL,
  subject    text NOT NULL,
  user_id    uuid NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- Whether a claim of the provider gave the membership; then it follows the claim at each sign-in.
ALTER TABLE memberships ADD COLUMN from_claims boolean NOT NULL DEFAULT false;

CREATE INDEX invitations_of_email ON invitations (email);
