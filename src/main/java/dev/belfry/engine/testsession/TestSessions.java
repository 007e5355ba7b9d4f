package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.WaitingRoom;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Starts, reads, awaits and cancels test sessions. */
final class TestSessions {
  /** Checks of one session. */
  static final int MOST_CHECKS = 500;

  /** Runs of an account that may be open, so that it cannot fill all queues. */
  static final int MOST_OPEN = 1_000;

  /** How long a run may wait until an instance begins it. */
  static final Duration LONGEST_WAIT = Duration.ofMinutes(8);

  private static final long SECOND_MILLIS = 1_000;

  private final Vertx vertx;
  private final Database database;
  private final TestSessionStore store;
  private final TestJobReader jobs;
  private final StoredChecks checks;
  private final WaitingRoom waitingRoom;
  private final Ids ids;

  TestSessions(
      Vertx vertx,
      Database database,
      TestSessionStore store,
      TestJobReader jobs,
      WaitingRoom waitingRoom,
      Ids ids) {
    this.vertx = vertx;
    this.database = database;
    this.store = store;
    this.jobs = jobs;
    this.checks = new StoredChecks(database, ids);
    this.waitingRoom = waitingRoom;
    this.ids = ids;
  }

  /** A session that has been stored with its runs. */
  record Started(NewTestSession session, List<NewTestRun> runs) {
    Started {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Starts runs of the checks in a valid body. Fails with a 400 for invalid checks or an unknown
   * location, and with a 429 when the account would have too many open runs.
   */
  Future<Started> run(UUID account, ObjectNode body) {
    NewTestSession session =
        NewTestSession.of(ids.next(), TestJobReader.suite(body), "API", body, "Test Session");
    return vertx
        .executeBlocking(() -> jobs.read(body), false)
        .compose(runs -> withGroups(account, runs))
        .compose(runs -> start(account, session, body, runs));
  }

  /** Starts runs of the stored checks that match; of none when none matches. Fails likewise. */
  Future<Started> trigger(UUID account, ObjectNode body) {
    String suite = body.path("checkRunSuiteId").asText("");
    NewTestSession session =
        NewTestSession.of(
            ids.next(),
            suite.isEmpty() ? ids.next() : UUID.fromString(suite),
            "TRIGGER",
            body,
            "Triggered Session");
    return checks
        .matching(account, body)
        .compose(
            runs ->
                runs.isEmpty()
                    ? Future.succeededFuture(new Started(session, runs))
                    : start(account, session, body, runs));
  }

  private Future<Started> start(
      UUID account, NewTestSession session, ObjectNode body, List<NewTestRun> runs) {
    return TestPlace.of(database, account, body.path("runLocation"))
        .compose(
            place -> store.start(account, session, place, runs, MOST_OPEN, LONGEST_WAIT.toMillis()))
        .map(
            stored -> {
              if (!stored) {
                throw tooManyOpen();
              }
              return new Started(session, runs);
            });
  }

  static ApiException tooManyOpen() {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "At most 1,000 test runs of the account may be open; retry when some have ended");
  }

  static ApiException tooManyStarts() {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "Too many test sessions of the account start at once; retry when they have started");
  }

  /** The runs with the defaults of stored groups. Fails with a 400 when the account lacks one. */
  private Future<List<NewTestRun>> withGroups(UUID account, List<NewTestRun> runs) {
    Set<Long> named = new HashSet<>();
    for (NewTestRun run : runs) {
      Long group = run.job().group();
      if (group != null) {
        named.add(group);
      }
    }
    return store.groups(account, named).map(known -> withGroups(runs, known));
  }

  private static List<NewTestRun> withGroups(
      List<NewTestRun> runs, Map<Long, Optional<String>> known) {
    List<Violation> violations = new ArrayList<>();
    List<NewTestRun> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      NewTestRun run = runs.get(i);
      Long group = run.job().group();
      if (group != null && !known.containsKey(group)) {
        violations.add(
            new Violation(
                "/checkRunJobs/" + i + "/groupId", "must be a check group of the account"));
      } else if (group != null) {
        TestJob job = run.job().withDefaults(Objects.requireNonNull(known.get(group)).orElse(null));
        all.add(new NewTestRun(run.id(), run.logicalId(), run.name(), run.checkType(), job));
      } else {
        all.add(run);
      }
    }
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return all;
  }

  /** Reads a session. Fails with a 404 when there is none. */
  Future<TestSessionRow> read(UUID account, UUID id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Reads a session when it is over. Fails with a 404 for none, a 408 when the time is up. */
  Future<TestSessionRow> await(UUID account, UUID id, long mostSeconds) {
    return read(account, id)
        .compose(
            session ->
                session.isOver()
                    ? Future.succeededFuture(session)
                    : waitingRoom
                        .await(account, id, mostSeconds * SECOND_MILLIS)
                        .compose(
                            over ->
                                over
                                    ? read(account, id)
                                    : Future.failedFuture(new ApiException(ApiError.NOT_YET))));
  }

  /** Cancels the open runs of a session. Fails with a 404 when there is no such session. */
  Future<Void> cancel(UUID account, UUID id) {
    return read(account, id).compose(session -> store.cancel(account, id));
  }

  /** The last result of a run, JSON text; empty when it has none. */
  Future<Optional<String>> result(UUID account, UUID session, UUID run) {
    return store.result(account, session, run);
  }

  /** The recorded sessions that a filter selects, newest first. */
  Future<List<TestSessionRow>> list(UUID account, TestSessionFilter filter) {
    return store.list(account, filter);
  }
}
