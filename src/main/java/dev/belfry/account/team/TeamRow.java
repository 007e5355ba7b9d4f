package dev.belfry.account.team;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A team as it is stored.
 *
 * @param members ids and names by name, JSON text as answers show it
 */
record TeamRow(
    UUID id,
    String name,
    @Nullable String description,
    String members,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {
  /** What {@link #of} reads of a team {@code t}. */
  static final String COLUMNS =
      """
      t.id, t.name, t.description,
        coalesce((SELECT json_agg(json_build_object('userId', u.id, 'name', u.name)
            ORDER BY lower(u.name), u.id)::text
          FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = t.id), '[]'),
        t.created_at, t.updated_at""";

  static TeamRow of(Row row) {
    return new TeamRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5));
  }
}
