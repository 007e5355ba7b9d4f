package dev.belfry.platform.trace;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When a request to a collector is sent again (OTLP specification, "OTLP/HTTP Response"). */
final class ExportRules {
  private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);
  private static final long FIRST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 30_000;
  private static final int DOUBLINGS = 5;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private ExportRules() {}

  /** Whether the collector took the spans. */
  static boolean isAccepted(int status) {
    return status >= 200 && status < 300;
  }

  /** Whether the same request may succeed later. */
  static boolean isTemporary(int status) {
    return AGAIN.contains(status);
  }

  /**
   * How long to wait before the next request.
   *
   * @param failures in succession, at least 1
   * @param asked what the collector asked for; it holds up to a minute
   */
  static Duration pause(int failures, @Nullable Duration asked) {
    if (asked != null) {
      Duration most = Duration.ofMillis(2 * MOST_MILLIS);
      return asked.compareTo(most) > 0 ? most : asked;
    }
    long millis = FIRST_MILLIS << Math.min(DOUBLINGS, failures - 1);
    return Duration.ofMillis(Math.min(MOST_MILLIS, millis));
  }

  /** Reads {@code Retry-After} in seconds; null for none, and for a date, which back-off covers. */
  static @Nullable Duration retryAfter(@Nullable String header) {
    return header == null || !SECONDS.matcher(header.strip()).matches()
        ? null
        : Duration.ofSeconds(Long.parseLong(header.strip()));
  }
}
