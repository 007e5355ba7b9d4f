package dev.belfry.engine.testsession;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.WaitingRoom;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.engine.session.SessionLinks;
import dev.belfry.engine.testrun.PingTests;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Serves the API's operations on test sessions. */
public final class TestSessionOperations {
  /** Requests on one event loop that may wait for the end of a session. */
  private static final int MOST_WAITING = 500;

  private final TestSessions sessions;
  private final TestSessionViews views;
  private final PingTests pings;

  /**
   * How checks and groups of a project are read.
   *
   * @param bodies of the contract
   */
  public record Payloads(
      DeployableResource checks, DeployableResource groups, RequestSchemas bodies) {}

  /**
   * How requests may wait.
   *
   * @param stopping whether the service is about to stop, so that requests must not wait
   * @param mostOfAccount requests of one account that may wait, 0 = unlimited
   */
  public record Waiting(BooleanSupplier stopping, long mostOfAccount) {}

  /**
   * Creates the operations.
   *
   * @param base the address of this service, without a slash at the end
   */
  public TestSessionOperations(
      Vertx vertx,
      Database database,
      Sealer sealer,
      Payloads payloads,
      Ids ids,
      String base,
      Waiting waiting) {
    TestSessionStore store = new TestSessionStore(database, sealer);
    WaitingRoom waitingRoom =
        new WaitingRoom(
            vertx, store::over, waiting.stopping(), MOST_WAITING, waiting.mostOfAccount());
    sessions =
        new TestSessions(
            vertx,
            database,
            store,
            new TestJobReader(payloads.checks(), payloads.groups(), payloads.bodies(), ids),
            waitingRoom,
            ids);
    views = new TestSessionViews(new SessionLinks(base));
    pings = new RemotePings(database, store, waitingRoom, ids);
  }

  /** Tests ICMP monitors at other instances. */
  public PingTests pings() {
    return pings;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("runTestSession", this::runTestSession)
        .add("triggerTestSession", this::triggerTestSession)
        .add("listTestSessions", this::listTestSessions)
        .add("readTestSession", this::readTestSession)
        .add("awaitTestSession", this::awaitTestSession)
        .add("awaitTestScheduling", this::awaitTestScheduling)
        .add("cancelTestSession", this::cancelTestSession)
        .add("readTestResult", this::readTestResult)
        .add("readTestSessionLink", this::readTestSessionLink)
        .add("readTestResultLinks", this::readTestResultLinks);
  }

  Future<ApiResponse> runTestSession(ApiRequest request) {
    return sessions
        .run(request.account(), request.body())
        .map(started -> ApiResponse.accepted(TestSessionViews.accepted(started)));
  }

  Future<ApiResponse> triggerTestSession(ApiRequest request) {
    return sessions
        .trigger(request.account(), request.body())
        .map(started -> ApiResponse.ok(TestSessionViews.triggered(started)));
  }

  Future<ApiResponse> listTestSessions(ApiRequest request) {
    return sessions
        .list(request.account(), TestSessionFilter.of(request))
        .map(
            found ->
                ApiResponse.ok(
                    CursorPage.of(found, request.number("limit"), TestSessionRow::id)
                        .json(session -> TestSessionViews.entry(request.account(), session))));
  }

  Future<ApiResponse> readTestSession(ApiRequest request) {
    return sessions
        .read(request.account(), request.guid("id"))
        .map(session -> ApiResponse.ok(views.of(session)));
  }

  Future<ApiResponse> awaitTestSession(ApiRequest request) {
    return sessions
        .await(request.account(), request.guid("id"), request.number("maxWaitSeconds"))
        .map(session -> ApiResponse.ok(views.of(session)));
  }

  Future<ApiResponse> awaitTestScheduling(ApiRequest request) {
    return sessions
        .read(request.account(), request.guid("id"))
        .map(session -> ApiResponse.ok(TestSessionViews.scheduling(session)));
  }

  Future<ApiResponse> cancelTestSession(ApiRequest request) {
    return sessions
        .cancel(request.account(), request.guid("id"))
        .map(cancelled -> ApiResponse.noContent());
  }

  Future<ApiResponse> readTestResult(ApiRequest request) {
    UUID account = request.account();
    return sessions
        .read(account, request.guid("id"))
        .compose(
            session -> {
              TestRunRow run = run(session, request.guid("resultId"));
              return sessions
                  .result(account, session.id(), run.id())
                  .map(found -> found.orElseGet(() -> TestSessionViews.without(session, run)));
            })
        .map(ApiResponse::ok);
  }

  Future<ApiResponse> readTestSessionLink(ApiRequest request) {
    return sessions
        .read(request.account(), request.guid("id"))
        .map(session -> ApiResponse.ok(views.link(session)));
  }

  Future<ApiResponse> readTestResultLinks(ApiRequest request) {
    return sessions
        .read(request.account(), request.guid("id"))
        .map(
            session -> {
              run(session, request.guid("resultId"));
              return ApiResponse.ok(views.links(session));
            });
  }

  private static TestRunRow run(TestSessionRow session, UUID id) {
    return session.runs().stream()
        .filter(run -> run.id().equals(id))
        .findFirst()
        .orElseThrow(ApiException::notFound);
  }
}
