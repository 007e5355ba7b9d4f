-- Claims messages. Those to alert channels go first, oldest first; the kind selects them, since by the
-- channel the planner would take the index of a channel's whole history. Of those to subscribers each
-- account's oldest are looked at, since those of one account may be older than all others; each account
-- is found by one look at the index. A full lane is skipped, any other gives no more rows than it has
-- places. In a lane, and then in all lanes of an audience, the account with the fewest places is next;
-- one that has all its places in an audience is not looked at there.
-- $1 full lanes, $2 and $10 rows looked at to channels and subscribers, $3 and $4 lanes and their
-- places, $5 places of other lanes, $6 rows in total, $7 milliseconds of the claim, $8 and $9 rows to
-- channels and subscribers, $11 to $13 accounts and the places they have taken by messages to channels
-- and to subscribers, $14 places of an account for each.
WITH RECURSIVE found (account_id) AS (
  (SELECT account_id FROM deliveries
    WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION') ORDER BY account_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.account_id FROM deliveries d
      WHERE d.state = 'PENDING' AND d.kind IN ('UPDATE', 'CONFIRMATION')
        AND d.account_id > f.account_id ORDER BY d.account_id LIMIT 1)
    FROM found f WHERE f.account_id IS NOT NULL),
waiting AS MATERIALIZED (
  SELECT account_id FROM found WHERE account_id IS NOT NULL
    AND account_id <> ALL (ARRAY(SELECT a.id FROM unnest($11::uuid[], $13::integer[]) AS a (id, places)
      WHERE a.places >= $14::integer))),
near AS MATERIALIZED (
  (SELECT id, account_id, lane, due_ms, true AS to_channel FROM deliveries
    WHERE state = 'PENDING' AND kind IN ('ALERT', 'TEST')
      AND due_ms <= (SELECT epoch_millis()) AND claimed_until_ms <= (SELECT epoch_millis())
      AND lane <> ALL ($1::text[])
      AND account_id <> ALL (ARRAY(SELECT a.id FROM unnest($11::uuid[], $12::integer[]) AS a (id, places)
        WHERE a.places >= $14::integer))
    ORDER BY due_ms LIMIT $2)
  UNION ALL
  (SELECT m.* FROM waiting w, LATERAL (
    SELECT id, account_id, lane, due_ms, false AS to_channel FROM deliveries
      WHERE state = 'PENDING' AND kind IN ('UPDATE', 'CONFIRMATION') AND account_id = w.account_id
        AND due_ms <= (SELECT epoch_millis()) AND claimed_until_ms <= (SELECT epoch_millis())
        AND lane <> ALL ($1::text[])
      ORDER BY due_ms
      LIMIT CASE WHEN $9::integer = 0 THEN 0
        ELSE greatest($5::integer, $10::integer / (SELECT count(*) FROM waiting)::integer) END) AS m)),
turns AS (
  SELECT n.*, coalesce(a.channels + a.subscribers, 0) AS held,
      $14::integer - coalesce(CASE WHEN n.to_channel THEN a.channels ELSE a.subscribers END, 0) AS room,
      coalesce(a.channels + a.subscribers, 0)
        + row_number() OVER (PARTITION BY n.lane, n.account_id ORDER BY n.due_ms) AS turn
    FROM near n LEFT JOIN unnest($11::uuid[], $12::integer[], $13::integer[])
      AS a (account_id, channels, subscribers) USING (account_id)),
laned AS (
  SELECT t.*, row_number() OVER (PARTITION BY t.lane ORDER BY turn, due_ms) AS nth,
      coalesce(l.places, $5::integer) AS places
    FROM turns t LEFT JOIN unnest($3::text[], $4::integer[]) AS l (lane, places) USING (lane)),
fitting AS (
  SELECT id, to_channel, due_ms, held, room,
      row_number() OVER (PARTITION BY to_channel, account_id ORDER BY due_ms) AS turn
    FROM laned WHERE nth <= places),
ranked AS (
  SELECT id, to_channel,
      row_number() OVER (PARTITION BY to_channel ORDER BY turn + held, due_ms) AS nth
    FROM fitting WHERE turn <= room),
taken AS MATERIALIZED (
  SELECT d.id FROM deliveries d JOIN ranked r USING (id)
    WHERE r.nth <= CASE WHEN r.to_channel THEN $8::integer ELSE $9::integer END
      AND d.state = 'PENDING'
      AND d.due_ms <= (SELECT epoch_millis()) AND d.claimed_until_ms <= (SELECT epoch_millis())
    ORDER BY r.to_channel DESC, r.nth LIMIT $6 FOR NO KEY UPDATE OF d SKIP LOCKED)
UPDATE deliveries d SET claim = d.claim + 1, attempts = d.attempts + 1,
    claimed_until_ms = epoch_millis() + $7, sent_ms = epoch_millis()
  FROM taken WHERE d.id = taken.id
  RETURNING d.id, d.account_id, d.kind, d.lane, d.claim, d.attempts, d.created_ms,
    d.alert_id, d.channel_id, d.update_id, d.subscription_id
