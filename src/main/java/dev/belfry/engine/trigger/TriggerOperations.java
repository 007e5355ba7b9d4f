package dev.belfry.engine.trigger;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.engine.session.RunNow;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The API's operations on trigger URLs, and the trigger URLs themselves. */
public final class TriggerOperations {
  private static final String LIMITED = "trigger";
  private static final int MOST_CALLS = 10;
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final Duration LONGEST_RUN = Duration.ofSeconds(15);

  private final TriggerStore store;
  private final TriggerLinks links;
  private final TriggerView view;
  private final RunNow runs;
  private final LocalLimiter limiter;
  private final InstantSource clock;

  /**
   * Creates the operations.
   *
   * @param limiter of callers without a key, for all event loops of the process
   */
  public TriggerOperations(
      Database database,
      TriggerLinks links,
      RunNow runs,
      LocalLimiter limiter,
      InstantSource clock) {
    this.store = new TriggerStore(database);
    this.links = links;
    this.view = new TriggerView(links);
    this.runs = runs;
    this.limiter = limiter;
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("readCheckTrigger", request -> read(request, check(request)))
        .add("createCheckTrigger", this::createCheckTrigger)
        .add("deleteCheckTrigger", request -> delete(request, check(request)))
        .add("readGroupTrigger", request -> read(request, group(request)))
        .add("createGroupTrigger", request -> create(request, group(request)))
        .add("deleteGroupTrigger", request -> delete(request, group(request)));
    for (String method : List.of("", "Post")) {
      registry
          .add("runCheckByTrigger" + method, request -> run(request, check(request)))
          .add("runGroupByTrigger" + method, request -> run(request, group(request)));
    }
  }

  private static TriggerSubject check(ApiRequest request) {
    return TriggerSubject.ofCheck(request.guid("id"));
  }

  private static TriggerSubject group(ApiRequest request) {
    return TriggerSubject.ofGroup(request.number("id"));
  }

  private Future<ApiResponse> read(ApiRequest request, TriggerSubject subject) {
    return store
        .read(request.account(), subject)
        .map(found -> found.orElseThrow(ApiException::notFound))
        .map(row -> ApiResponse.ok(view.of(row, request.caller())));
  }

  Future<ApiResponse> createCheckTrigger(ApiRequest request) {
    TriggerSubject subject = check(request);
    return store
        .waitsForPings(request.account(), request.guid("id"))
        .compose(
            waits -> {
              if (waits) {
                throw ApiException.invalid(
                    ApiException.Source.PARAMS,
                    List.of(
                        new Violation(
                            "/id",
                            "must not be a heartbeat monitor: it waits for pings and is not"
                                + " run")));
              }
              return create(request, subject);
            });
  }

  private Future<ApiResponse> create(ApiRequest request, TriggerSubject subject) {
    return store
        .create(request.account(), subject, UUID.randomUUID(), now())
        .compose(
            made ->
                made.isPresent()
                    ? Future.succeededFuture(
                        ApiResponse.created(view.of(made.get(), request.caller())))
                    : read(request, subject));
  }

  private Future<ApiResponse> delete(ApiRequest request, TriggerSubject subject) {
    return store
        .delete(request.account(), subject)
        .map(
            deleted -> {
              if (!deleted) {
                throw ApiException.notFound();
              }
              return ApiResponse.noContent();
            });
  }

  private Future<ApiResponse> run(ApiRequest request, TriggerSubject subject) {
    UUID nonce = links.verify(request.text("token")).orElseThrow(ApiException::notFound);
    if (!limiter.take(LIMITED, nonce.toString(), MOST_CALLS, WINDOW).admitted()) {
      throw new ApiException(ApiError.TOO_MANY_REQUESTS);
    }
    return store
        .call(nonce, subject, now())
        .map(found -> found.orElseThrow(ApiException::notFound))
        .compose(
            account ->
                checks(account, subject)
                    .compose(checks -> runs.runToTheEnd(account, checks, LONGEST_RUN)))
        .map(TriggerOperations::answer);
  }

  private Future<List<UUID>> checks(UUID account, TriggerSubject subject) {
    UUID check = subject.check();
    return check == null
        ? store.members(account, requireNonNull(subject.group()))
        : Future.succeededFuture(List.of(check));
  }

  /** The answer to a call. It tells no more of the runs, since its caller sends no API key. */
  private static ApiResponse answer(RunNow.Outcome outcome) {
    String body =
        JsonText.object()
            .flag("hasFailures", outcome.failed())
            .number("responseTime", outcome.slowestMs())
            .end();
    return new ApiResponse(
        outcome.failed() ? ApiError.UNAVAILABLE.status() : 200, Buffer.buffer(body), Map.of());
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
