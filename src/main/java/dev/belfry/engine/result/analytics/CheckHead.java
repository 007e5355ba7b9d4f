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
  static final String COLUMNS =
      """
      c.id, c.settings ->> 'name', c.check_type, coalesce((c.settings ->> 'activated')::boolean, true),
      coalesce((c.settings ->> 'muted')::boolean, false),
      coalesce((c.settings ->> 'frequency')::int, 10),
      coalesce(nullif(c.settings -> 'tags', 'null'), '[]')::text
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
