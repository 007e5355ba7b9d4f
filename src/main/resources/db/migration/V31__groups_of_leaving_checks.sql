-- An update of a check locks the group that the check leaves, too, as it locked the one that it is in.
-- A change of that group reschedules the same check otherwise: both made its open schedule, or the
-- group closed it for good, by the row that the check no longer has. All groups of a statement are
-- locked first, in one order.
CREATE OR REPLACE FUNCTION checks_updated() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  told        uuid[];
  rescheduled uuid[];
  changed     checks;
BEGIN
  told := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.settings <> n.settings OR o.group_id IS DISTINCT FROM n.group_id);
  IF told = '{}' THEN
    RETURN NULL;
  END IF;
  rescheduled := ARRAY(SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.group_id IS DISTINCT FROM n.group_id
      OR o.settings -> 'activated' IS DISTINCT FROM n.settings -> 'activated'
      OR o.settings -> 'frequency' IS DISTINCT FROM n.settings -> 'frequency'
      OR o.settings -> 'frequencyOffset' IS DISTINCT FROM n.settings -> 'frequencyOffset'
      OR o.settings -> 'locations' IS DISTINCT FROM n.settings -> 'locations'
      OR o.settings -> 'privateLocations' IS DISTINCT FROM n.settings -> 'privateLocations'
      OR o.settings -> 'tags' IS DISTINCT FROM n.settings -> 'tags'
      OR o.settings -> 'runParallel' IS DISTINCT FROM n.settings -> 'runParallel');
  IF rescheduled <> '{}' THEN
    PERFORM FROM check_groups g
      WHERE g.id IN (
        SELECT o.group_id FROM old_rows o WHERE o.id = ANY (rescheduled)
        UNION SELECT n.group_id FROM new_rows n WHERE n.id = ANY (rescheduled))
      ORDER BY g.id FOR SHARE;
    FOR changed IN SELECT n.* FROM new_rows n WHERE n.id = ANY (rescheduled) ORDER BY n.id LOOP
      PERFORM reschedule(changed);
    END LOOP;
  END IF;
  INSERT INTO changes SELECT n.account_id, 'check', n.id::text FROM new_rows n WHERE n.id = ANY (told);
  PERFORM notify_later('belfry_checks', ARRAY(SELECT shard_of(t.id) || ':' || t.id FROM unnest(told) AS t (id)));
  RETURN NULL;
END $$;
