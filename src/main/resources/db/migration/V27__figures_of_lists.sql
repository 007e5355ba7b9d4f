-- Figures of the last 24 hours for lists and for the trend of an account.
-- The table is locked in one step that gives up after 200 ms and tries again, as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE check_overview IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- Renewed check by check, for the order of the list. Null without runs or without a response.
ALTER TABLE check_overview ADD COLUMN uptime double precision, ADD COLUMN p95_ms double precision;
CREATE INDEX check_overview_by_uptime ON check_overview (account_id, uptime, check_id);
CREATE INDEX check_overview_by_p95
  ON check_overview (account_id, p95_ms DESC NULLS LAST, check_id);

-- Results of all checks of an account in an hour, and of the members of each of its groups at the
-- time of the roll-up. Each batch of result_hours adds to it. An hour is whole once result_progress
-- is beyond it. group_id: 0 stands for all checks. hour: its first millisecond. Kept for two days.
CREATE TABLE account_hours (
  account_id  uuid NOT NULL,
  group_id    bigint NOT NULL,
  hour        bigint NOT NULL,
  response_us bigint NOT NULL,
  passed      integer NOT NULL,
  degraded    integer NOT NULL,
  failed      integer NOT NULL,
  faults      integer NOT NULL,
  missed      integer NOT NULL,
  answered    integer NOT NULL,
  fastest_us  integer,
  slowest_us  integer,
  histogram   bytea NOT NULL,
  PRIMARY KEY (account_id, group_id, hour)
);

-- Adds up any number of histograms. A bucket of more than 32767 response times has several entries.
CREATE FUNCTION add_up_histograms(histograms bytea[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(int2send(b.bucket::smallint)
      || int2send(least(32767, b.n - part * 32767)::smallint), ''::bytea ORDER BY b.bucket),
      ''::bytea)
    FROM (
      SELECT get_byte(h, i) * 256 + get_byte(h, i + 1) AS bucket,
          sum(get_byte(h, i + 2) * 256 + get_byte(h, i + 3)) AS n
        FROM unnest(histograms) AS h, generate_series(0, length(h) - 4, 4) AS i
        GROUP BY 1) AS b
    CROSS JOIN generate_series(0, (b.n - 1) / 32767) AS part $$;
