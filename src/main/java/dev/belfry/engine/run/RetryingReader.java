package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one query after the other while there are any, and repeats a failed one until it succeeds.
 * Confined to one thread.
 *
 * @param <Q> what a query asks for
 * @param <A> its answer
 */
final class RetryingReader<Q, A> {
  private static final Logger LOG = LoggerFactory.getLogger(RetryingReader.class);
  private static final long PAUSE_MILLIS = 250;

  private final Timers timers;
  private final String what;
  private final Source<Q, A> source;
  private boolean busy;
  private boolean failing;
  private long epoch;

  /**
   * The queries of a reader.
   *
   * @param next takes the next query, empty when there is none for now
   * @param ask sends a query
   * @param use takes an answer
   * @param putBack takes a query that failed, for {@code next} to return again
   */
  record Source<Q, A>(
      Supplier<Optional<Q>> next,
      Function<Q, Future<A>> ask,
      BiConsumer<Q, A> use,
      Consumer<Q> putBack) {}

  /**
   * @param what is read, for the log
   */
  RetryingReader(Timers timers, String what, Source<Q, A> source) {
    this.timers = timers;
    this.what = what;
    this.source = source;
  }

  boolean isBusy() {
    return busy;
  }

  /** Starts to read after so many milliseconds, unless it is reading or waiting already. */
  void begin(long millis) {
    if (busy) {
      return;
    }
    busy = true;
    if (millis == 0) {
      next();
    } else {
      later(millis);
    }
  }

  /** Ignores the answer to the query under way, and stops. */
  void forget() {
    epoch++;
    busy = false;
  }

  private void next() {
    Optional<Q> query = source.next().get();
    if (query.isEmpty()) {
      busy = false;
      return;
    }
    long begun = epoch;
    source
        .ask()
        .apply(query.get())
        .onComplete(
            outcome -> {
              if (epoch != begun) {
                return;
              }
              logChange(outcome.failed() ? outcome.cause() : null);
              if (outcome.failed()) {
                source.putBack().accept(query.get());
                later(PAUSE_MILLIS);
              } else {
                source.use().accept(query.get(), outcome.result());
                next();
              }
            });
  }

  private void later(long millis) {
    long begun = epoch;
    timers.after(
        millis,
        () -> {
          if (epoch == begun) {
            next();
          }
        });
  }

  private void logChange(@Nullable Throwable failure) {
    if (failure != null && !failing) {
      LOG.warn("Cannot read {} from the database; retrying", what, failure);
    } else if (failure == null && failing) {
      LOG.info("Reading {} from the database works again", what);
    }
    failing = failure != null;
  }
}
