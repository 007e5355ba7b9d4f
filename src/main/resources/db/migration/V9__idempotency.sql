-- What was answered to requests with an Idempotency-Key, so that a retry is answered the same. A row is written by the
-- transaction that holds the effect of the request, so there is neither one without the other; while that transaction
-- runs, an advisory lock stands for the key. id: SHA-256 of account and key; answer: sealed, with a fingerprint of the request.
CREATE TABLE idempotency_keys (
  id      bytea PRIMARY KEY,
  answer  text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idempotency_keys_kept_at ON idempotency_keys (kept_at);
