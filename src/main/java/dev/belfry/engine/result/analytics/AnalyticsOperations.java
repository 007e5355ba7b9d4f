package dev.belfry.engine.result.analytics;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.engine.result.QuickRange;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves the API's operations on figures of checks. */
public final class AnalyticsOperations {
  private static final long MOST_STEPS = 1_000;

  private final Analytics analytics;
  private final InstantSource clock;

  /** Creates the operations on this database. */
  public AnalyticsOperations(Database database, InstantSource clock) {
    this.analytics = new Analytics(database);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    for (CheckType type : CheckType.offered()) {
      registry.add("analyze" + type.resource(), request -> analyzeCheck(type, request));
    }
    registry.add("analyzeChecks", this::analyzeChecks).add("reportChecks", this::reportChecks);
  }

  private Future<ApiResponse> analyzeCheck(CheckType type, ApiRequest request) {
    List<Violation> violations = new ArrayList<>(0);
    long step = stepMillis(request);
    long unit = step == 0 ? TimeRange.HOUR : Math.min(step, TimeRange.HOUR);
    TimeRange range = range(request, unit, violations);
    Map<String, Metric> metrics = metrics(request, violations);
    checkStep(step, range, violations);
    requireNone(violations);
    Analytics.Query query =
        new Analytics.Query(
            request.account(),
            request.guid("id"),
            type,
            range,
            step,
            request.optionalText("groupBy").isPresent());
    return analytics
        .of(query)
        .map(figures -> ApiResponse.ok(AnalyticsView.of(figures, query, metrics)));
  }

  Future<ApiResponse> analyzeChecks(ApiRequest request) {
    List<UUID> checks = new ArrayList<>();
    request.body().get("checkIds").forEach(id -> checks.add(UUID.fromString(id.asText())));
    return analytics
        .of(request.account(), checks, preset(request).at(clock.millis()))
        .map(figures -> list(figures, AnalyticsView::brief));
  }

  Future<ApiResponse> reportChecks(ApiRequest request) {
    List<Violation> violations = new ArrayList<>(0);
    TimeRange range = range(request, TimeRange.HOUR, violations);
    requireNone(violations);
    return analytics
        .all(
            request.account(),
            request.texts("filterByTags"),
            request.optionalText("deactivated").map(Boolean::valueOf).orElse(null),
            range)
        .map(figures -> list(figures, AnalyticsView::report));
  }

  private static ApiResponse list(
      List<Analytics.Figures> figures, Function<Analytics.Figures, String> view) {
    return ApiResponse.ok(JsonText.array(figures.stream().map(view).toList()));
  }

  private TimeRange range(ApiRequest request, long unit, List<Violation> violations) {
    return TimeRange.of(
        seconds(request, "from"),
        seconds(request, "to"),
        preset(request),
        clock.millis(),
        unit,
        violations);
  }

  private static QuickRange preset(ApiRequest request) {
    return QuickRange.of(request.optionalText("quickRange").orElse(""));
  }

  private static @Nullable Long seconds(ApiRequest request, String name) {
    return request
        .optionalText(name)
        .map(Long::valueOf)
        .map(TimeUnit.SECONDS::toMillis)
        .orElse(null);
  }

  private static Map<String, Metric> metrics(ApiRequest request, List<Violation> violations) {
    return Metric.parse(request.optionalText("metrics").orElse(""))
        .orElseGet(
            () -> {
              violations.add(
                  new Violation(
                      "/metrics", "must be one or more of " + Metric.names() + ", with commas"));
              return Map.of();
            });
  }

  /** Length of a step in milliseconds, 0 when the range is not cut into steps. */
  private static long stepMillis(ApiRequest request) {
    long minutes = request.optionalText("aggregationInterval").map(Long::valueOf).orElse(0L);
    return Duration.ofMinutes(minutes).toMillis();
  }

  private static void checkStep(long step, TimeRange range, List<Violation> violations) {
    if (step > TimeRange.HOUR && step % TimeRange.HOUR != 0) {
      violations.add(new Violation("/aggregationInterval", "must be below 60 or a multiple of 60"));
    } else if (step > 0 && (range.to() - range.from()) / step > MOST_STEPS) {
      violations.add(
          new Violation(
              "/aggregationInterval", "must cut the time into at most " + MOST_STEPS + " steps"));
    }
  }

  private static void requireNone(List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw ApiException.invalid(ApiException.Source.QUERY, violations);
    }
  }
}
