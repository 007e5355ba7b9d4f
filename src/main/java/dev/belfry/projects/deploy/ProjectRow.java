package dev.belfry.projects.deploy;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored project.
 *
 * @param resources how many resources it has
 */
record ProjectRow(
    UUID id,
    String logicalId,
    String name,
    @Nullable String repoUrl,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    long resources) {

  static ProjectRow of(Row row) {
    return new ProjectRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5),
        row.getLong(6));
  }
}
