package dev.belfry.statuspages.publicsite;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads pages one after the other; no reader waits for them. */
final class PageRounds {
  private static final Logger LOG = LoggerFactory.getLogger(PageRounds.class);

  /** How long the others wait for one of them. */
  private static final long TURN_MILLIS = 1_000;

  private final Function<String, Future<Void>> load;
  private final BooleanSupplier stopped;

  /**
   * @param load reads the page of a url
   * @param stopped whether a round should come to an end
   */
  PageRounds(Function<String, Future<Void>> load, BooleanSupplier stopped) {
    this.load = load;
    this.stopped = stopped;
  }

  /**
   * Loads the pages of these urls. A page that takes long delays the others for a second, and one
   * that cannot be loaded not at all. Fails when the database is away.
   */
  Future<Void> load(List<String> urls) {
    if (urls.isEmpty() || stopped.getAsBoolean()) {
      return Future.succeededFuture();
    }
    return load.apply(urls.get(0))
        .timeout(TURN_MILLIS, TimeUnit.MILLISECONDS)
        .recover(failure -> isAway(failure) ? Future.failedFuture(failure) : skip(failure))
        .compose(loaded -> load(urls.subList(1, urls.size())));
  }

  private static boolean isAway(Throwable failure) {
    return failure instanceof ApiException refused && refused.error() == ApiError.UNAVAILABLE;
  }

  private static Future<Void> skip(Throwable failure) {
    LOG.debug("A status page was not renewed in its turn: {}", failure.getMessage());
    return Future.succeededFuture();
  }
}
