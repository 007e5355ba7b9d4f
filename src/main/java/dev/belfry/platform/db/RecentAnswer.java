package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
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
  private final Supplier<Future<T>> question;
  private @Nullable Future<T> known;
  private Instant knownAt = Instant.MIN;

  /**
   * Creates one that has asked nothing yet.
   *
   * @param longest how old an answer may be
   * @param question reads, and writes nothing
   */
  public RecentAnswer(
      Database database, InstantSource clock, Duration longest, Supplier<Future<T>> question) {
    this.database = database;
    this.clock = clock;
    this.longest = longest;
    this.question = question;
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
    Future<T> asked = database.reading(question);
    known = asked;
    knownAt = now;
    return asked;
  }
}
