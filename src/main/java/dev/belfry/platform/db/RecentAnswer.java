package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a question to the database was answered, for as long as that is recent enough. Requests
 * share it. Confined to one event loop.
 *
 * @param <T> the answer
 */
public final class RecentAnswer<T> {
  private final Database database;
  private final InstantSource clock;
  private final Duration longest;
  private final String sql;
  private final Function<RowSet<Row>, T> answer;
  private @Nullable Future<T> known;
  private Instant knownAt = Instant.MIN;

  /**
   * Creates one that has asked nothing yet.
   *
   * @param longest how old an answer may be
   * @param sql a query without parameters
   * @param answer what its rows say
   */
  public RecentAnswer(
      Database database,
      InstantSource clock,
      Duration longest,
      String sql,
      Function<RowSet<Row>, T> answer) {
    this.database = database;
    this.clock = clock;
    this.longest = longest;
    this.sql = sql;
    this.answer = answer;
  }

  /** The answer. Fails when the database is away. */
  public Future<T> read() {
    Future<T> last = known;
    Instant now = clock.instant();
    if (last != null && !last.failed() && now.isBefore(knownAt.plus(longest))) {
      // Work goes on in the context of its own request, not of the one that asked.
      Promise<T> own = RequestScope.promise();
      last.onComplete(own);
      return own.future();
    }
    // As a part that only reads: a request that has written would else leave what it shares.
    Future<T> asked = database.reading(() -> database.query(sql, Tuple.tuple()).map(answer));
    known = asked;
    knownAt = now;
    return asked;
  }
}
