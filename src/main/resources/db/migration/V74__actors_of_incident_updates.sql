-- On whose behalf an update was posted, as in the audit log; null for updates of earlier versions. The
-- table is locked as in V15.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  LOOP
    BEGIN
      LOCK TABLE incident_updates IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.3);
    END;
  END LOOP;
END $$;

ALTER TABLE incident_updates ADD COLUMN posted_by text;
