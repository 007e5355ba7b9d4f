-- A page is served at its custom domain only for the account that has proved the domain (ADR 41).
-- Tables are locked in one step that gives up after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE status_pages IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- Each domain that an account has named, with its proof; null is a claim. RECORD: the record in the
-- DNS; OPERATOR: a command; SETTING: the installation asks for no proof; UPGRADE: served before V23.
-- problem: why the last check proved nothing. misses: checks in a row that found no record. check_ms:
-- when it is checked next.
CREATE TABLE custom_domains (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain     text NOT NULL,
  proof      text CHECK (proof IN ('RECORD', 'OPERATOR', 'SETTING', 'UPGRADE')),
  problem    text CHECK (problem IN ('NOT_FOUND', 'LOOKUP_FAILED', 'TAKEN')),
  misses     integer NOT NULL DEFAULT 0,
  check_ms   bigint NOT NULL,
  PRIMARY KEY (account_id, domain)
);
CREATE UNIQUE INDEX custom_domains_proved ON custom_domains (domain) WHERE proof IS NOT NULL;
CREATE INDEX custom_domains_due ON custom_domains (check_ms);

INSERT INTO custom_domains (account_id, domain, proof, check_ms)
  SELECT p.account_id, p.custom_domain, 'UPGRADE', epoch_millis() FROM status_pages p
    WHERE p.custom_domain IS NOT NULL;

-- Claims of other accounts do not count, so that nobody can keep a domain from its owner.
ALTER TABLE status_pages DROP CONSTRAINT status_pages_custom_domain;
ALTER TABLE status_pages ADD CONSTRAINT status_pages_custom_domain UNIQUE (custom_domain, account_id);

-- A claim outlives its page until its next check, so that a deploy may move a domain between pages.
CREATE FUNCTION custom_domains_wanted() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO custom_domains AS d (account_id, domain, check_ms)
    SELECT DISTINCT n.account_id, n.custom_domain, epoch_millis() FROM new_rows n
      WHERE n.custom_domain IS NOT NULL ORDER BY 1, 2
    ON CONFLICT (account_id, domain) DO UPDATE SET check_ms = excluded.check_ms WHERE d.proof IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER domains_inserted AFTER INSERT ON status_pages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION custom_domains_wanted();
CREATE TRIGGER domains_updated AFTER UPDATE ON status_pages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION custom_domains_wanted();

-- Tells every instance where the pages of an account are served from now on.
CREATE FUNCTION custom_domain_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_later('belfry_page_addresses', '{""}');
  PERFORM notify_later('belfry_pages',
    ARRAY[(CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END)::text]);
  RETURN NULL;
END $$;
CREATE TRIGGER domain_proved AFTER INSERT ON custom_domains FOR EACH ROW
  WHEN (NEW.proof IS NOT NULL) EXECUTE FUNCTION custom_domain_changed();
CREATE TRIGGER domain_changed AFTER UPDATE OF proof ON custom_domains FOR EACH ROW
  WHEN (NEW.proof IS DISTINCT FROM OLD.proof) EXECUTE FUNCTION custom_domain_changed();
CREATE TRIGGER domain_withdrawn AFTER DELETE ON custom_domains FOR EACH ROW
  WHEN (OLD.proof IS NOT NULL) EXECUTE FUNCTION custom_domain_changed();
