-- What people did about alerts: the trail of an episode. actor: as in the audit log, or "link" for
-- the link of a message. until_ms: end of a snooze.
CREATE TABLE alert_actions (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  check_id   uuid NOT NULL,
  episode    uuid NOT NULL,
  alert_id   uuid NOT NULL,
  action     text NOT NULL CHECK (action IN (
    'ACKNOWLEDGE', 'UNACKNOWLEDGE', 'SNOOZE', 'UNSNOOZE', 'ASSIGN', 'UNASSIGN', 'COMMENT')),
  actor      text NOT NULL,
  note       text,
  assignee   text,
  until_ms   bigint,
  at_ms      bigint NOT NULL DEFAULT epoch_millis(),
  CONSTRAINT alert_actions_check FOREIGN KEY (account_id, check_id)
    REFERENCES checks (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_actions_by_episode ON alert_actions (episode, at_ms, id);
CREATE INDEX alert_actions_by_check ON alert_actions (account_id, check_id);
CREATE INDEX alert_actions_by_age ON alert_actions (at_ms);

-- Accounts without such channels pay one look at this index for each alert that is decided.
CREATE INDEX alert_channels_that_wait ON alert_channels (account_id)
  WHERE (settings ->> 'escalateAfterMinutes')::int > 0;
