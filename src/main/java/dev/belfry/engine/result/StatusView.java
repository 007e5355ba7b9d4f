package dev.belfry.engine.result;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.Verdict;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Renders the present status of a check as JSON (wire contract 2.1). */
final class StatusView {
  private StatusView() {}

  /**
   * The status as JSON text.
   *
   * @param now milliseconds since 1970
   */
  static String of(StatusRow row, long now) {
    return JsonText.object()
        .string("name", row.name())
        .plain("checkId", row.id().toString())
        .flag("hasFailures", row.verdict() == Verdict.FAILED)
        .flag("hasErrors", row.lastVerdict() == Verdict.OBSERVER_FAULT)
        .flag("isDegraded", row.verdict() == Verdict.DEGRADED)
        .number("longestRun", millis(row.slowestMicros()))
        .number("shortestRun", millis(row.fastestMicros()))
        .string("lastRunLocation", row.lastLocation())
        .string("lastCheckRunId", row.lastAt() == null ? null : row.lastAt().toString())
        .number("sslDaysRemaining", days(row.certificateExpires(), now))
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  private static @Nullable Long millis(@Nullable Integer micros) {
    return micros == null ? null : (Long) MillisFormat.whole(micros);
  }

  /** Whole days left; negative once the certificate has expired. */
  private static @Nullable Long days(@Nullable Long expires, long now) {
    return expires == null ? null : (Long) Math.floorDiv(expires - now, TimeUnit.DAYS.toMillis(1));
  }
}
