package dev.belfry.alerting.preview;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Bounds the previews under way at an instance. All event loops share it. */
public final class PreviewPlaces {
  /** Previews of one account under way at once. */
  static final int MOST_OF_ACCOUNT = 2;

  /** Previews of an instance under way at once. */
  static final int MOST = 4;

  private final Map<UUID, Integer> underWay = new HashMap<>();
  private int all;

  /** Runs a preview in a place. Fails with a 429 when there is none, and as the preview does. */
  <T> Future<T> in(UUID account, Supplier<Future<T>> preview) {
    if (!enter(account)) {
      return Future.failedFuture(
          new ApiException(
              ApiError.TOO_MANY_REQUESTS,
              "Too many previews are under way; retry when one has ended"));
    }
    return Future.succeededFuture()
        .compose(taken -> preview.get()) // It may throw: the place must be free again.
        .onComplete(ended -> leave(account));
  }

  private synchronized boolean enter(UUID account) {
    int own = underWay.getOrDefault(account, 0);
    if (all >= MOST || own >= MOST_OF_ACCOUNT) {
      return false;
    }
    all++;
    underWay.put(account, own + 1);
    return true;
  }

  private synchronized void leave(UUID account) {
    all--;
    underWay.computeIfPresent(account, (id, count) -> count == 1 ? null : count - 1);
  }
}
