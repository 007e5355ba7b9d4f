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
 * Asks the store for one thing after the other while there is something to ask, and for what it
 * could not say again until it can. Confined to one thread.
 *
 * @param <Q> a question
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
  private long era;

  /**
   * What is read and what becomes of it.
   *
   * @param next takes the next question, empty when there is none for now
   * @param use is told the answers
   * @param putBack is told what could not be answered
   */
  record Source<Q, A>(
      Supplier<Optional<Q>> next,
      Function<Q, Future<A>> ask,
      BiConsumer<Q, A> use,
      Consumer<Q> putBack) {}

  /**
   * @param what is read, for people
   */
  RetryingReader(Timers timers, String what, Source<Q, A> source) {
    this.timers = timers;
    this.what = what;
    this.source = source;
  }

  boolean isBusy() {
    return busy;
  }

  /** There is something to ask; waits so many milliseconds for more unless it is at it already. */
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

  /** What is under way does not matter any more. */
  void forget() {
    era++;
    busy = false;
  }

  private void next() {
    Optional<Q> question = source.next().get();
    if (question.isEmpty()) {
      busy = false;
      return;
    }
    long began = era;
    source
        .ask()
        .apply(question.get())
        .onComplete(
            outcome -> {
              if (era != began) {
                return;
              }
              tell(outcome.failed() ? outcome.cause() : null);
              if (outcome.failed()) {
                source.putBack().accept(question.get());
                later(PAUSE_MILLIS);
              } else {
                source.use().accept(question.get(), outcome.result());
                next();
              }
            });
  }

  private void later(long millis) {
    long began = era;
    timers.after(
        millis,
        () -> {
          if (era == began) {
            next();
          }
        });
  }

  private void tell(@Nullable Throwable failure) {
    if (failure != null && !failing) {
      LOG.warn("Could not read {}; asking again until it can be read", what, failure);
    } else if (failure == null && failing) {
      LOG.info("Could read {} again", what);
    }
    failing = failure != null;
  }
}
