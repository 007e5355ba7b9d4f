-- The windows of keys, counted over all instances. granted: tokens of the window given to anybody;
-- latest: how many of them the newest statement gave. Rows are changed in place all the time.
CREATE TABLE rate_windows (
  bucket  text PRIMARY KEY,
  ends_ms bigint NOT NULL,
  granted integer NOT NULL,
  latest  integer NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);
