package dev.belfry.engine.session;

import dev.belfry.api.http.WaitingRoom;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.FreshPlans;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Turns;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Starts, reads, awaits and cancels check sessions. */
final class CheckSessions {
  /** Checks that one request may start. */
  static final int MOST_CHECKS = 500;

  /** How long a start waits for others; less than a transaction that is open may stand still. */
  static final long PATIENCE_MILLIS = 1_000;

  /** Triggered runs that an account may have open, so that it cannot fill all queues. */
  static final int MOST_OPEN = 10_000;

  private static final long SECOND_MILLIS = 1_000;

  private final Database database;
  private final SessionStore store;
  private final Turns<UUID> turns;
  private final WaitingRoom waitingRoom;
  private final Ids ids;

  CheckSessions(
      Database database, SessionStore store, Turns<UUID> turns, WaitingRoom waitingRoom, Ids ids) {
    this.database = database;
    this.store = store;
    this.turns = turns;
    this.waitingRoom = waitingRoom;
    this.ids = ids;
  }

  /**
   * Runs every activated check that matches once at each of its locations, whether or not {@code
   * runParallel} is set. Fails with a 404 when none matches, with a 400 when more than {@value
   * #MOST_CHECKS} match or a heartbeat monitor is named, with a 429 when too many triggered runs
   * are open or too many starts of the account are under way.
   */
  Future<List<CheckSession>> start(UUID account, SessionTarget target) {
    return turns
        .take(account, () -> startNow(account, target))
        .compose(
            started -> started.isEmpty() ? none(account, target) : Future.succeededFuture(started));
  }

  /** Tells a heartbeat monitor, which cannot be run, from a check that is not there. */
  private Future<List<CheckSession>> none(UUID account, SessionTarget target) {
    List<UUID> named = target.checks();
    return named == null
        ? Future.failedFuture(noneMatches())
        : store
            .waitForPings(account, named)
            .map(
                waiting -> {
                  throw waiting
                      ? ApiException.invalid(
                          List.of(
                              new Violation(
                                  "/target/checkId",
                                  "must not be a heartbeat monitor: it waits for pings and is"
                                      + " not run")))
                      : noneMatches();
                });
  }

  private Future<List<CheckSession>> startNow(UUID account, SessionTarget target) {
    return database
        .transaction(
            connection -> {
              FreshPlans.require(connection);
              return store
                  .lock(connection, account)
                  .compose(locked -> store.isFull(connection, account, MOST_OPEN))
                  .compose(CheckSessions::requireFreePlaces)
                  .compose(
                      free -> MatchingChecks.find(connection, account, target, MOST_CHECKS + 1))
                  .compose(checks -> start(connection, account, checks));
            })
        .compose(
            sessions ->
                sessions.isEmpty()
                    ? Future.succeededFuture(List.of())
                    : store.read(account, sessions));
  }

  private Future<List<UUID>> start(SqlConnection connection, UUID account, List<UUID> checks) {
    if (checks.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    if (checks.size() > MOST_CHECKS) {
      throw ApiException.invalid(
          List.of(
              new Violation(
                  "/target", "must match at most " + MOST_CHECKS + " checks; it matches more")));
    }
    List<UUID> sessions = checks.stream().map(check -> ids.next()).toList();
    return store.start(connection, account, checks, sessions).map(sessions);
  }

  /** Reads one session with its results so far. Fails with a 404 when there is none. */
  Future<CheckSession> read(UUID account, UUID id) {
    return store
        .read(account, List.of(id))
        .map(found -> found.stream().findFirst().orElseThrow(ApiException::notFound));
  }

  /** Reads a session when it is over. Fails with a 404 for none, a 408 when the time is up. */
  Future<CheckSession> await(UUID account, UUID id, long mostSeconds) {
    return read(account, id)
        .compose(
            session ->
                session.status().isOver()
                    ? Future.succeededFuture(session)
                    : waitingRoom
                        .await(account, id, mostSeconds * SECOND_MILLIS)
                        .compose(over -> over ? read(account, id) : timedOut()));
  }

  /**
   * Reads sessions when all are over.
   *
   * @param deadline until when to wait, {@link System#nanoTime}
   * @return the sessions that still exist then; fails with a 408 when the time is up
   */
  Future<List<CheckSession>> awaitAll(UUID account, List<UUID> ids, long deadline) {
    return store
        .read(account, ids)
        .compose(
            found -> {
              Optional<CheckSession> open =
                  found.stream().filter(session -> !session.status().isOver()).findFirst();
              if (open.isEmpty()) {
                return Future.succeededFuture(found);
              }
              long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
              return left <= 0
                  ? timedOut()
                  : waitingRoom
                      .await(account, open.get().id(), left)
                      .compose(over -> over ? awaitAll(account, ids, deadline) : timedOut());
            });
  }

  /** Cancels the open runs of a session. Fails with a 404 for none, a 400 when no run is open. */
  Future<Void> cancel(UUID account, UUID id) {
    return read(account, id)
        .compose(session -> store.openRuns(account, id))
        .compose(runs -> cancel(id, runs))
        .compose(
            cancelled -> cancelled > 0 ? Future.succeededFuture() : Future.failedFuture(isOver()));
  }

  /** Cancels one run after the other, so that a run that is just ending delays no other. */
  private Future<Integer> cancel(UUID session, List<SessionStore.OpenRun> runs) {
    Future<Integer> count = Future.succeededFuture(0);
    for (SessionStore.OpenRun run : runs) {
      count =
          count.compose(
              before ->
                  store.cancel(session, run).map(cancelled -> cancelled ? before + 1 : before));
    }
    return count;
  }

  private static Future<Void> requireFreePlaces(boolean full) {
    return full
        ? Future.failedFuture(
            new ApiException(
                ApiError.TOO_MANY_REQUESTS,
                "Too many triggered runs of the account are open; retry when some have ended"))
        : Future.succeededFuture();
  }

  private static ApiException noneMatches() {
    return new ApiException(ApiError.NOT_FOUND, "No activated check matches");
  }

  private static <T> Future<T> timedOut() {
    return Future.failedFuture(new ApiException(ApiError.NOT_YET));
  }

  private static ApiException isOver() {
    return ApiException.invalid(
        ApiException.Source.PARAMS,
        List.of(new Violation("/id", "must be a check session that has not finished")));
  }

  /** The answer to a start that others of the account keep waiting. */
  static ApiException tooManyStarts() {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "The account starts too many sessions at once; retry when these have started");
  }
}
