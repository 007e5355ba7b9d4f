package dev.belfry.engine.result.badge;

import dev.belfry.api.badge.Badge;
import dev.belfry.engine.result.MillisFormat;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/** Makes the badges of checks and groups. */
final class CheckBadge {
  private CheckBadge() {}

  /**
   * The badge of a check or group.
   *
   * @param verdict the newest verdict, null for none
   * @param responseMicros response time to show, null for none
   */
  static Badge of(
      String name, boolean active, @Nullable Verdict verdict, @Nullable Integer responseMicros) {
    if (!active) {
      return Badge.of(name, "paused", Badge.GREY);
    }
    if (verdict == null) {
      return Badge.of(name, "unknown", Badge.GREY);
    }
    String time = responseMicros == null ? "" : " | " + MillisFormat.whole(responseMicros) + " ms";
    return switch (verdict) {
      case PASSED -> Badge.of(name, "passing" + time, Badge.GREEN);
      case DEGRADED -> Badge.of(name, "degraded" + time, Badge.YELLOW);
      case FAILED -> Badge.of(name, "failing" + time, Badge.RED);
      case OBSERVER_FAULT, MISSED -> Badge.of(name, "unknown", Badge.GREY);
    };
  }
}
