-- More writes of status pages come in batches (ADR 40). Tables are locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE audit_pending, incident_services IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- What a statement must know of a row that it has locked. They are volatile, since only then they see
-- what was committed between the start of the statement and the lock; nothing is added after it.
CREATE FUNCTION service_is_named(service uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM checks c WHERE c.trigger_service_id = service)
    OR EXISTS (SELECT FROM incident_services i WHERE i.service_id = service)
    OR EXISTS (SELECT FROM status_page_services p WHERE p.service_id = service);
END $$;

CREATE FUNCTION keys_of_page(page uuid) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM status_page_keys k WHERE k.page_id = page);
END $$;

-- As in V18, but keys and subscriptions that go with their page have the actor of the page.
CREATE OR REPLACE FUNCTION audit_rows() RETURNS trigger LANGUAGE plpgsql
SET "TimeZone" TO 'UTC' SET plan_cache_mode TO 'force_generic_plan' AS $$
DECLARE
  actors jsonb := actors_of_batch();
  actor  jsonb := actor_of_statement();
  named  text := CASE WHEN TG_TABLE_NAME <> 'alert_channel_subscriptions' THEN 'id'
    ELSE CASE current_setting('belfry.acting_on', true) WHEN 'alert_channels' THEN 'channel_id'
      WHEN 'check_groups' THEN 'group_id' ELSE 'check_id' END END;
  olds   jsonb[];
  news   jsonb[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(n)) INTO news FROM new_rows n;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(o)) INTO olds FROM old_rows o;
  ELSIF TG_TABLE_NAME = 'variables' THEN
    SELECT array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) INTO olds, news
      FROM old_rows o JOIN new_rows n ON n.account_id = o.account_id AND n.key = o.key;
  ELSE
    SELECT array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) INTO olds, news
      FROM old_rows o JOIN new_rows n ON n.id = o.id;
  END IF;
  IF olds IS NULL AND news IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    SELECT
      CASE TG_TABLE_NAME WHEN 'accounts' THEN (e.one ->> 'id')::uuid
        WHEN 'private_location_keys' THEN (SELECT p.account_id FROM private_locations p
          WHERE p.id = (e.one ->> 'location_id')::uuid)
        ELSE (e.one ->> 'account_id')::uuid END,
      TG_ARGV[0], e.one ->> CASE TG_TABLE_NAME WHEN 'variables' THEN 'key' ELSE 'id' END,
      CASE WHEN e.was IS NULL THEN 'CREATE' WHEN e.now IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      b.acted ->> 0, nullif(b.acted ->> 1, ''),
      coalesce(w.whole ->> 'name', w.whole ->> 'key', w.whole #>> '{config,name}', w.whole ->> 'maskedKey'),
      e.was - s.same, e.now - s.same
    FROM (SELECT coalesce(r.n, r.o) AS one, audit_row_document(TG_TABLE_NAME, r.o) AS was,
        -- OFFSET 0: the documents are made once, not for each time they are named.
        audit_row_document(TG_TABLE_NAME, r.n) AS now FROM unnest(olds, news) AS r (o, n) OFFSET 0) AS e
      CROSS JOIN LATERAL (SELECT coalesce(e.now, e.was) AS whole) AS w
      CROSS JOIN LATERAL (SELECT CASE WHEN e.was IS NULL OR e.now IS NULL THEN '{}'
        ELSE ARRAY(SELECT m.key FROM jsonb_each(e.now) AS m WHERE e.was -> m.key = m.value)
        END::text[] AS same) AS s
      CROSS JOIN LATERAL (SELECT coalesce(actors -> CASE TG_TABLE_NAME
          WHEN 'variables' THEN (e.one ->> 'account_id') || '/' || (e.one ->> 'key')
          ELSE e.one ->> named END, actors -> (e.one ->> 'incident_id'), actors -> (e.one ->> 'page_id'),
        actor) AS acted) AS b
    WHERE e.was IS DISTINCT FROM e.now;
  RETURN NULL;
END $$;

-- The entry of a page is written at the end of the transaction, when the setting that names the actors
-- of a statement may be that of a later statement. So who changed the page is kept with it.
ALTER TABLE audit_pending ADD COLUMN acted jsonb;

DROP FUNCTION audit(uuid, text, text, jsonb, jsonb);
CREATE FUNCTION audit(account uuid, kind text, id text, before jsonb, after jsonb, acted jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  whole jsonb := coalesce(after, before);
  same  text[] := '{}';
BEGIN
  IF before IS NOT DISTINCT FROM after THEN
    RETURN;
  END IF;
  IF before IS NOT NULL AND after IS NOT NULL THEN
    same := ARRAY(SELECT e.key FROM jsonb_each(after) AS e WHERE before -> e.key = e.value);
  END IF;
  INSERT INTO audit_entries
      (account_id, resource_type, resource_id, action, actor, request_id, name, before, after)
    VALUES (account, kind, id,
      CASE WHEN before IS NULL THEN 'CREATE' WHEN after IS NULL THEN 'DELETE' ELSE 'UPDATE' END,
      acted ->> 0, nullif(acted ->> 1, ''),
      coalesce(whole ->> 'name', whole ->> 'key', whole #>> '{config,name}', whole ->> 'maskedKey'),
      before - same, after - same);
END $$;

-- A second request of the transaction begins an entry of its own.
CREATE OR REPLACE FUNCTION audit_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one     jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole   uuid := one ->> TG_ARGV[1];
  who     jsonb := coalesce(actors_of_batch() -> whole::text, actor_of_statement());
  pending audit_pending;
  is_now  jsonb;
BEGIN
  SELECT * INTO pending FROM audit_pending p
    WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole;
  IF NOT FOUND THEN
    INSERT INTO audit_pending (transaction, resource_id, before, acted)
      VALUES (pg_current_xact_id(), whole, audit_aggregate(TG_ARGV[0], whole), who);
  ELSIF pending.acted <> who THEN
    is_now := audit_aggregate(TG_ARGV[0], whole);
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, pending.before, is_now, pending.acted);
    UPDATE audit_pending p SET before = is_now, acted = who
      WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE FUNCTION audit_flush() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one     jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  whole   uuid := one ->> TG_ARGV[1];
  pending audit_pending;
BEGIN
  DELETE FROM audit_pending p WHERE p.transaction = pg_current_xact_id() AND p.resource_id = whole
    RETURNING p.* INTO pending;
  IF FOUND THEN
    PERFORM audit((one ->> 'account_id')::uuid, TG_ARGV[0], whole::text, pending.before,
      audit_aggregate(TG_ARGV[0], whole), pending.acted);
  END IF;
  RETURN NULL;
END $$;

-- The newest incidents of a service are found without those before.
DROP INDEX incident_services_by_service;
CREATE INDEX incident_services_by_service ON incident_services (service_id, incident_id);
