-- Prepares results for lying on several servers (Citus), which no migration does: see
-- "belfry migrate --distribute".

-- The series that have results, for statements that look up some results of each series. It stands
-- beside results: on a Postgres of one server it is this view, and where results are distributed a
-- table of numbers that is distributed with them. A server can then look for the newest results of
-- its series by itself.
CREATE VIEW result_series AS SELECT s.id AS series_id FROM series s;

-- A roll-up by this version adds to totals itself, with what it read of results anyway, and says so by
-- belfry.totals. For a roll-up by an older program the trigger goes on to do it.
DROP TRIGGER add_to_totals ON result_hours;
CREATE TRIGGER add_to_totals AFTER INSERT ON result_hours
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('belfry.totals', true) IS DISTINCT FROM 'added')
  EXECUTE FUNCTION add_to_totals();

-- How far readers may take roll-ups of hours and days. On one server that is as far as results are
-- rolled up, and both columns are null. Where results are distributed, the commit of a roll-up reaches
-- the workers after the coordinator. Until it is known to be there, these columns say where the
-- roll-up began, and readers take the results themselves from there on.
ALTER TABLE result_progress ADD COLUMN settled_hour bigint, ADD COLUMN settled_series integer;

CREATE VIEW settled_progress AS
  SELECT coalesce(p.settled_hour, p.hour) AS hour,
    coalesce(p.settled_series, p.next_series) AS next_series
  FROM result_progress p;

-- The end of the last hour in the sums of a day; 0 in rows of older programs. A reader can tell whether
-- they hold more than settled_progress says, and a roll-up that is repeated adds no hour twice.
ALTER TABLE result_days ADD COLUMN until_ms bigint NOT NULL DEFAULT 0;
