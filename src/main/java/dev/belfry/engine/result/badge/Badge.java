package dev.belfry.engine.result.badge;

import dev.belfry.engine.result.MillisFormat;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The texts and colour of a badge.
 *
 * @param label name of the check or group
 * @param message its state
 * @param colour behind the message; white letters on it have a contrast of at least 4.5
 */
record Badge(String label, String message, String colour) {
  private static final int LONGEST_LABEL = 60;
  private static final String GREEN = "#1a7f37";
  private static final String YELLOW = "#9a6700";
  private static final String RED = "#cf222e";
  private static final String GREY = "#57606a";

  /**
   * The badge of a check or group.
   *
   * @param verdict the newest verdict, null for none
   * @param responseMicros response time to show, null for none
   */
  static Badge of(
      String name, boolean active, @Nullable Verdict verdict, @Nullable Integer responseMicros) {
    String label =
        name.codePointCount(0, name.length()) <= LONGEST_LABEL
            ? name
            : name.substring(0, name.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
    if (!active) {
      return new Badge(label, "paused", GREY);
    }
    if (verdict == null) {
      return new Badge(label, "unknown", GREY);
    }
    String time = responseMicros == null ? "" : " | " + MillisFormat.whole(responseMicros) + " ms";
    return switch (verdict) {
      case PASSED -> new Badge(label, "passing" + time, GREEN);
      case DEGRADED -> new Badge(label, "degraded" + time, YELLOW);
      case FAILED -> new Badge(label, "failing" + time, RED);
      case OBSERVER_FAULT, MISSED -> new Badge(label, "unknown", GREY);
    };
  }
}
