-- Claims messages. Those to alert channels go first, oldest first. Of each account the oldest are
-- looked at, to channels and to subscribers apart, since those of one account may be older than all
-- others; each account is found by one look at the index. The kinds select the index, since by the
-- channel the planner would take that of a channel's whole history. A full lane is skipped, any other
-- gives no more rows than it has places. In a lane, and then in all lanes of an audience, the account
-- with the fewest places in it is next, up to the share of an account (ClaimLimits.share): rows are
-- numbered by what their account then has, which rises while what is free falls, so that no row past
-- the first that exceeds its share is within it. An account with its whole share is not looked at.
-- $1 full lanes, $2 and $10 rows looked at to channels and subscribers, $3 and $4 lanes and their
-- places, $5 places of other lanes, $6 rows in total, $7 milliseconds of the claim, $8 and $9 free
-- places for channels and subscribers, $11 to $13 accounts and the places they have taken by messages
-- to channels and to subscribers, $14 and $15 most places of an account for each, $16 all places for
-- each.
WITH RECURSIVE alerting (account_id) AS (
  (SELECT account_id FROM deliveries
    WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP',
      'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION')
    ORDER BY account_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.account_id FROM deliveries d
      WHERE d.state = 'PENDING'
        AND d.kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP',
      'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION')
        AND d.account_id > f.account_id ORDER BY d.account_id LIMIT 1)
    FROM alerting f WHERE f.account_id IS NOT NULL),
announcing (account_id) AS (
  (SELECT account_id FROM deliveries
    WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION', 'PHONE_CODE')
    ORDER BY account_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.account_id FROM deliveries d
      WHERE d.state = 'PENDING' AND d.kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION', 'PHONE_CODE')
        AND d.account_id > f.account_id ORDER BY d.account_id LIMIT 1)
    FROM announcing f WHERE f.account_id IS NOT NULL),
to_channels AS MATERIALIZED (
  SELECT account_id FROM alerting WHERE account_id IS NOT NULL
    AND account_id <> ALL (ARRAY(SELECT a.id FROM unnest($11::uuid[], $12::integer[]) AS a (id, places)
      WHERE a.places >= $14::integer))),
to_subscribers AS MATERIALIZED (
  SELECT account_id FROM announcing WHERE account_id IS NOT NULL
    AND account_id <> ALL (ARRAY(SELECT a.id FROM unnest($11::uuid[], $13::integer[]) AS a (id, places)
      WHERE a.places >= $15::integer))),
near AS MATERIALIZED (
  (SELECT m.* FROM to_channels w, LATERAL (
    SELECT id, account_id, lane, due_ms, true AS to_channel FROM deliveries
      WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST', 'CHANNEL_FAILURE', 'CHANNEL_RECOVERY', 'GROUP',
      'OBJECTIVE_ALERT', 'OBJECTIVE_RECOVERY', 'OBJECTIVE_REPORT', 'ALERT_ACTION')
        AND account_id = w.account_id
        AND due_ms <= (SELECT epoch_millis()) AND claimed_until_ms <= (SELECT epoch_millis())
        AND lane <> ALL ($1::text[])
      ORDER BY due_ms
      LIMIT CASE WHEN $8::integer = 0 THEN 0
        ELSE greatest($5::integer, $2::integer / (SELECT count(*) FROM to_channels)::integer) END) AS m)
  UNION ALL
  (SELECT m.* FROM to_subscribers w, LATERAL (
    SELECT id, account_id, lane, due_ms, false AS to_channel FROM deliveries
      WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION', 'DIGEST', 'INVITATION', 'PHONE_CODE')
        AND account_id = w.account_id
        AND due_ms <= (SELECT epoch_millis()) AND claimed_until_ms <= (SELECT epoch_millis())
        AND lane <> ALL ($1::text[])
      ORDER BY due_ms
      LIMIT CASE WHEN $9::integer = 0 THEN 0
        ELSE greatest($5::integer, $10::integer / (SELECT count(*) FROM to_subscribers)::integer) END) AS m)),
held AS MATERIALIZED (
  SELECT a.account_id, s.to_channel, s.places
    FROM unnest($11::uuid[], $12::integer[], $13::integer[]) AS a (account_id, channels, subscribers),
      LATERAL (VALUES (true, a.channels), (false, a.subscribers)) AS s (to_channel, places)),
turns AS (
  SELECT n.*, coalesce(h.places, 0) AS held,
      coalesce(h.places, 0)
        + row_number() OVER (PARTITION BY n.lane, n.account_id ORDER BY n.due_ms) AS turn
    FROM near n LEFT JOIN held h USING (account_id, to_channel)),
laned AS (
  SELECT t.*, row_number() OVER (PARTITION BY t.lane ORDER BY turn, due_ms) AS nth,
      coalesce(l.places, $5::integer) AS places
    FROM turns t LEFT JOIN unnest($3::text[], $4::integer[]) AS l (lane, places) USING (lane)),
fitting AS (
  SELECT id, to_channel, due_ms,
      held + row_number() OVER (PARTITION BY to_channel, account_id ORDER BY due_ms) AS turn
    FROM laned WHERE nth <= places),
ranked AS (
  SELECT id, to_channel, turn,
      row_number() OVER (PARTITION BY to_channel ORDER BY turn, due_ms) AS nth,
      CASE WHEN to_channel THEN $8::bigint ELSE $9::bigint END AS free
    FROM fitting WHERE turn <= CASE WHEN to_channel THEN $14::integer ELSE $15::integer END),
taken AS MATERIALIZED (
  SELECT d.id FROM deliveries d JOIN ranked r USING (id)
    WHERE r.nth <= r.free
      AND r.turn <= greatest(1, 2 * (r.free - r.nth + 1) * (r.free - r.nth + 1) / $16::integer)
      AND d.state = 'PENDING'
      AND d.due_ms <= (SELECT epoch_millis()) AND d.claimed_until_ms <= (SELECT epoch_millis())
    ORDER BY r.to_channel DESC, r.nth LIMIT $6 FOR NO KEY UPDATE OF d SKIP LOCKED)
UPDATE deliveries d SET claim = d.claim + 1, attempts = d.attempts + 1,
    claimed_until_ms = epoch_millis() + $7, sent_ms = epoch_millis()
  FROM taken WHERE d.id = taken.id
  RETURNING d.id, d.account_id, d.kind, d.lane, d.claim, d.attempts, d.created_ms,
    d.alert_id, d.channel_id, d.update_id, d.subscription_id
