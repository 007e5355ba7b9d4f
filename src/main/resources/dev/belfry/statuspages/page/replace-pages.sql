-- Replaces the pages of many requests with their cards. Left out is a request for a page that does not
-- exist, that another transaction has locked, or that one has changed after this statement began and
-- before the lock: then its row is not at the place where this statement sees it. And one that names a
-- card the page lacks, a service its account lacks, or a url or domain another page has. The actors are
-- set where the rows to write come from, since no order of the writes is certain. {page}: columns of a
-- page.
WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $6, true)),
asked AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
    WITH ORDINALITY AS a (account_id, id, settings, cards, at, number)),
held AS MATERIALIZED (
  SELECT p.id, p.ctid AS place FROM status_pages p
    WHERE p.id = ANY ($2) ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED),
cards AS MATERIALIZED (
  SELECT a.id AS page_id, c.id, c.name, c.services, c.position, c.known, k.id AS known_id,
      coalesce(k.created_at, a.at) AS created_at
    FROM asked a CROSS JOIN ROWS FROM (
      jsonb_to_recordset(a.cards::jsonb) AS (id uuid, name text, services uuid[], known boolean))
      WITH ORDINALITY AS c (id, name, services, known, position)
      -- OFFSET 0: looked up by index, where a join would read the cards of all pages.
      LEFT JOIN LATERAL (SELECT k.id, k.created_at FROM status_page_cards k
        WHERE k.page_id = a.id AND k.id = c.id OFFSET 0) AS k ON true),
places AS MATERIALIZED (
  SELECT c.page_id, c.id AS card_id, s.service_id, s.position
    FROM cards c CROSS JOIN unnest(c.services) WITH ORDINALITY AS s (service_id, position)),
fit AS MATERIALIZED (
  SELECT a.* FROM asked a CROSS JOIN acting
      JOIN held h ON h.id = a.id
      JOIN status_pages p ON p.id = h.id AND p.ctid = h.place AND p.account_id = a.account_id
    WHERE NOT EXISTS (
        SELECT FROM cards c WHERE c.page_id = a.id AND c.known AND c.known_id IS NULL)
      AND NOT EXISTS (
        SELECT FROM places n
          LEFT JOIN services s ON s.id = n.service_id AND s.account_id = a.account_id
          WHERE n.page_id = a.id AND s.id IS NULL)
      AND NOT EXISTS (
        SELECT FROM status_pages o WHERE o.id <> a.id
          AND (o.url = a.settings::jsonb ->> 'url'
            OR (o.account_id = a.account_id
              AND o.custom_domain = a.settings::jsonb ->> 'customDomain')))),
changed AS (
  UPDATE status_pages p SET settings = f.settings::jsonb, updated_at = f.at
    FROM fit f WHERE p.id = f.id RETURNING p.*),
removed AS (
  DELETE FROM status_page_cards c USING fit f WHERE c.page_id = f.id
    AND NOT EXISTS (SELECT FROM cards n WHERE n.page_id = c.page_id AND n.id = c.id)),
cleared AS (
  DELETE FROM status_page_services s USING fit f JOIN cards c ON c.page_id = f.id
    WHERE s.card_id = c.id AND s.service_id <> ALL (c.services)),
filled AS (
  INSERT INTO status_page_cards (account_id, page_id, id, name, position, created_at)
    SELECT f.account_id, c.page_id, c.id, c.name, c.position, c.created_at
      FROM cards c JOIN fit f ON f.id = c.page_id
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, position = excluded.position
      WHERE status_page_cards.name <> excluded.name
        OR status_page_cards.position <> excluded.position),
placed AS (
  INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)
    SELECT f.account_id, n.page_id, n.card_id, n.service_id, n.position
      FROM places n JOIN fit f ON f.id = n.page_id
    ON CONFLICT (card_id, service_id) DO UPDATE SET position = excluded.position
      WHERE status_page_services.position <> excluded.position)
SELECT {page}, f.number FROM changed p JOIN fit f ON f.id = p.id
