package dev.belfry.engine.result.analytics;

import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * The part of a check that its figures show.
 *
 * @param tags JSON array
 */
record CheckHead(
    UUID id,
    String name,
    String checkType,
    boolean activated,
    boolean muted,
    int frequency,
    String tags) {
  /**
   * The beginning of a statement. The settings are the check's own: figures leave the group out.
   */
  static final String SELECT =
      """
      SELECT c.id, c.settings ->> 'name', c.check_type, e.activated, e.muted, e.frequency,
        to_jsonb(e.tags)::text
      FROM checks c CROSS JOIN LATERAL effective_settings(c.settings, NULL) AS e
      """;

  static CheckHead of(Row row) {
    return new CheckHead(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getBoolean(3),
        row.getBoolean(4),
        row.getInteger(5),
        row.getString(6));
  }
}
