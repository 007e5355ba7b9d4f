-- ICMP monitors: which instances may send pings, and their target, which has no port.

-- An instance of an older version does not say, and cannot ping.
ALTER TABLE instances ADD COLUMN may_ping boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION request_target(request jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(request ->> 'url', (request ->> 'hostname') || ':' || (request ->> 'port'),
  (request ->> 'query') || ' ' || (request ->> 'recordType'),
  (request -> 'sslConfig' ->> 'hostname') || ':'
    || coalesce(request -> 'sslConfig' ->> 'port', '443'),
  request ->> 'hostname');
