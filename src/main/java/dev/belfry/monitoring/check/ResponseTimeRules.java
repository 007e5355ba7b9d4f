package dev.belfry.monitoring.check;

import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the two response time limits go together (wire contract 3.5). */
public final class ResponseTimeRules {
  /** The largest limit, in milliseconds; also how long a run waits where no limit is set. */
  public static final int MAX_MILLIS = 30_000;

  /** From when a run is degraded where a new monitor says nothing (specification, "Resources"). */
  public static final double DEFAULT_DEGRADED_MILLIS = 3_000;

  /** From when a run fails where a new monitor says nothing (specification, "Resources"). */
  public static final double DEFAULT_MAX_MILLIS = 5_000;

  private ResponseTimeRules() {}

  /**
   * What is wrong with the two limits, in milliseconds. A limit that is null limits nothing, so it
   * goes with every other one.
   */
  public static List<Violation> violations(@Nullable Double degraded, @Nullable Double max) {
    if (degraded == null || max == null || degraded <= max) {
      return List.of();
    }
    return List.of(
        new Violation(
            "/degradedResponseTime",
            "must be between 0 and maxResponseTime, which is %s ms, but is %s ms"
                .formatted(milliseconds(max), milliseconds(degraded))));
  }

  private static String milliseconds(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
