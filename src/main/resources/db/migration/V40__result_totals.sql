-- What the results of each series amount to since the beginning. Roll-ups are dropped after a while;
-- counters that clients read must not go back. Results since the last roll-up come on top.

CREATE TABLE result_totals (
  series_id   integer PRIMARY KEY REFERENCES series ON DELETE CASCADE,
  passed      bigint NOT NULL,
  degraded    bigint NOT NULL,
  failed      bigint NOT NULL,
  answered    bigint NOT NULL,
  response_us bigint NOT NULL,
  histogram   bytea NOT NULL
) WITH (fillfactor = 80);

-- A trigger, so that a roll-up by an instance of an older version is counted as well.
CREATE FUNCTION add_to_totals() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  INSERT INTO result_totals AS t (series_id, passed, degraded, failed, answered, response_us,
      histogram)
    SELECT n.series_id, n.passed, n.degraded, n.failed, n.answered, n.response_us, n.histogram
      FROM new_rows n JOIN series s ON s.id = n.series_id
    ON CONFLICT (series_id) DO UPDATE SET
      passed = t.passed + excluded.passed,
      degraded = t.degraded + excluded.degraded,
      failed = t.failed + excluded.failed,
      answered = t.answered + excluded.answered,
      response_us = t.response_us + excluded.response_us,
      histogram = add_up_histograms(ARRAY[t.histogram, excluded.histogram]);
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_totals AFTER INSERT ON result_hours
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_to_totals();
