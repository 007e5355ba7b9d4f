package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.WaitingRoom;
import dev.belfry.engine.testrun.PingTests;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Tests an ICMP monitor at an instance that may ping: by a test session of one run, which is
 * deleted when it has told its result.
 */
final class RemotePings implements PingTests {
  /** A test itself may take 30 seconds. */
  private static final Duration LONGEST = Duration.ofSeconds(35);

  private final Database database;
  private final TestSessionStore store;
  private final WaitingRoom waitingRoom;
  private final Ids ids;

  RemotePings(Database database, TestSessionStore store, WaitingRoom waitingRoom, Ids ids) {
    this.database = database;
    this.store = store;
    this.waitingRoom = waitingRoom;
    this.ids = ids;
  }

  @Override
  public Future<Optional<String>> test(UUID account, ObjectNode document) {
    return TestPlace.pinging(database, account)
        .compose(
            place ->
                place.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : test(account, document, place.get()).map(Optional::of));
  }

  private Future<String> test(UUID account, ObjectNode document, TestPlace place) {
    String name = document.path("name").asText();
    NewTestSession session = new NewTestSession(ids.next(), ids.next(), "TEST", false, name, "{}");
    NewTestRun run =
        new NewTestRun(ids.next(), "test", name, CheckType.ICMP.name(), TestJob.ofTest(document));
    return store
        .start(
            account,
            session,
            place,
            List.of(run),
            TestSessions.MOST_OPEN,
            TestSessions.LONGEST_WAIT.toMillis())
        .compose(
            stored ->
                stored
                    ? waitingRoom.await(account, session.id(), LONGEST.toMillis())
                    : Future.failedFuture(TestSessions.tooManyOpen()))
        .compose(over -> store.result(account, session.id(), run.id()))
        .eventually(() -> store.delete(account, session.id()).otherwiseEmpty())
        .map(
            found ->
                found.orElseThrow(
                    () ->
                        // The database is well: instances that may ping have no room.
                        new ApiException(
                            ApiError.TOO_MANY_REQUESTS,
                            "No instance that may send pings had room for the test; retry")));
  }
}
