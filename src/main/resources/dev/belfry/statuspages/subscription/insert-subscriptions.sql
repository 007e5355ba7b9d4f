-- Subscribes the addresses of many requests and queues a confirmation message to those that need one.
-- A request for a page that does not exist, or that another transaction is about to delete, is left
-- out, and so is one beyond the quota, whose address is subscribed already, or that names a service
-- which the page does not show. Rows are inserted in the order of the unique index, so that two
-- statements cannot deadlock. A page that is nearly full, {most} subscriptions, is left to a
-- transaction of its own: so few in the whole account cannot fill it. {lane} is SubscriberLane.SQL,
-- {columns} are SubscriptionRow.columns.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $13, true)),
asked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
      $7::timestamptz[], $8::text[], $9::text[], $10::integer[], $11::text[], $12::bigint[])
      WITH ORDINALITY
    AS a (account_id, id, page_id, type, address, status, at, services, frequency, hour, zone, due,
      number)),
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
  SELECT a.*, a.status = 'PENDING' AS invited
    FROM asked a JOIN roomy h ON h.id = a.page_id AND h.account_id = a.account_id
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND (a.services IS NULL OR a.services::uuid[] <@ services_of_page(a.page_id))),
made AS (
  INSERT INTO status_page_subscriptions (account_id, page_id, id, type, address, status, invitations,
      invited_at, created_at, updated_at, service_ids, frequency, digest_hour, digest_zone,
      digest_due_ms)
    SELECT f.account_id, f.page_id, f.id, f.type, f.address, f.status, f.invited::int,
        CASE WHEN f.invited THEN f.at END, f.at, f.at, f.services::uuid[], f.frequency, f.hour, f.zone,
        f.due
      FROM fit f CROSS JOIN acting
      ORDER BY f.page_id, f.type, lower(f.address), f.id
    ON CONFLICT (page_id, type, address_key) DO NOTHING
    RETURNING status_page_subscriptions.*),
queued AS (
  INSERT INTO deliveries (id, account_id, kind, lane, subscription_id)
    SELECT gen_random_uuid(), r.account_id, 'CONFIRMATION', {lane}, r.id
      FROM made r JOIN fit f ON f.id = r.id WHERE f.invited ORDER BY r.id
    RETURNING id),
told AS MATERIALIZED (SELECT notify_later('belfry_deliveries', '{""}') FROM queued LIMIT 1)
SELECT {columns}, f.number
  FROM made m JOIN fit f ON f.id = m.id CROSS JOIN (SELECT count(*) FROM told) AS told
