package dev.belfry.projects.deploy;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One deploy, dry or real, with its progress and its outcome.
 *
 * @param project logical id of its project
 * @param progress 0 to 100
 * @param errorCode of one that failed, null otherwise
 * @param errorMessage of one that failed, null otherwise
 * @param diff what it does property by property, a JSON list; null unless it succeeded
 * @param digest what of the plan must be the same for it to be carried out later; null with diff
 */
public record Deployment(
    UUID id,
    String project,
    boolean dryRun,
    DeploymentStatus status,
    int progress,
    @Nullable String errorCode,
    @Nullable String errorMessage,
    @Nullable String diff,
    @Nullable Buffer digest,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime endedAt,
    @Nullable OffsetDateTime cancelRequestedAt) {

  static final String COLUMNS =
      """
      id, project, dry_run, status, progress, error_code, error_message, diff::text, digest,
      created_at, ended_at, cancel_requested_at""";

  static Deployment of(Row row) {
    return new Deployment(
        row.getUUID(0),
        row.getString(1),
        row.getBoolean(2),
        DeploymentStatus.valueOf(row.getString(3)),
        row.getInteger(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getBuffer(8),
        row.getOffsetDateTime(9),
        row.getOffsetDateTime(10),
        row.getOffsetDateTime(11));
  }
}
