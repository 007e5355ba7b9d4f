package dev.belfry.alerting.alert;

import dev.belfry.monitoring.channel.EffectiveQuietHours;
import dev.belfry.monitoring.channel.QuietHours;
import io.vertx.sqlclient.Row;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A channel that is subscribed to a check or its group, with the alert types that it receives
 * (specification, "Alert channel").
 *
 * @param channelId positive
 * @param afterMinutes delay of its alerts in an episode that nobody acknowledges, 0 for none
 * @param quietHours at which its alerts wait
 * @param grouped whether its alerts are told in groups
 * @param onCall the person for whom it speaks, null for a channel that speaks at all times
 * @param leaving whether another transaction is deleting it
 */
public record SubscribedChannel(
    UUID checkId,
    long channelId,
    boolean failure,
    boolean degraded,
    boolean recovery,
    int afterMinutes,
    QuietHours quietHours,
    boolean grouped,
    @Nullable OnCall onCall,
    boolean leaving) {
  /** What {@link #of} reads of a channel {@code h}, after the check and before {@code leaving}. */
  public static final String COLUMNS =
      """
      h.id, coalesce((h.settings ->> 'sendFailure')::boolean, true),
        coalesce((h.settings ->> 'sendDegraded')::boolean, false),
        coalesce((h.settings ->> 'sendRecovery')::boolean, true),
        coalesce((h.settings ->> 'escalateAfterMinutes')::int, 0), %s,
        coalesce(jsonb_typeof(h.settings -> 'grouping') = 'object', false), %s"""
          .formatted(EffectiveQuietHours.COLUMN, OnCall.COLUMNS);

  /** The delays above 0 of the channels of a check c, minutes, ascending. */
  public static final String STAGES =
      """
      CASE WHEN EXISTS (SELECT FROM alert_channels h WHERE h.account_id = c.account_id
            AND (h.settings ->> 'escalateAfterMinutes')::int > 0)
        THEN ARRAY(SELECT DISTINCT (h.settings ->> 'escalateAfterMinutes')::int
          FROM alert_channels h
            JOIN alert_channel_subscriptions s ON s.channel_id = h.id AND s.activated
          WHERE h.account_id = c.account_id AND (h.settings ->> 'escalateAfterMinutes')::int > 0
            AND (s.check_id = c.id OR s.group_id = c.group_id) ORDER BY 1) ELSE '{}' END""";

  /** Reads a row: the check, {@link #COLUMNS}, and whether the channel is leaving. */
  public static SubscribedChannel of(Row row) {
    return new SubscribedChannel(
        row.getUUID(0),
        row.getLong(1),
        row.getBoolean(2),
        row.getBoolean(3),
        row.getBoolean(4),
        row.getInteger(5),
        QuietHours.stored(row.getString(6)),
        row.getBoolean(7),
        OnCall.of(row, 8),
        row.getBoolean(11));
  }

  /** The same channel with other quiet hours, and grouped or not. */
  public SubscribedChannel with(QuietHours otherHours, boolean nowGrouped) {
    return new SubscribedChannel(
        checkId,
        channelId,
        failure,
        degraded,
        recovery,
        afterMinutes,
        otherHours,
        nowGrouped,
        onCall,
        leaving);
  }

  /**
   * Whether it receives an alert.
   *
   * @param toldBefore whether it got an earlier alert of the episode, without which it gets no
   *     recovery
   */
  public boolean receives(AlertType type, boolean toldBefore) {
    return wants(type) && (toldBefore || !type.isRecovery());
  }

  /**
   * Whether it speaks at the moment.
   *
   * @param covered what {@link OnCall#covered} gave
   */
  boolean speaks(Set<Long> covered) {
    return OnCall.speaks(onCall, covered);
  }

  /** Until when an alert to it waits, milliseconds since 1970; empty when it does not wait. */
  public OptionalLong quietUntil(AlertType type, long now) {
    return HeldAlerts.until(quietHours, type, now);
  }

  /** Whether it receives alerts of this type; certificate alerts are decided elsewhere. */
  private boolean wants(AlertType type) {
    return switch (type) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE -> failure;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN, ALERT_FAILURE_DEGRADED -> degraded;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> recovery;
      case NO_ALERT, ALERT_SSL -> false;
    };
  }
}
