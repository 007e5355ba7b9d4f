-- What happened to a group ($1 its account, $2 its id), newest first: what people did about its
-- members, and its messages. Equal actions of one moment are one event, since a request about the
-- group writes one for each member. One row without an event for a group that has none.
-- $3 the first event, null for the newest; $4 how many.
WITH chosen AS MATERIALIZED (
  SELECT * FROM alert_groups WHERE account_id = $1 AND id = $2),
actions AS MATERIALIZED (
  SELECT (array_agg(x.id ORDER BY x.id))[1] AS id, x.at_ms, x.action, x.actor, x.note, x.assignee,
    x.until_ms, count(*)::int AS alerts, (array_agg(m.name ORDER BY m.name, x.id))[1:10] AS names
  FROM chosen g JOIN alert_group_members m ON m.group_id = g.id
    JOIN alert_actions x ON x.episode = m.episode AND x.check_id = m.check_id
  GROUP BY x.at_ms, x.action, x.actor, x.note, x.assignee, x.until_ms),
events AS MATERIALIZED (
  SELECT id, at_ms FROM actions
  UNION ALL
  SELECT d.id, d.created_ms FROM chosen g JOIN deliveries d ON d.alert_group_id = g.id),
page AS MATERIALIZED (
  SELECT id, at_ms FROM events
  WHERE $3::uuid IS NULL OR (at_ms, id) <= (SELECT s.at_ms, s.id FROM events s WHERE s.id = $3)
  ORDER BY at_ms DESC, id DESC LIMIT $4)
SELECT p.id, p.at_ms, a.action, a.actor, a.note, a.assignee, a.until_ms, a.alerts, a.names,
  d.kind, d.group_revision,
  CASE WHEN d.kind = 'GROUP' THEN
    CASE WHEN d.group_revision = 1 THEN 'FIRST'
      WHEN d.group_revision = g.revision AND d.created_ms >= g.closed_ms THEN 'END'
      ELSE 'UPDATE' END END,
  d.alert_action_id, d.state, d.attempts, d.status, d.answer, d.sent_ms, d.answered_ms,
  CASE WHEN d.state = 'PENDING' THEN greatest(d.due_ms, d.claimed_until_ms) END,
  actor_name(g.account_id, a.actor),
  assignee_name(g.account_id, a.assignee)
FROM chosen g LEFT JOIN page p ON true
  LEFT JOIN actions a ON a.id = p.id LEFT JOIN deliveries d ON d.id = p.id
ORDER BY p.at_ms DESC, p.id DESC
