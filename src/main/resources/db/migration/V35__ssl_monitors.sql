-- SSL monitors: people know their target by host and port, as those of TCP monitors.

CREATE OR REPLACE FUNCTION request_target(request jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(request ->> 'url', (request ->> 'hostname') || ':' || (request ->> 'port'),
  (request ->> 'query') || ' ' || (request ->> 'recordType'),
  (request -> 'sslConfig' ->> 'hostname') || ':'
    || coalesce(request -> 'sslConfig' ->> 'port', '443'));
