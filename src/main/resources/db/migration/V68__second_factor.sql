-- Second factors of persons: codes of an app (RFC 6238), and recovery codes in their place.

-- secret: sealed. begun_at: when the secret was made. confirmed_at: null until a first code was
-- right; the factor is not in force before. last_step: the newest time step whose code was used, so
-- that no code works twice. tries: wrong codes since the last right one, of which tried_at is the
-- newest.
CREATE TABLE second_factors (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret       text NOT NULL,
  begun_at     timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step    bigint NOT NULL DEFAULT 0,
  tries        integer NOT NULL DEFAULT 0,
  tried_at     timestamptz(3) NOT NULL
);

-- A row is a code that was not used yet. code_hash: SHA-256; the codes have 80 random bits.
CREATE TABLE recovery_codes (
  user_id   uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
