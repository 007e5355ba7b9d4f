package dev.belfry.engine.result.prometheus;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientTooSlowException;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.engine.objective.ObjectiveGauge;
import dev.belfry.engine.objective.ObjectiveGauges;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Turns;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Serves the metrics of an account to Prometheus. The body is written in parts, so that an account
 * with many checks does not fill the memory; nothing is kept between two requests, since counters
 * must not go back when instances answer in turn.
 */
public final class PrometheusOperations {
  private static final Map<String, String> HEADERS =
      Map.of("content-type", "text/plain; version=0.0.4; charset=utf-8");

  private static final int AT_ONCE = 250;

  /** Longer than Prometheus' own default, 10 s. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(15).toMillis();

  private static final long SLOWEST_READER_MILLIS = Duration.ofSeconds(60).toMillis();

  private final Measures measures;
  private final ObjectiveGauges objectives;
  private final Database database;
  private final InstantSource clock;

  /** An account's requests follow each other: what one holds in memory is its share. */
  private final Turns<UUID> turns;

  /** Creates the operations on this database. */
  public PrometheusOperations(Vertx vertx, Database database, InstantSource clock) {
    this.measures = new Measures(database);
    this.objectives = new ObjectiveGauges(database);
    this.database = database;
    this.clock = clock;
    this.turns =
        new Turns<>(
            (millis, task) -> vertx.setTimer(millis, due -> task.run()),
            PATIENCE_MILLIS,
            () -> new ApiException(ApiError.TOO_MANY_REQUESTS));
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("readPrometheusMetrics", this::readPrometheusMetrics);
  }

  Future<ApiResponse> readPrometheusMetrics(ApiRequest request) {
    if (!request.guid("id").equals(request.account())) {
      throw ApiException.notFound();
    }
    if (request.flag("includeRetryAttempts")) {
      throw ApiException.invalid(
          ApiException.Source.PARAMS,
          List.of(
              new Violation(
                  "/includeRetryAttempts", "must be false: retried attempts are not counted")));
    }
    Measures.Wanted wanted =
        new Measures.Wanted(
            request.account(),
            request.flag("locationLabelEnabled"),
            !request.flag("disableTagParsing"));
    Promise<ApiResponse> answer = Promise.promise();
    turns.take(request.account(), () -> answered(wanted, answer)).onFailure(answer::tryFail);
    return answer.future();
  }

  /** Completes when the client has the whole body, or is gone. */
  private Future<Void> answered(Measures.Wanted wanted, Promise<ApiResponse> answer) {
    long now = clock.millis();
    return objectives
        .all(wanted.account())
        .compose(
            gauges ->
                LocationAgents.all(database, wanted.account())
                    .compose(
                        agents ->
                            measures.of(wanted, now).map(all -> new Metrics(all, gauges, agents))))
        .compose(
            metrics -> {
              Promise<Void> over = Promise.promise();
              answer.complete(
                  new ApiResponse(
                      200,
                      null,
                      HEADERS,
                      sink -> {
                        Future<Void> written =
                            write(metrics, now, sink)
                                .timeout(SLOWEST_READER_MILLIS, TimeUnit.MILLISECONDS)
                                .recover(gone -> Future.failedFuture(new ClientTooSlowException()));
                        written.onComplete(done -> over.tryComplete());
                        return written;
                      }));
              return over.future();
            });
  }

  /** All that is written. */
  private record Metrics(
      List<Measure> checks, List<ObjectiveGauge> objectives, List<LocationAgents> agents) {}

  /** An account without objectives has no families of objectives, and so with locations. */
  private static Future<Void> write(Metrics metrics, long now, ApiResponse.Sink sink) {
    return write(Family.all(now), 0, metrics.checks(), sink)
        .compose(
            written ->
                metrics.objectives().isEmpty()
                    ? Future.succeededFuture()
                    : write(ObjectiveFamilies.ALL, 0, metrics.objectives(), sink))
        .compose(
            written ->
                metrics.agents().isEmpty()
                    ? Future.succeededFuture()
                    : write(LocationAgents.FAMILIES, 0, metrics.agents(), sink));
  }

  private static <T> Future<Void> write(
      List<Family<T>> families, int next, List<T> all, ApiResponse.Sink sink) {
    if (next == families.size()) {
      return Future.succeededFuture();
    }
    Family<T> family = families.get(next);
    return write(family, new Lines(family), all, 0, sink)
        .compose(written -> write(families, next + 1, all, sink));
  }

  private static <T> Future<Void> write(
      Family<T> family, Lines lines, List<T> all, int from, ApiResponse.Sink sink) {
    int until = Math.min(all.size(), from + AT_ONCE);
    all.subList(from, until).forEach(measured -> family.samples().write(measured, lines));
    return sink.write(lines.take())
        .compose(
            written ->
                until == all.size()
                    ? Future.succeededFuture()
                    : write(family, lines, all, until, sink));
  }
}
