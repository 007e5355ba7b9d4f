package dev.belfry.statuspages.publicsite;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Renews changed pages, a few at once and each not again before a pause. An account with many pages
 * changes all of them with one write; a reader of a page that is not cached must not wait for them.
 * For one event loop.
 */
final class PageRenewals {
  private final int mostAtOnce;
  private final Function<String, Future<Void>> load;
  private final Supplier<Future<?>> pause;
  private final Set<String> waiting = new LinkedHashSet<>();
  private final Set<String> resting = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private int underWay;

  PageRenewals(int mostAtOnce, Function<String, Future<Void>> load, Supplier<Future<?>> pause) {
    this.mostAtOnce = mostAtOnce;
    this.load = load;
    this.pause = pause;
  }

  /** Renews a page in its turn. A page under way may have been read too early: it is read again. */
  void ask(String url) {
    if (resting.contains(url)) {
      again.add(url);
    } else {
      waiting.add(url);
      next();
    }
  }

  private void next() {
    while (underWay < mostAtOnce && !waiting.isEmpty()) {
      String url = waiting.iterator().next();
      waiting.remove(url);
      resting.add(url);
      underWay++;
      load.apply(url).onComplete(done -> end(url));
    }
  }

  private void end(String url) {
    underWay--;
    pause
        .get()
        .onComplete(
            done -> {
              resting.remove(url);
              if (again.remove(url)) {
                ask(url);
              }
            });
    next();
  }
}
