package dev.belfry.alerting.oncall;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is stored.
 *
 * @param url sealed
 * @param host of the address
 * @param zone of times that name none, null for that of the calendar
 * @param read when the calendar was last read, milliseconds since 1970; null for never
 * @param error why it could not be read since, null without a failure
 * @param from since when shifts are known
 * @param until until when
 */
record OnCallRow(
    long id,
    String name,
    String url,
    String host,
    @Nullable String zone,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable Long read,
    @Nullable String error,
    @Nullable Long from,
    @Nullable Long until) {
  /** What {@link #of} reads of a schedule {@code o} and its copy {@code c}. */
  static final String COLUMNS =
      """
      o.id, o.name, o.url, o.host, o.zone, o.created_at, o.updated_at, c.read_ms, c.error,
        c.from_ms, c.until_ms""";

  /** Whether shifts are known, and how new they are. */
  enum Health {
    /** The calendar was not read yet. */
    PENDING,
    OK,
    /** The calendar cannot be read; what was read last is in force. */
    STALE,
    /** The calendar could never be read. */
    FAILED
  }

  static OnCallRow of(Row row) {
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
        row.getLong(10));
  }

  Health health() {
    if (error == null) {
      return read == null ? Health.PENDING : Health.OK;
    }
    return read == null ? Health.FAILED : Health.STALE;
  }

  /** Without the address. */
  @Override
  public String toString() {
    return "OnCallRow[id=" + id + ", name=" + name + "]";
  }
}
