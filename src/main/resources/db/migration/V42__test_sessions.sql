-- Test sessions: checks that run once without results or alerts of their own.

-- suite: names the topic at which clients listen for results.
-- place: as of shards, a public location or account/slug. location: as clients name it.
-- metadata: what is tested, as clients described it. checks: number of runs. Times are milliseconds since 1970.
CREATE TABLE test_sessions (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  suite        uuid NOT NULL,
  provider     text NOT NULL,
  recorded     boolean NOT NULL,
  name         text NOT NULL,
  place        text NOT NULL,
  location     text NOT NULL,
  metadata     jsonb NOT NULL,
  checks       integer NOT NULL,
  started_ms   bigint NOT NULL,
  cancelled_ms bigint
);
CREATE INDEX test_sessions_by_account ON test_sessions (account_id, started_ms, id);
CREATE INDEX test_sessions_by_suite ON test_sessions (account_id, suite);
CREATE INDEX test_sessions_by_age ON test_sessions (started_ms);

-- job: the sealed settings, until the run is over.
-- state: 0 waits, 1 runs, 2 is over. outcome: of a run that is over, as TestOutcome numbers it.
-- claims: how often an instance began it. Only the last one that did may write.
-- until_ms: when a run that waits is given up, and when one that runs may begin elsewhere.
-- version: grows with each change. attempts: JSON texts of results, the final one last.
CREATE TABLE test_runs (
  id         uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES test_sessions ON DELETE CASCADE,
  account_id uuid NOT NULL,
  position   integer NOT NULL,
  check_id   uuid,
  logical_id text NOT NULL,
  name       text NOT NULL,
  check_type text NOT NULL,
  place      text NOT NULL,
  job        text,
  state      smallint NOT NULL DEFAULT 0,
  outcome    smallint,
  claims     integer NOT NULL DEFAULT 0,
  until_ms   bigint NOT NULL,
  changed_ms bigint NOT NULL,
  version    integer NOT NULL DEFAULT 0,
  attempts   text[] NOT NULL DEFAULT '{}',
  message    text,
  CONSTRAINT test_runs_over CHECK ((state = 2) = (outcome IS NOT NULL AND job IS NULL))
) WITH (fillfactor = 50);
CREATE INDEX test_runs_by_session ON test_runs (session_id, position);
CREATE INDEX test_runs_open ON test_runs (account_id, place) WHERE state < 2;
