package dev.belfry.alerting.alert;

import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored alert. Times are milliseconds since 1970, null when unknown or not reached.
 *
 * @param context of messages, JSON text
 * @param holder what held it, null for an alert that was told
 */
record AlertRow(
    UUID id,
    UUID checkId,
    String type,
    String context,
    Trace trace,
    Handling handling,
    @Nullable Holder holder) {
  /**
   * The time of each step.
   *
   * @param failed end of the run that the alert is about
   * @param queued null without receivers
   * @param acknowledged when the last receiver accepted its message, null before
   */
  record Trace(
      long decided,
      @Nullable Long scheduled,
      @Nullable Long started,
      @Nullable Long failed,
      @Nullable Long queued,
      @Nullable Long sent,
      @Nullable Long acknowledged) {}

  /**
   * What people did about it, each null for nothing.
   *
   * @param open whether the problem goes on
   * @param acknowledgedBy actor as in the audit log
   * @param acknowledgedByName name of that key or person, null without one
   * @param assigneeName name of the team or the member that it is, null for another
   */
  record Handling(
      boolean open,
      @Nullable Long acknowledged,
      @Nullable String acknowledgedBy,
      @Nullable String acknowledgedByName,
      @Nullable Long snoozed,
      @Nullable String assignee,
      @Nullable String assigneeName) {}

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
            row.getLong(10)),
        new Handling(
            row.getBoolean(15),
            row.getLong(11),
            row.getString(12),
            row.getString(19),
            row.getLong(13),
            row.getString(14),
            row.getString(20)),
        holder(row.getUUID(16), row.getLong(17), row.getString(18)));
  }

  private static @Nullable Holder holder(
      @Nullable UUID check, @Nullable Long group, @Nullable String name) {
    return name == null ? null : new Holder(check, group, name);
  }
}
