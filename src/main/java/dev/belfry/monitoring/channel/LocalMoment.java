package dev.belfry.monitoring.channel;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** The moment of a time on the clocks of a zone. */
public final class LocalMoment {
  private LocalMoment() {}

  /**
   * Milliseconds since 1970. A local time that the clocks skip is the moment of the change, one
   * that they show twice is the first.
   */
  public static long millis(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant().toEpochMilli()
        : local.atZone(zone).toInstant().toEpochMilli();
  }
}
