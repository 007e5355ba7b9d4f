-- Subscribes the lists of addresses of many requests and queues a confirmation message to each address
-- that needs one. Addresses that are subscribed already are skipped. A request for a page that does
-- not exist, or that another transaction is about to delete, is left out, and so is one beyond the
-- quota. A page that is nearly full, {most} subscriptions, is left to a transaction of its own: so
-- few in the whole account cannot fill it. Rows are inserted in the order of the unique index, so
-- that two statements cannot deadlock. {lane} is SubscriberLane.SQL.
WITH asked AS MATERIALIZED (
  SELECT a.account_id, a.id, a.page_id, a.list::jsonb AS list, a.at, a.number,
      sum(jsonb_array_length(a.list::jsonb)) OVER (PARTITION BY a.account_id ORDER BY a.number) AS total
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
      WITH ORDINALITY AS a (account_id, id, page_id, list, at, number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'subscribers') AS n
    FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
held AS MATERIALIZED (
  SELECT p.id, p.account_id FROM status_pages p
    WHERE p.id = ANY ($3) ORDER BY p.id FOR KEY SHARE SKIP LOCKED),
roomy AS MATERIALIZED (
  SELECT h.* FROM held h
    WHERE {most} > {reserve} AND (usage_of(h.account_id, 'subscribers') < {most} - {reserve}
      OR NOT EXISTS (SELECT FROM status_page_subscriptions s WHERE s.page_id = h.id
        OFFSET greatest(0, {most} - {reserve})))),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a JOIN roomy h ON h.id = a.page_id AND h.account_id = a.account_id
    WHERE a.total <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)),
wanted AS MATERIALIZED (
  SELECT f.account_id, f.page_id, f.at, f.number, f.id AS request, w.id, w.type, w.address, w.status,
      w.status = 'PENDING' AS invited
    FROM fit f CROSS JOIN LATERAL
      jsonb_to_recordset(f.list) AS w (id uuid, type text, address text, status text)),
-- Each subscription has the actor of its request.
actors AS MATERIALIZED (SELECT $6::text::jsonb AS by_request),
acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', coalesce(
      (SELECT jsonb_object_agg(w.id, a.by_request -> w.request::text) FROM wanted w)::text, ''), true)
    FROM actors a),
made AS (
  INSERT INTO status_page_subscriptions (account_id, page_id, id, type, address, status,
      invitations, invited_at, created_at, updated_at)
    SELECT w.account_id, w.page_id, w.id, w.type, w.address, w.status, w.invited::int,
        CASE WHEN w.invited THEN w.at END, w.at, w.at
      FROM wanted w CROSS JOIN acting ORDER BY w.page_id, w.type, lower(w.address), w.id
    ON CONFLICT (page_id, type, address_key) DO NOTHING
    RETURNING status_page_subscriptions.*),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, subscription_id)
    SELECT gen_random_uuid(), r.account_id, 'CONFIRMATION', {lane}, r.id
      FROM made r WHERE r.status = 'PENDING' ORDER BY r.id
    RETURNING id),
told AS MATERIALIZED (SELECT notify_later('belfry_deliveries', '{""}') FROM queued LIMIT 1),
counts AS MATERIALIZED (
  SELECT w.number, count(*) AS created, bool_or(m.status = 'PENDING') AS waits
    FROM made m JOIN wanted w ON w.id = m.id GROUP BY w.number)
SELECT coalesce(c.created, 0)::int, coalesce(c.waits, false), f.number
  FROM fit f LEFT JOIN counts c ON c.number = f.number
    CROSS JOIN (SELECT count(*) FROM told) AS told
