-- The last status of each objective, as the job computed it, for Prometheus. Locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE objective_states IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

-- status_due_ms: when the job computes it again. status_ms: when it was computed, null for never.
-- target and window_days: those it was computed for. burn_rates: of 5 minutes, 30 minutes, 1 hour,
-- 6 hours and 3 days; null where no run counts.
ALTER TABLE objective_states
  ADD COLUMN status_due_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN status_ms bigint,
  ADD COLUMN target numeric,
  ADD COLUMN window_days integer,
  ADD COLUMN good bigint,
  ADD COLUMN bad bigint,
  ADD COLUMN faults bigint,
  ADD COLUMN missed bigint,
  ADD COLUMN burn_rates double precision[];
