-- A change of a group reschedules its checks only when a setting of the schedule or a tag changes. The
-- engine is told in any case.
CREATE OR REPLACE FUNCTION group_changed() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  groups      bigint[];
  rescheduled bigint[];
  member      checks;
  told        text[] := '{}';
BEGIN
  groups := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings IS DISTINCT FROM n.settings);
  IF groups = '{}' THEN
    RETURN NULL;
  END IF;
  rescheduled := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
      OR o.settings -> 'locations' IS DISTINCT FROM n.settings -> 'locations'
      OR o.settings -> 'privateLocations' IS DISTINCT FROM n.settings -> 'privateLocations'
      OR o.settings -> 'tags' IS DISTINCT FROM n.settings -> 'tags'
      OR o.settings -> 'runParallel' IS DISTINCT FROM n.settings -> 'runParallel');
  IF rescheduled <> '{}' THEN
    FOR member IN SELECT * FROM checks c WHERE c.group_id = ANY (rescheduled) ORDER BY c.id
        FOR KEY SHARE LOOP
      PERFORM reschedule(member);
    END LOOP;
  END IF;
  told := ARRAY(SELECT shard_of(c.id) || ':' || c.id FROM checks c
    WHERE c.group_id = ANY (groups) ORDER BY c.id);
  IF told <> '{}' THEN
    PERFORM notify_later('belfry_checks', told);
  END IF;
  RETURN NULL;
END $$;
