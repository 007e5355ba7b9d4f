-- A new check runs at once: its series begins with a version that has one slot, the time of its
-- creation, before the regular one. The engine finds that slot open and makes its run late. The
-- regular version begins a quarter of a period later, five seconds at most, so that its first slot
-- is not due before the engine has the series. Of locations that take turns the first one makes it.
-- Only the first 200 series of a statement do so: a mass of new checks keeps to the regular slots,
-- which are spread.
DO $$
DECLARE
  before text;
  after  text;
BEGIN
  before := pg_get_functiondef('checks_inserted()'::regprocedure);
  after := replace(before, $old$        w.period_ms, w.phase_ms
      FROM new_rows n$old$, $new$        w.period_ms, w.phase_ms,
        rank() OVER (PARTITION BY n.id ORDER BY w.phase_ms) = 1
          AND row_number() OVER (ORDER BY n.id, w.phase_ms) <= 200 AS at_once
      FROM new_rows n$new$);
  ASSERT after <> before, 'checks_inserted has changed';
  before := after;
  after := replace(before, $old$  INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms)
    SELECT m.id, now_ms, w.period_ms, w.phase_ms
      FROM made m JOIN wanted w ON w.id = m.check_id AND w.location = m.location;
$old$, $new$  INSERT INTO schedules (series_id, from_ms, until_ms, period_ms, phase_ms)
    SELECT m.id, v.from_ms, v.until_ms, w.period_ms, v.phase_ms
      FROM made m JOIN wanted w ON w.id = m.check_id AND w.location = m.location
        CROSS JOIN LATERAL (VALUES (now_ms, now_ms + 1, now_ms % w.period_ms, w.at_once),
          (now_ms + CASE WHEN w.at_once THEN least(w.period_ms / 4, 5000) ELSE 0 END,
            NULL, w.phase_ms, true))
            AS v (from_ms, until_ms, phase_ms, wanted)
      WHERE v.wanted;
$new$);
  ASSERT after <> before, 'checks_inserted has changed';
  EXECUTE after;
END $$;
