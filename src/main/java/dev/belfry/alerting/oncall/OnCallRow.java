package dev.belfry.alerting.oncall;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is stored.
 *
 * @param url sealed; null for a schedule with a rotation
 * @param host of the address, null without one
 * @param zone of handoffs, or of a calendar's times that name none; null for UTC, or that of the
 *     calendar
 * @param read when the calendar was last read, milliseconds since 1970; null for never
 * @param failure why the shifts could not be renewed since, null without a failure
 * @param from since when shifts are known
 * @param until until when
 * @param turns null for a schedule with a calendar
 */
record OnCallRow(
    long id,
    String name,
    @Nullable String url,
    @Nullable String host,
    @Nullable String zone,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable Long read,
    @Nullable String failure,
    @Nullable Long from,
    @Nullable Long until,
    @Nullable RotationState turns) {
  /** What {@link #of} reads of a schedule {@code o} and its copy {@code c}. */
  static final String COLUMNS =
      """
      o.id, o.name, o.url, o.host, o.zone, o.created_at, o.updated_at, c.read_ms, c.error,
        c.from_ms, c.until_ms, %s"""
          .formatted(RotationState.COLUMN);

  /** Whether shifts are known, and how new they are. */
  enum Health {
    /** The calendar was not read yet. */
    PENDING,
    OK,
    /**
     * The calendar cannot be read, or shifts cannot be renewed; what was last known is in force.
     */
    STALE,
    /** The calendar could never be read, or no person of the rotation is left. */
    FAILED
  }

  static OnCallRow of(Row row) {
    String turns = row.getString(11);
    return new OnCallRow(
        row.getLong(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getOffsetDateTime(5),
        row.getOffsetDateTime(6),
        row.getLong(7),
        row.getString(8),
        row.getLong(9),
        row.getLong(10),
        turns == null ? null : RotationState.of(turns));
  }

  Health health() {
    if (turns != null) {
      return turns.isDeserted()
          ? Health.FAILED
          : turns.isLate() || failure != null ? Health.STALE : Health.OK;
    }
    if (failure == null) {
      return read == null ? Health.PENDING : Health.OK;
    }
    return read == null ? Health.FAILED : Health.STALE;
  }

  /** Why the health is not as it should be, null when it is. */
  @Nullable String error() {
    if (turns != null && turns.isDeserted()) {
      return "No person of the rotation is a member of the account any more";
    }
    return failure == null && turns != null && turns.isLate()
        ? "The turns were not renewed in time"
        : failure;
  }

  /** Without the address. */
  @Override
  public String toString() {
    return "OnCallRow[id=" + id + ", name=" + name + "]";
  }
}
