-- Who has one of these keys may read a private page. Its token is never stored.
CREATE TABLE status_page_keys (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  page_id    uuid NOT NULL,
  name       text NOT NULL,
  key_hash   bytea NOT NULL,
  masked_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT status_page_keys_page FOREIGN KEY (account_id, page_id)
    REFERENCES status_pages (account_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_keys_by_page ON status_page_keys (page_id);

-- Whether readers of status pages are told of a window, and which services it affects, none = all.
ALTER TABLE maintenance_windows
  ADD COLUMN shown boolean NOT NULL DEFAULT false,
  ADD COLUMN service_ids uuid[] NOT NULL DEFAULT '{}';

-- A row as entries of the audit log have it, the new table and columns included.
CREATE FUNCTION audit_row_document(source text, r jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE source
    WHEN 'status_page_keys' THEN jsonb_build_object('statusPageId', r -> 'page_id', 'name', r -> 'name',
      'maskedKey', r -> 'masked_key')
    WHEN 'maintenance_windows' THEN audit_document(source, r) || jsonb_build_object('statusPageVisibility',
      jsonb_build_object('enabled', r -> 'shown', 'serviceIds', r -> 'service_ids'))
    ELSE audit_document(source, r) END $$;

-- As before, with these documents.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  any_row jsonb := coalesce(new_row, old_row);
  account uuid := any_row ->> 'account_id';
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    account := any_row ->> 'id';
  ELSIF TG_TABLE_NAME = 'private_location_keys' THEN
    SELECT p.account_id INTO account FROM private_locations p
      WHERE p.id = (any_row ->> 'location_id')::uuid;
  END IF;
  PERFORM audit(account, TG_ARGV[0], any_row ->> CASE TG_TABLE_NAME WHEN 'variables' THEN 'key' ELSE 'id' END,
    audit_row_document(TG_TABLE_NAME, old_row), audit_row_document(TG_TABLE_NAME, new_row));
  RETURN NULL;
END $$;
CREATE TRIGGER audit_row AFTER INSERT OR UPDATE OR DELETE ON status_page_keys
  FOR EACH ROW EXECUTE FUNCTION audit_row('status-page-key');

-- Tells every instance whose pages read differently from now on. Said once for each transaction.
CREATE FUNCTION page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'status_pages' THEN
    PERFORM pg_notify('belfry_page_addresses', '');
  END IF;
  PERFORM pg_notify('belfry_pages', (CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END).account_id::text);
  RETURN NULL;
END $$;

DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['status_pages', 'status_page_cards', 'status_page_services', 'status_page_keys',
    'services', 'incidents', 'incident_services', 'incident_updates', 'maintenance_intervals']
  LOOP
    EXECUTE format('CREATE TRIGGER page_changed AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION page_changed()', source);
  END LOOP;
END $$;
CREATE TRIGGER page_changed AFTER UPDATE OF name, description, shown, service_ids ON maintenance_windows
  FOR EACH ROW EXECUTE FUNCTION page_changed();
