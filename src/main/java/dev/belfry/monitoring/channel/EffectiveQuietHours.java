package dev.belfry.monitoring.channel;

/**
 * Which quiet hours are in force for a channel: its own, else those of the person that a channel of
 * type MEMBER names, in the person's time zone where an interval names none. Only for such channels
 * does a statement look at persons.
 */
public final class EffectiveQuietHours {
  private static final String AGGREGATE =
      "jsonb_agg(jsonb_build_object('timeZone', coalesce(u.time_zone, 'UTC')) || q.interval)";

  /** Those of a person; only members of the account count. */
  private static final String OF_PERSON =
      """
      (SELECT %s
        FROM users u JOIN memberships m ON m.user_id = u.id AND m.account_id = h.account_id
          CROSS JOIN jsonb_array_elements(u.quiet_hours) AS q (interval)
        WHERE u.id::text = h.config ->> 'userId')"""
          .formatted(AGGREGATE);

  private static final String ASKS_PERSON =
      "h.type = 'MEMBER' AND coalesce(h.settings -> 'quietHours', '[]') IN ('[]', 'null')";

  /** SQL expression of the JSON text for a channel {@code h}, null for none. */
  public static final String COLUMN =
      "CASE WHEN %s THEN %s ::text ELSE h.settings ->> 'quietHours' END"
          .formatted(ASKS_PERSON, OF_PERSON);

  /** SQL expression of the settings of a channel {@code h} as JSON text, with these in them. */
  public static final String SETTINGS =
      """
      CASE WHEN %s
        THEN (h.settings || jsonb_build_object('quietHours', coalesce(%s, '[]')))::text
        ELSE h.settings::text END"""
          .formatted(ASKS_PERSON, OF_PERSON);

  /**
   * SQL expression of the JSON text for a member {@code u} of the team that a channel {@code h}
   * tells. Null for none, and where the channel has quiet hours of its own.
   */
  public static final String OF_TEAM_MEMBER =
      """
      CASE WHEN %s THEN (
        SELECT %s FROM jsonb_array_elements(u.quiet_hours) AS q (interval))::text END"""
          .formatted(ASKS_PERSON, AGGREGATE);

  private EffectiveQuietHours() {}
}
