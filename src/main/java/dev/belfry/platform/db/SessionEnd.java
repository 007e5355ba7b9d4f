package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Why a server has ended a session. The client tells it to the connection alone, and to statements
 * that they had no answer. Confined to the event loop of the connection.
 */
final class SessionEnd {
  private @Nullable PgException told;

  private SessionEnd() {}

  /** Listens to a connection instead of what listened to it before. */
  static SessionEnd of(SqlConnection connection) {
    SessionEnd end = new SessionEnd();
    // Without a handler the client prints a stack trace.
    connection.exceptionHandler(end::tell);
    return end;
  }

  private void tell(Throwable failure) {
    if (failure instanceof PgException reason) {
      told = reason;
    }
  }

  /** The same result; fails for the reason that the server has given, if there is one. */
  <T> Future<T> explain(Future<T> statement) {
    return statement.recover(failure -> Future.failedFuture(explain(failure)));
  }

  /** The reason for a failure. */
  Throwable explain(Throwable failure) {
    boolean unanswered =
        failure instanceof ClosedConnectionException || failure instanceof IOException;
    return told != null && unanswered ? told : failure;
  }
}
