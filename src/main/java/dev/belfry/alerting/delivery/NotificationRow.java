package dev.belfry.alerting.delivery;

import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message to a channel without secrets. Times are milliseconds since 1970, null before.
 *
 * @param subject its alert, null for a message that has none
 * @param aboutChannelId the other channel that it is about, null for an alert or a test
 * @param objectiveAlertId the alert of an objective that it is about, null for other kinds
 * @param alertGroupId the group that it is about, null for others
 * @param alertActionId the action that it tells of, null for other kinds
 * @param reportedMonth the month of the report about objectives that it is, null for others
 * @param config current configuration of the channel without secrets, JSON text
 * @param channel type of the channel
 */
record NotificationRow(
    UUID id,
    String kind,
    String state,
    int attempts,
    Trace trace,
    @Nullable Integer status,
    @Nullable String answer,
    long channelId,
    String channel,
    String config,
    @Nullable Subject subject,
    @Nullable Long aboutChannelId,
    @Nullable UUID objectiveAlertId,
    @Nullable UUID alertGroupId,
    @Nullable UUID alertActionId,
    @Nullable String reportedMonth) {

  /**
   * The time of each step.
   *
   * @param next time of the next attempt, null unless it is pending
   */
  record Trace(
      @Nullable Long scheduled,
      @Nullable Long started,
      @Nullable Long failed,
      @Nullable Long decided,
      long queued,
      @Nullable Long sent,
      @Nullable Long answered,
      @Nullable Long next) {}

  /** The alert of a message. */
  record Subject(
      UUID alertId,
      String type,
      UUID checkId,
      @Nullable String resultId,
      @Nullable String checkType) {}

  static NotificationRow of(Row row) {
    UUID alert = row.getUUID(18);
    return new NotificationRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getInteger(3),
        new Trace(
            row.getLong(4),
            row.getLong(5),
            row.getLong(6),
            row.getLong(7),
            row.getLong(8),
            row.getLong(9),
            row.getLong(10),
            row.getLong(11)),
        row.getInteger(12),
        row.getString(13),
        row.getLong(14),
        row.getString(15),
        row.getString(16),
        alert == null
            ? null
            : new Subject(
                alert, row.getString(17), row.getUUID(19), row.getString(20), row.getString(21)),
        row.getLong(22),
        row.getUUID(23),
        row.getUUID(24),
        row.getUUID(25),
        row.getString(26));
  }
}
