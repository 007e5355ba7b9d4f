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
