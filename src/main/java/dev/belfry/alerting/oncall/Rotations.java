package dev.belfry.alerting.oncall;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns rotations into shifts, within the transaction that changes or renews them. */
final class Rotations {
  /** A stored override is dropped so long after its end, since yesterday's shifts are known. */
  private static final long KEPT = ShiftExpansion.PAST.toMillis();

  private static final Duration BETWEEN_RENEWALS = Duration.ofHours(1);

  private Rotations() {}

  /**
   * Stores the shifts of a rotation. Fails with {@link UnreadableCalendarException} when this
   * program does not know the zone.
   *
   * @param zone null for UTC
   * @param lease as {@link RotationStore#renew} takes it
   * @param now milliseconds since 1970
   */
  static Future<Void> renew(
      SqlConnection connection,
      UUID account,
      long schedule,
      @Nullable Long lease,
      Rotation rotation,
      @Nullable String zone,
      List<OnCallOverride> overrides,
      long now) {
    RotationExpansion expansion;
    try {
      expansion =
          RotationExpansion.of(
              rotation, zone == null ? ZoneOffset.UTC : ZoneId.of(zone), overrides, now);
    } catch (DateTimeException unknown) {
      return Future.failedFuture(
          new UnreadableCalendarException("The time zone of the schedule is not known"));
    }
    return RotationStore.renew(
        connection, account, schedule, lease, expansion, now + BETWEEN_RENEWALS.toMillis());
  }

  /** Without those that ended more than a day ago. */
  static List<OnCallOverride> recent(List<OnCallOverride> overrides, long now) {
    return overrides.stream().filter(one -> one.to() > now - KEPT).toList();
  }
}
