-- Creates the pages of many requests with their cards. A request beyond the quota is left out, and so
-- is one that names a service which its account lacks, a url which another page has, or a domain which
-- another page of the account has. The actors are set where the rows to write come from, since no order of the writes is certain.
-- {page}: columns of a page.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $6, true)),
asked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
    WITH ORDINALITY AS a (account_id, id, settings, cards, at, number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'statusPages') AS n
    FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
cards AS MATERIALIZED (
  SELECT a.id AS page_id, c.id, c.name, c.services, c.position, a.at AS created_at
    FROM asked a CROSS JOIN ROWS FROM (
      jsonb_to_recordset(a.cards::jsonb) AS (id uuid, name text, services uuid[])) WITH ORDINALITY
      AS c (id, name, services, position)),
places AS MATERIALIZED (
  SELECT c.page_id, c.id AS card_id, s.service_id, s.position
    FROM cards c CROSS JOIN unnest(c.services) WITH ORDINALITY AS s (service_id, position)),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a CROSS JOIN acting
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND NOT EXISTS (
        SELECT FROM places n
          LEFT JOIN services s ON s.id = n.service_id AND s.account_id = a.account_id
          WHERE n.page_id = a.id AND s.id IS NULL)
      AND NOT EXISTS (
        SELECT FROM status_pages o WHERE o.url = a.settings::jsonb ->> 'url'
          OR (o.account_id = a.account_id
            AND o.custom_domain = a.settings::jsonb ->> 'customDomain'))),
made AS (
  INSERT INTO status_pages (account_id, id, settings, created_at)
    SELECT f.account_id, f.id, f.settings::jsonb, f.at FROM fit f
    RETURNING status_pages.*),
filled AS (
  INSERT INTO status_page_cards (account_id, page_id, id, name, position, created_at)
    SELECT f.account_id, c.page_id, c.id, c.name, c.position, c.created_at
      FROM cards c JOIN fit f ON f.id = c.page_id),
placed AS (
  INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)
    SELECT f.account_id, n.page_id, n.card_id, n.service_id, n.position
      FROM places n JOIN fit f ON f.id = n.page_id)
SELECT {page}, f.number FROM made p JOIN fit f ON f.id = p.id
