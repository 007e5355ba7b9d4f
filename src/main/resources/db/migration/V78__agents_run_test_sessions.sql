-- Whether the program of an agent runs test sessions; those of earlier versions do not. The table is
-- locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE instances IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

ALTER TABLE instances ADD COLUMN runs_tests boolean NOT NULL DEFAULT false;
