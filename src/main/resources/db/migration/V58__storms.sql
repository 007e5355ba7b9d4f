-- What was found out about groups that others depend on, so that a batch of results does not read
-- all checks of its parents. A judgement may be old: readers verify it, and judge anew if need be.
-- failing: whether all active checks failed; witness: one that did not. ended_ms: a failure of a
-- check ended before; older judgements do not count. No reference to the group, whose deletion must
-- not wait for a batch; rows without a group are deleted later.
CREATE TABLE parent_groups (
  group_id  bigint PRIMARY KEY,
  failing   boolean NOT NULL,
  witness   uuid,
  period_ms bigint,
  judged_ms bigint NOT NULL,
  ended_ms  bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- The end of a failure looks for others that wait to be told to the same dependents.
CREATE INDEX ended_failures_by_check ON ended_failures (check_id);
