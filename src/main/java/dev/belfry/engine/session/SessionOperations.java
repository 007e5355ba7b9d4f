package dev.belfry.engine.session;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.WaitingRoom;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Turns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Serves the API's operations on check sessions. */
public final class SessionOperations {
  /** Requests on one event loop that may wait for the end of a session. */
  private static final int MOST_WAITING = 500;

  private final CheckSessions sessions;
  private final SessionView view;

  /**
   * Creates the operations.
   *
   * @param address of this service, for links
   * @param stopping whether the service is about to stop, so that requests must not wait
   * @param mostOfAccount requests of one account that may wait, 0 = unlimited
   */
  public SessionOperations(
      Vertx vertx,
      Database database,
      Ids ids,
      String address,
      BooleanSupplier stopping,
      long mostOfAccount) {
    SessionStore store = new SessionStore(database);
    sessions =
        new CheckSessions(
            database,
            store,
            new Turns<>(
                new VertxTimers(vertx)::after,
                CheckSessions.PATIENCE_MILLIS,
                CheckSessions::tooManyStarts),
            new WaitingRoom(vertx, store::over, stopping, MOST_WAITING, mostOfAccount),
            ids);
    view = new SessionView(new SessionLinks(address));
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("cancelCheckSession", this::cancelCheckSession);
    for (String version : List.of("", "V1")) {
      registry
          .add("triggerCheckSessions" + version, this::triggerCheckSessions)
          .add("readCheckSession" + version, this::readCheckSession)
          .add("awaitCheckSession" + version, this::awaitCheckSession);
    }
  }

  /** Triggers runs for other features, in the line of those that requests trigger. */
  public RunNow runNow() {
    return new RunNow(sessions);
  }

  Future<ApiResponse> triggerCheckSessions(ApiRequest request) {
    return sessions
        .start(request.account(), SessionTarget.of(request.body()))
        .map(started -> ApiResponse.created(view.started(started)));
  }

  Future<ApiResponse> readCheckSession(ApiRequest request) {
    return sessions
        .read(request.account(), request.guid("id"))
        .map(session -> ApiResponse.ok(view.of(session)));
  }

  Future<ApiResponse> awaitCheckSession(ApiRequest request) {
    return sessions
        .await(request.account(), request.guid("id"), request.number("maxWaitSeconds"))
        .map(session -> ApiResponse.ok(view.of(session)));
  }

  Future<ApiResponse> cancelCheckSession(ApiRequest request) {
    return sessions
        .cancel(request.account(), request.guid("id"))
        .map(cancelled -> ApiResponse.noContent());
  }
}
