package dev.belfry.engine.result;

import dev.belfry.monitoring.check.Verdict;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The present status of a check.
 *
 * @param verdict the newest verdict of its worst location, null for none
 * @param lastVerdict of the newest run, null for none
 * @param lastAt slot of the newest run, milliseconds since 1970
 * @param certificateExpires the earliest at any of its locations, milliseconds since 1970
 */
public record StatusRow(
    UUID id,
    String name,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable Verdict verdict,
    @Nullable Verdict lastVerdict,
    @Nullable Long lastAt,
    @Nullable String lastLocation,
    @Nullable Integer fastestMicros,
    @Nullable Integer slowestMicros,
    @Nullable Long certificateExpires) {

  /** Whether a run was made; a missed run says nothing about the check. */
  boolean isKnown() {
    return verdict != null || (lastVerdict != null && lastVerdict != Verdict.MISSED);
  }

  static StatusRow of(Row row) {
    return new StatusRow(
        row.getUUID(0),
        row.getString(1),
        row.getOffsetDateTime(2),
        row.getOffsetDateTime(3),
        verdict(row.getInteger(4)),
        verdict(row.getInteger(5)),
        row.getLong(6),
        row.getString(7),
        row.getInteger(8),
        row.getInteger(9),
        row.getLong(10));
  }

  private static @Nullable Verdict verdict(@Nullable Integer code) {
    return code == null ? null : Verdict.of(code);
  }
}
