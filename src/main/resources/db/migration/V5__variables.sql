-- Variables of an account. The value of a secret one is sealed.
CREATE TABLE variables (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key        text NOT NULL,
  value      text NOT NULL,
  locked     boolean NOT NULL,
  secret     boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  PRIMARY KEY (account_id, key)
);
