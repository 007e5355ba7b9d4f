package dev.belfry.alerting.alert;

import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An alert that was raised. Times are milliseconds since 1970, null for what is not known or has
 * not happened.
 *
 * @param context what messages say, JSON text
 */
record AlertRow(UUID id, UUID checkId, String type, String context, Trace trace) {
  /**
   * When each step was.
   *
   * @param failed when the run that it is about ended
   * @param queued null when there is nobody to tell
   * @param acknowledged when the last receiver had answered, null while one has not
   */
  record Trace(
      long decided,
      @Nullable Long scheduled,
      @Nullable Long started,
      @Nullable Long failed,
      @Nullable Long queued,
      @Nullable Long sent,
      @Nullable Long acknowledged) {}

  static AlertRow of(Row row) {
    return new AlertRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        new Trace(
            row.getLong(4),
            row.getLong(5),
            row.getLong(6),
            row.getLong(7),
            row.getLong(8),
            row.getLong(9),
            row.getLong(10)));
  }
}
