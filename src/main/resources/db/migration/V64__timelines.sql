-- The histories that this database went through: each promotion of a server begins a timeline. A
-- replica that has the row of the primary's timeline has followed the primary into it, so that
-- positions in the write-ahead log mean the same at both. Instances that read from replicas add it.
--
-- server: system identifier, which a server and its replicas have in common
CREATE TABLE database_timelines (
  server   bigint NOT NULL,
  timeline integer NOT NULL,
  PRIMARY KEY (server, timeline)
);
