package dev.belfry.platform.db;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells an unavailable or slow database from a refused statement. */
final class Failures {
  /** SQLSTATE with which the server ends a transaction that stood still. */
  private static final String IDLE = "25P03";

  /**
   * SQLSTATE classes and codes (PostgreSQL manual, appendix A) that mean "not now": connection
   * exceptions, insufficient resources, operator intervention (shutdown, statement timeout), system
   * errors, lock not available, read-only server, start-up.
   */
  private static final Set<String> AWAY_CLASSES = Set.of("08", "53", "57", "58");

  private static final Set<String> AWAY_CODES =
      Set.of("55P03", "25006", IDLE, "28000", "28P01", "3D000");

  /** SQLSTATE with which a server that stops ends its sessions. */
  private static final String SHUT_DOWN = "57P01";

  /** SQLSTATE with which a server that starts or stops refuses connections. */
  private static final String CANNOT_CONNECT = "57P03";

  /** The server ended the session: by a command, by a crash, or because it was idle. */
  private static final Set<String> ENDED = Set.of(IDLE, SHUT_DOWN, "57P02", "57P05");

  /** What our own function {@code refuse_beyond} raises; its detail is the quota and its number. */
  private static final String QUOTA = "BQ402";

  /** SQLSTATE of a connection that the server has no place for. */
  private static final String TOO_MANY_CONNECTIONS = "53300";

  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  /** SQLSTATE of a statement in a transaction in which one has failed before. */
  private static final String ABORTED = "25P02";

  private static final Logger LOGGER = LoggerFactory.getLogger(Failures.class);

  /** Only a new connection is refused, so the heartbeat goes on and cannot tell the reason. */
  private static final RareWarning CONNECTIONS = new RareWarning(Duration.ofMinutes(1));

  private Failures() {}

  /** Whether two transactions got into each other's way, so that trying again is right. */
  static boolean isConflict(Throwable failure) {
    return failure instanceof PgException refused && CONFLICTS.contains(refused.getSqlState());
  }

  /**
   * Whether to run a transaction again: another one was in its way, or it was broken before its
   * statements came, of which nothing is known but that it has had no effect.
   */
  static boolean callsForAnotherTry(Throwable failure) {
    boolean broken = isBroken(failure);
    if (broken) {
      LOGGER.warn("A transaction was broken before its statements came: {}", failure.getMessage());
    }
    return broken || isConflict(failure);
  }

  /** The refusal of a write that others of the same resource keep waiting. */
  static ApiException tooManyWrites() {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "Too many requests change this resource at once; retry when they have ended");
  }

  /** Whether a statement was refused for nothing but a transaction that is broken. */
  static boolean isBroken(Throwable failure) {
    return failure instanceof PgException refused && ABORTED.equals(refused.getSqlState());
  }

  /**
   * Whether a transaction is gone with its connection, so that nothing of it has taken effect.
   *
   * @param failure of the transaction, as the client of the database gave it
   * @param committing whether its commit was sent, which may have taken effect even so
   */
  static boolean isGone(Throwable failure, boolean committing) {
    if (failure instanceof Commits.UncommittedException || isUnsent(failure)) {
      return true;
    }
    if (failure instanceof PgException told) {
      return IDLE.equals(told.getSqlState()) || (!committing && ENDED.contains(told.getSqlState()));
    }
    return !committing && (failure instanceof IOException || failure instanceof VertxException);
  }

  /** Whether the client had lost the connection before it sent the statement. */
  private static boolean isUnsent(Throwable failure) {
    return failure instanceof VertxException
        && !(failure instanceof PgException || failure instanceof ClosedConnectionException);
  }

  /**
   * Whether a statement has had no effect because its session ended: it was not sent any more,
   * another server has taken over without it, or the server was asked to stop and ended the session
   * instead. A commit that has begun is not interrupted, and of one that waits for a standby
   * nothing is told any more (PostgreSQL, SyncRepWaitForLSN).
   */
  static boolean isUnexecuted(Throwable failure) {
    return failure instanceof Commits.UncommittedException
        || isUnsent(failure)
        || (failure instanceof PgException told && SHUT_DOWN.equals(told.getSqlState()));
  }

  /** Whether a server refused to be connected to, so that nothing was sent to it. */
  static boolean isNotConnected(Throwable failure) {
    return failure instanceof PgException told
        ? CANNOT_CONNECT.equals(told.getSqlState())
        : failure instanceof ConnectException;
  }

  /** Whether the connection is gone, whatever has become of its statements. */
  static boolean isLost(Throwable failure) {
    return failure instanceof PgException told
        ? ENDED.contains(told.getSqlState())
        : failure instanceof IOException
            || failure instanceof VertxException
            || failure instanceof Commits.UncommittedException;
  }

  /** Whether a lock or a concurrent change got into the way of a statement that may go apart. */
  static boolean isInTheWay(Throwable failure) {
    return isConflict(failure)
        || (failure instanceof PgException refused && "55P03".equals(refused.getSqlState()));
  }

  /** Whether the database refused the statement, as opposed to not answering. */
  static boolean isRefusal(Throwable failure) {
    return failure instanceof PgException refused && !isAway(refused);
  }

  /** The failure as the rest of the service sees it: 503 for a database that is away. */
  static <T> Future<T> translate(Throwable failure) {
    if (failure instanceof PgException refused && QUOTA.equals(refused.getSqlState())) {
      return Future.failedFuture(quota(refused));
    }
    if (failure instanceof PgException refused
        && TOO_MANY_CONNECTIONS.equals(refused.getSqlState())
        && CONNECTIONS.isDue(System.nanoTime())) {
      LOGGER.warn(
          "Postgres refuses connections ({}); requests that need one get 503. Raise its"
              + " max_connections or lower BELFRY_DATABASE_POOL_SIZE; src/docs/operations/scaling.md"
              + " has the number that an instance opens",
          refused.getErrorMessage());
    }
    boolean away =
        failure instanceof PgException refused
            ? isAway(refused) || isConflict(refused)
            : failure instanceof IOException
                || failure instanceof TimeoutException
                || failure instanceof Commits.UncommittedException
                || failure instanceof VertxException;
    return Future.failedFuture(away ? unavailable() : failure);
  }

  /**
   * The same for a step of a unit, within its time; but a conflict stays what it is, since it is
   * the unit that is run again.
   */
  static <T> Future<T> withinUnit(Future<T> step, Duration timeout) {
    return step.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .recover(Failures::translateInUnit);
  }

  /** The failure of a step of a unit as the rest of the unit sees it. */
  static <T> Future<T> translateInUnit(Throwable failure) {
    return isConflict(failure) ? Future.failedFuture(failure) : translate(failure);
  }

  /**
   * Work whose statements are sent behind one that is not waited for. When that one fails, the work
   * fails for the same reason, and not because its transaction is broken.
   */
  static <T> Future<T> behind(Future<?> first, Future<T> work) {
    return work.recover(
        failure -> {
          Future<T> failed = Future.failedFuture(failure);
          return isBroken(failure)
              ? first.<Void>mapEmpty().recover(Failures::translateInUnit).compose(done -> failed)
              : failed;
        });
  }

  /** A 503; the heartbeat logs the reason once, not every request. */
  static ApiException unavailable() {
    return new ApiException(ApiError.UNAVAILABLE);
  }

  /** Whether a failure is a 503; null is none. */
  static boolean isUnavailable(@Nullable Throwable failure) {
    return failure instanceof ApiException told && told.error() == ApiError.UNAVAILABLE;
  }

  /** The refusal of a statement as its caller sees it. */
  static Throwable told(Throwable failure) {
    return failure instanceof PgException refused && QUOTA.equals(refused.getSqlState())
        ? quota(refused)
        : failure;
  }

  private static ApiException quota(PgException refused) {
    String[] parts = refused.getDetail().split(" ", 2);
    return ApiException.quota(parts[0], Long.parseLong(parts[1]));
  }

  private static boolean isAway(PgException refused) {
    String state = refused.getSqlState();
    return state != null
        && state.length() == 5
        && (AWAY_CLASSES.contains(state.substring(0, 2)) || AWAY_CODES.contains(state));
  }
}
