-- What "run operations" needs in a database of the service: copies of one row of each kind, which
-- the API made. Columns are not named here, so that migrations may add some.
CREATE SCHEMA load;
CREATE SEQUENCE load.numbers;

-- The row of each kind that is copied.
CREATE TABLE load.prototypes (kind text PRIMARY KEY, id text NOT NULL);

CREATE FUNCTION load.prototype(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT id FROM load.prototypes WHERE kind = wanted $$;

-- Copies the row p of source that fits the condition, once for each of the ids. changes is SQL that
-- gives the columns that differ, as a JSON object; p, new_id and n may appear in it.
CREATE FUNCTION load.copies(source regclass, condition text, changes text, ids uuid[])
RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = '';
  RETURN QUERY EXECUTE format($q$
    INSERT INTO %1$s AS made (%2$s)
    SELECT %2$s FROM (
      SELECT r.* FROM %1$s p, unnest($1) WITH ORDINALITY AS given (new_id, n),
        LATERAL jsonb_populate_record(p, %4$s) r WHERE %3$s) copied
    -- A trigger may have made the row already.
    ON CONFLICT DO NOTHING RETURNING to_jsonb(made) $q$, source, columns, condition, changes) USING ids;
END $$;

CREATE FUNCTION load.ids(wanted bigint) RETURNS uuid[] LANGUAGE sql AS $$
  SELECT array_agg(('01900000-0000-7200-8000-' || lpad(to_hex(nextval('load.numbers')), 12, '0'))::uuid)
  FROM generate_series(1, wanted) $$;

-- Makes so many of a kind; gives what stands for each in a path.
CREATE FUNCTION load.make(kind text, wanted bigint) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := load.ids(wanted);
  same text := format('p.id::text = %L', load.prototype(kind));
BEGIN
  CASE kind
    WHEN 'monitor' THEN
      RETURN QUERY SELECT c ->> 'id' FROM load.copies('checks', same, $q$jsonb_build_object('id', new_id)$q$, ids) c;
    WHEN 'incident' THEN
      PERFORM load.copies('incidents', same, $q$jsonb_build_object('id', new_id)$q$, ids);
      PERFORM load.copies('incident_services', format('p.incident_id::text = %L', load.prototype(kind)),
        $q$jsonb_build_object('incident_id', new_id)$q$, ids);
      PERFORM load.copies('incident_updates', format('p.incident_id::text = %L', load.prototype(kind)),
        $q$jsonb_build_object('id', gen_random_uuid(), 'incident_id', new_id)$q$, ids);
      RETURN QUERY SELECT unnest(ids)::text;
    WHEN 'update' THEN
      RETURN QUERY SELECT (c ->> 'incident_id') || '/incident-updates/' || (c ->> 'id')
        FROM load.copies('incident_updates', format('p.incident_id::text = %L', load.prototype('incident')),
          $q$jsonb_build_object('id', new_id, 'incident_id', load.nth_incident(n))$q$, ids) c;
    WHEN 'page' THEN
      PERFORM load.copies('status_pages', same,
        $q$jsonb_build_object('id', new_id, 'settings', p.settings || jsonb_build_object('url', 'load-' || new_id))$q$, ids);
      PERFORM load.copies('status_page_cards', format('p.page_id::text = %L', load.prototype(kind)),
        $q$jsonb_build_object('id', gen_random_uuid(), 'page_id', new_id)$q$, ids);
      RETURN QUERY SELECT unnest(ids)::text;
    WHEN 'subscription' THEN
      RETURN QUERY SELECT (c ->> 'page_id') || '/subscriptions/' || (c ->> 'id')
        FROM load.copies('status_page_subscriptions', same,
          $q$jsonb_build_object('id', new_id, 'address', 'https://reader.example.com/' || new_id)$q$, ids) c;
    WHEN 'page-key' THEN
      RETURN QUERY SELECT (c ->> 'page_id') || '/keys/' || (c ->> 'id')
        FROM load.copies('status_page_keys', same, $q$jsonb_build_object('id', new_id)$q$, ids) c;
    WHEN 'location' THEN
      RETURN QUERY SELECT c ->> 'id' FROM load.copies('private_locations', same,
        $q$jsonb_build_object('id', new_id, 'slug_name', 'load-' || right(new_id::text, 12))$q$, ids) c;
    WHEN 'location-key' THEN
      RETURN QUERY SELECT (c ->> 'location_id') || '/keys/' || (c ->> 'id')
        FROM load.copies('private_location_keys', same, $q$jsonb_build_object('id', new_id)$q$, ids) c;
    WHEN 'variable' THEN
      RETURN QUERY SELECT c ->> 'key' FROM load.copies('variables', format('p.key = %L', load.prototype(kind)),
        $q$jsonb_build_object('key', 'LOAD_' || right(new_id::text, 12))$q$, ids) c;
    WHEN 'group', 'channel', 'window', 'key', 'service' THEN
      RETURN QUERY SELECT c ->> 'id' FROM load.copies(
        (CASE kind WHEN 'group' THEN 'check_groups' WHEN 'channel' THEN 'alert_channels'
          WHEN 'window' THEN 'maintenance_windows' WHEN 'key' THEN 'api_keys' ELSE 'services' END)::regclass,
        same, CASE WHEN kind IN ('key', 'service') THEN $q$jsonb_build_object('id', new_id)$q$ ELSE $q$'{}'$q$ END,
        ids) c;
  END CASE;
END $$;

-- The incidents that updates are added to, in turns.
CREATE TABLE load.posted (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL);

CREATE FUNCTION load.nth_incident(wanted bigint) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM load.posted WHERE n = (wanted - 1) % (SELECT max(n) FROM load.posted) + 1 $$;
