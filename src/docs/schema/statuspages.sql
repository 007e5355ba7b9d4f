-- The functions of the room statuspages with their triggers.
-- Generated, for reading only. README.md says how to renew it.

-- Tells every instance to drop its cached status pages of the account, and the cached addresses of
-- pages when a page itself changes.
CREATE OR REPLACE FUNCTION page_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'status_pages' THEN
    PERFORM pg_notify('belfry_page_addresses', '');
  END IF;
  PERFORM pg_notify('belfry_pages', (CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END).account_id::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON incident_services FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON incident_updates FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON incidents FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON maintenance_intervals FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER UPDATE OF name, description, shown, service_ids ON maintenance_windows FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON services FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON status_page_cards FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON status_page_keys FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON status_page_services FOR EACH ROW
  EXECUTE FUNCTION page_changed();
CREATE TRIGGER page_changed
  AFTER INSERT OR DELETE OR UPDATE ON status_pages FOR EACH ROW
  EXECUTE FUNCTION page_changed();
