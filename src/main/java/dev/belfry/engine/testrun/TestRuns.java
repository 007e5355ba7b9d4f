package dev.belfry.engine.testrun;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.icmp.EchoGateway;
import io.vertx.core.Future;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs the tests of an instance. All event loops share it. */
public final class TestRuns implements AutoCloseable {
  /** Tests of one account under way at once. */
  static final int MOST_OF_ACCOUNT = 3;

  private final boolean isWithoutLocations;
  private final TestProber prober;
  private final Map<UUID, Integer> underWay = new ConcurrentHashMap<>();

  /**
   * @param echoes sends the pings of ICMP monitors
   */
  public TestRuns(Config.Probe config, String userAgent, EchoGateway echoes) {
    this.isWithoutLocations = config.locations().isEmpty();
    this.prober =
        new TestProber(
            new AddressPolicy(config.allowPrivateTargets(), config.allowTargets()),
            userAgent,
            echoes);
  }

  /** Why this instance sends no pings; null when it does. Any thread may call. */
  public @Nullable String pingRefusal() {
    return prober.pingRefusal();
  }

  /** What probes for the tests. */
  public TestProber prober() {
    return prober;
  }

  /**
   * Has a test take one of the places of an account. Fails with a 409 when this instance runs no
   * probes, with a 429 when the account has too many tests under way, and as the test does.
   */
  <T> Future<T> inPlace(UUID account, Supplier<Future<T>> test) {
    if (isWithoutLocations) {
      return Future.failedFuture(
          new ApiException(ApiError.CONFLICT, "This instance runs no probes (BELFRY_LOCATIONS)"));
    }
    if (underWay.merge(account, 1, Integer::sum) > MOST_OF_ACCOUNT) {
      leave(account);
      return Future.failedFuture(
          new ApiException(
              ApiError.TOO_MANY_REQUESTS,
              "Too many tests of the account are under way; retry when one has ended"));
    }
    return Future.succeededFuture()
        .compose(taken -> test.get()) // It may throw: the place must be free again.
        .onComplete(ended -> leave(account));
  }

  private void leave(UUID account) {
    underWay.computeIfPresent(account, (id, count) -> count == 1 ? null : count - 1);
  }

  /** Ends the tests under way. It blocks; do not call it on an event loop. */
  @Override
  public void close() {
    prober.close().await();
  }
}
