-- The functions of the room statuspages with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Returns the pages that show one of the services and have a confirmed subscriber, null for none.
-- Called by told_pages.
CREATE OR REPLACE FUNCTION announced_pages(account uuid, services uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT array_agg(DISTINCT shown.page_id)
    FROM status_page_services shown
    WHERE shown.service_id = ANY (services) AND shown.account_id = account
      AND EXISTS (SELECT FROM status_page_subscriptions subscription
        WHERE subscription.page_id = shown.page_id AND subscription.status = 'VERIFIED'));
END $function$;

-- Keeps the services and pages of announced updates.
CREATE OR REPLACE FUNCTION announcements_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  INSERT INTO update_audiences
      (update_id, account_id, incident_id, service_ids, page_ids, announced_ms)
    SELECT n.update_id, n.account_id, i.id,
        ARRAY(SELECT unnest(i.service_ids) UNION
          SELECT unnest(a.service_ids) FROM update_audiences a WHERE a.incident_id = i.id),
        n.page_ids, n.created_ms
      FROM new_rows n JOIN incident_updates u ON u.id = n.update_id
        JOIN incidents i ON i.id = u.incident_id
      ORDER BY n.update_id
    ON CONFLICT (update_id) DO NOTHING;
  RETURN NULL;
END $function$;
CREATE TRIGGER audiences_inserted
  AFTER INSERT ON announcements
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION announcements_inserted();

-- Tells every instance that an account has got or lost a custom domain.
CREATE OR REPLACE FUNCTION custom_domain_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM notify_later('belfry_page_addresses', '{""}');
  PERFORM notify_later('belfry_pages',
    ARRAY[(CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END)::text]);
  RETURN NULL;
END $function$;
CREATE TRIGGER domain_changed
  AFTER UPDATE OF proof ON custom_domains FOR EACH ROW
  WHEN (new.proof IS DISTINCT FROM old.proof)
  EXECUTE FUNCTION custom_domain_changed();
CREATE TRIGGER domain_proved
  AFTER INSERT ON custom_domains FOR EACH ROW
  WHEN (new.proof IS NOT NULL)
  EXECUTE FUNCTION custom_domain_changed();
CREATE TRIGGER domain_withdrawn
  AFTER DELETE ON custom_domains FOR EACH ROW
  WHEN (old.proof IS NOT NULL)
  EXECUTE FUNCTION custom_domain_changed();

-- Records the custom domains of new and changed pages as claims, whose check is due.
CREATE OR REPLACE FUNCTION custom_domains_wanted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  INSERT INTO custom_domains AS d (account_id, domain, check_ms)
    SELECT DISTINCT n.account_id, n.custom_domain, epoch_millis() FROM new_rows n
      WHERE n.custom_domain IS NOT NULL ORDER BY 1, 2
    ON CONFLICT (account_id, domain) DO UPDATE SET check_ms = excluded.check_ms WHERE d.proof IS NULL;
  RETURN NULL;
END $function$;
CREATE TRIGGER domains_inserted
  AFTER INSERT ON status_pages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION custom_domains_wanted();
CREATE TRIGGER domains_updated
  AFTER UPDATE ON status_pages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION custom_domains_wanted();

-- Deletes services that few rows name, with the references to them, and returns their positions in
-- the arrays.
CREATE OR REPLACE FUNCTION delete_services(accounts uuid[], ids uuid[], times timestamp with time zone[], acting text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  most   integer := 20;
  actors jsonb := acting;
  held   uuid[];
  named  uuid[];
  naming uuid[];
  free   uuid[];
  fit    uuid[];
BEGIN
  held := ARRAY(SELECT s.id FROM unnest(accounts, ids) AS a (account_id, id)
      -- By the id alone: another index may have many rows for an account.
      JOIN services s ON s.id = a.id AND s.account_id IS NOT DISTINCT FROM a.account_id
    ORDER BY s.id FOR UPDATE OF s SKIP LOCKED);
  -- Nothing begins to name them while they are locked.
  SELECT array_agg(h.id), array_agg(n.id) INTO named, naming
    FROM unnest(held) AS h (id) CROSS JOIN LATERAL (
      (SELECT c.id FROM checks c WHERE c.trigger_service_id = h.id LIMIT most + 1)
      UNION ALL
      (SELECT i.incident_id FROM incident_services i WHERE i.service_id = h.id LIMIT most + 1)
      UNION ALL
      (SELECT DISTINCT p.page_id FROM status_page_services p WHERE p.service_id = h.id
        LIMIT most + 1)) AS n (id);
  free := ARRAY(SELECT c.id FROM checks c WHERE c.id = ANY (naming) ORDER BY c.id
      FOR NO KEY UPDATE SKIP LOCKED)
    || ARRAY(SELECT i.id FROM incidents i WHERE i.id = ANY (naming) ORDER BY i.id
      FOR NO KEY UPDATE SKIP LOCKED)
    || ARRAY(SELECT p.id FROM status_pages p WHERE p.id = ANY (naming) ORDER BY p.id
      FOR NO KEY UPDATE SKIP LOCKED);
  -- Each row that names one has one actor.
  fit := ARRAY(SELECT h.id FROM unnest(held) AS h (id)
    WHERE (SELECT count(*) FROM unnest(named) AS n (id) WHERE n.id = h.id) <= most
      AND NOT EXISTS (SELECT FROM unnest(named, naming) AS n (id, whole)
        WHERE n.id = h.id AND (n.whole <> ALL (free)
          OR EXISTS (SELECT FROM unnest(named, naming) AS o (id, whole)
            WHERE o.whole = n.whole AND o.id < n.id))));
  PERFORM set_config('belfry.acting', (actors || coalesce((
      SELECT jsonb_object_agg(n.whole, actors -> n.id::text)
        FROM unnest(named, naming) AS n (id, whole) WHERE n.id = ANY (fit)), '{}'))::text, true);
  UPDATE checks c SET settings = jsonb_set(c.settings, '{triggerIncident}', 'null'), updated_at = a.at
    FROM unnest(ids, times) AS a (id, at)
    WHERE c.id = ANY (naming) AND c.trigger_service_id = a.id AND a.id = ANY (fit);
  RETURN QUERY WITH gone AS (DELETE FROM services s WHERE s.id = ANY (fit) RETURNING s.id)
    SELECT a.number FROM gone g JOIN unnest(ids) WITH ORDINALITY AS a (id, number) ON a.id = g.id;
END $function$;

-- Makes the list in the row of an incident that of incident_services.
CREATE OR REPLACE FUNCTION incident_services_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  touched uuid[];
  changed uuid[];
BEGIN
  -- The list is what these rows follow.
  IF current_setting('belfry.follows', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    touched := ARRAY(SELECT DISTINCT o.incident_id FROM old_rows o);
  ELSE
    touched := ARRAY(SELECT DISTINCT n.incident_id FROM new_rows n);
  END IF;
  changed := ARRAY(SELECT i.id FROM incidents i WHERE i.id = ANY (touched)
    AND i.service_ids <> ARRAY(SELECT s.service_id FROM incident_services s
      WHERE s.incident_id = i.id ORDER BY s.position, s.service_id));
  IF changed <> '{}' THEN
    UPDATE incidents i SET service_ids = ARRAY(SELECT s.service_id FROM incident_services s
        WHERE s.incident_id = i.id ORDER BY s.position, s.service_id)
      WHERE i.id = ANY (changed);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER incident_deleted
  AFTER DELETE ON incident_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION incident_services_changed();
CREATE TRIGGER incident_inserted
  AFTER INSERT ON incident_services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION incident_services_changed();
CREATE TRIGGER incident_updated
  AFTER UPDATE ON incident_services
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION incident_services_changed();

-- Makes the rows of incident_services those that the list in the row of the incident names.
CREATE OR REPLACE FUNCTION incident_services_wanted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A trigger of a statement fires without rows, too.
    IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
        WHERE o.service_ids IS DISTINCT FROM n.service_ids) THEN
      RETURN NULL;
    END IF;
    PERFORM set_config('belfry.follows', 'on', true);
    DELETE FROM incident_services s USING new_rows n JOIN old_rows o ON o.id = n.id
      WHERE o.service_ids IS DISTINCT FROM n.service_ids AND s.incident_id = n.id
        AND s.service_id <> ALL (n.service_ids);
    INSERT INTO incident_services (account_id, incident_id, service_id, position)
      SELECT n.account_id, n.id, s.id, s.position
        FROM new_rows n JOIN old_rows o ON o.id = n.id
          CROSS JOIN unnest(n.service_ids) WITH ORDINALITY AS s (id, position)
        WHERE o.service_ids IS DISTINCT FROM n.service_ids
        ORDER BY n.id, s.id
      ON CONFLICT (incident_id, service_id) DO UPDATE SET position = excluded.position
        WHERE incident_services.position <> excluded.position;
  ELSE
    PERFORM set_config('belfry.follows', 'on', true);
    INSERT INTO incident_services (account_id, incident_id, service_id, position)
      SELECT n.account_id, n.id, s.id, s.position
        FROM new_rows n CROSS JOIN unnest(n.service_ids) WITH ORDINALITY AS s (id, position)
        ORDER BY n.id, s.id;
  END IF;
  PERFORM set_config('belfry.follows', '', true);
  RETURN NULL;
END $function$;
CREATE TRIGGER links_inserted
  AFTER INSERT ON incidents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION incident_services_wanted();
CREATE TRIGGER links_updated
  AFTER UPDATE ON incidents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION incident_services_wanted();

-- Counts the keys of a page that the statement has locked.
CREATE OR REPLACE FUNCTION keys_of_page(page uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN (SELECT count(*) FROM status_page_keys k WHERE k.page_id = page);
END $function$;

-- Refuses updates of an incident beyond the quota.
CREATE OR REPLACE FUNCTION limit_incident_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  posted record;
  most   bigint;
BEGIN
  FOR posted IN SELECT n.account_id, n.incident_id FROM new_rows n GROUP BY 1, 2 LOOP
    most := quota_of(posted.account_id, 'incidentUpdates');
    IF most > 0 AND (SELECT count(*) FROM (SELECT FROM incident_updates u
        WHERE u.incident_id = posted.incident_id LIMIT most + 1) AS posts) > most THEN
      PERFORM refuse_beyond('incidentUpdates', most);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
CREATE TRIGGER admit_inserted
  AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION limit_incident_updates();

-- Tells every instance to drop the cached status pages of accounts whose windows show readers
-- something else.
CREATE OR REPLACE FUNCTION page_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  accounts text[];
BEGIN
  accounts := ARRAY(SELECT DISTINCT n.account_id::text FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE (o.name, o.description, o.shown, o.service_ids)
      IS DISTINCT FROM (n.name, n.description, n.shown, n.service_ids));
  IF accounts <> '{}' THEN
    PERFORM notify_later('belfry_pages', accounts);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER page_changed
  AFTER UPDATE ON maintenance_windows
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION page_changed();

-- Tells every instance to drop its cached status pages of the accounts, and the cached addresses of
-- pages when a page itself changes.
CREATE OR REPLACE FUNCTION pages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  accounts text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    accounts := ARRAY(SELECT DISTINCT o.account_id::text FROM old_rows o);
  ELSE
    accounts := ARRAY(SELECT DISTINCT n.account_id::text FROM new_rows n);
  END IF;
  IF accounts <> '{}' THEN
    IF TG_TABLE_NAME = 'status_pages' THEN
      PERFORM notify_later('belfry_page_addresses', '{""}');
    END IF;
    PERFORM notify_later('belfry_pages', accounts);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER pages_deleted
  AFTER DELETE ON incident_updates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON incident_updates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON incident_updates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON incidents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON incidents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON maintenance_intervals
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON maintenance_intervals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON maintenance_intervals
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON services
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON status_page_cards
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON status_page_cards
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON status_page_cards
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON status_page_keys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON status_page_keys
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON status_page_services
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON status_page_services
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON status_page_services
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_deleted
  AFTER DELETE ON status_pages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_inserted
  AFTER INSERT ON status_pages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();
CREATE TRIGGER pages_updated
  AFTER UPDATE ON status_pages
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION pages_changed();

-- Returns whether a monitor, an incident or a card names a service that the statement has locked, for
-- programs of schema version 28 and older.
CREATE OR REPLACE FUNCTION service_is_named(service uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM checks c WHERE c.trigger_service_id = service)
    OR EXISTS (SELECT FROM incident_services i WHERE i.service_id = service)
    OR EXISTS (SELECT FROM status_page_services p WHERE p.service_id = service);
END $function$;

-- Returns the services that a page shows.
CREATE OR REPLACE FUNCTION services_of_page(page uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(SELECT s.service_id FROM status_page_cards c
    JOIN status_page_services s ON s.card_id = c.id WHERE c.page_id = page)
$function$;

-- Returns the address of a subscriber as people may see it.
-- Called by audit_address.
CREATE OR REPLACE FUNCTION shown_address(type text, address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE type WHEN 'SMS' THEN left(address, 3) || '****' || right(address, 2)
    WHEN 'SLACK' THEN split_part(address, '#', 1) ELSE address END
$function$;

-- Returns whether a subscriber with a choice of services hears of an update about the affected ones.
-- One whose chosen services the page shows no longer hears of all.
CREATE OR REPLACE FUNCTION subscriber_hears(choice uuid[], affected uuid[], shown uuid[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT choice IS NULL OR choice && affected OR NOT choice && shown
$function$;

-- Returns the pages whose subscribers hear of an update: those that show one of the services and
-- have a confirmed subscriber, and those that announced an earlier update of the incident. Null for none.
CREATE OR REPLACE FUNCTION told_pages(account uuid, services uuid[], incident uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT array_agg(DISTINCT p.id) FROM (
      SELECT unnest(announced_pages(account, services)) AS id
      UNION ALL
      SELECT unnest(a.page_ids) FROM update_audiences a WHERE a.incident_id = incident) AS p);
END $function$;
