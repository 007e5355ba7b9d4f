package dev.belfry.monitoring.check;

import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the two limits of a check go together (wire contract 3.5). */
public final class ResponseTimeRules {
  /** The largest limit, in milliseconds; also how long a run waits where no limit is set. */
  public static final int MAX_MILLIS = 30_000;

  private ResponseTimeRules() {}

  /**
   * The limits of a new check that names none, in milliseconds or per cent.
   *
   * @param degraded from when a run is degraded
   * @param max from when a run fails
   */
  public record Defaults(double degraded, double max) {}

  /**
   * The limits of a new check of a type (specification, "Resources"; for other types those that the
   * clients document).
   */
  public static Defaults defaults(CheckType type) {
    return switch (type) {
      case API -> new Defaults(10_000, 20_000);
      case TCP -> new Defaults(4_000, 5_000);
      case DNS -> new Defaults(500, 1_000);
      case SSL -> new Defaults(3_000, 10_000);
      case ICMP -> new Defaults(IcmpRequest.DEGRADED_LOSS, IcmpRequest.MAX_LOSS);
      default -> new Defaults(3_000, 5_000);
    };
  }

  /**
   * What is wrong with the two limits. A limit that is null limits nothing, so it goes with every
   * other one.
   */
  public static List<Violation> violations(
      LimitKind kind, @Nullable Double degraded, @Nullable Double max) {
    if (degraded == null || max == null || degraded <= max) {
      return List.of();
    }
    return List.of(
        new Violation(
            "/" + kind.degraded(),
            "must be between 0 and %1$s, which is %2$s %4$s, but is %3$s %4$s"
                .formatted(kind.max(), number(max), number(degraded), kind.unit())));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
