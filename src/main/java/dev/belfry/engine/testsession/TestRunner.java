package dev.belfry.engine.testsession;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims runs from their origin and executes them, a bounded number at once. */
final class TestRunner {
  private static final Logger LOG = LoggerFactory.getLogger(TestRunner.class);

  /** While runs wait for a place. */
  static final Duration LOOK = Duration.ofMillis(200);

  /** How often runs under way are held. */
  static final Duration HOLD = Duration.ofSeconds(4);

  /** Runs of this process under way at once. */
  static final int MOST = 30;

  private final TestRunOrigin origin;
  private final TestRunExecution execution;
  private final BooleanSupplier mayPing;
  private final Map<UUID, ClaimedRun> underWay = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  /**
   * @param mayPing whether the system lets this process send pings
   */
  TestRunner(TestRunOrigin origin, TestRunExecution execution, BooleanSupplier mayPing) {
    this.origin = origin;
    this.execution = execution;
    this.mayPing = mayPing;
  }

  /**
   * Claims what there is room for; completes with the pause until the next look.
   *
   * @param idle the pause when no run waits
   */
  Future<Duration> look(Duration idle) {
    int room = MOST - underWay.size();
    return room <= 0 || stopping
        ? Future.succeededFuture(LOOK)
        : origin
            .claim(mayPing.getAsBoolean(), room)
            .map(
                claimed -> {
                  claimed.runs().forEach(this::begin);
                  return claimed.othersWait() ? LOOK : idle;
                });
  }

  private void begin(ClaimedRun run) {
    underWay.put(run.id(), run);
    Future.succeededFuture()
        .compose(begun -> execution.execute(run)) // It may throw.
        .onFailure(
            failure -> LOG.warn("Test run {} is begun again: {}", run.id(), failure.getMessage()))
        .onComplete(done -> underWay.remove(run.id(), run));
  }

  /** Holds what is under way. */
  Future<Void> hold() {
    List<ClaimedRun> held = List.copyOf(underWay.values());
    return held.isEmpty() ? Future.succeededFuture() : origin.hold(held);
  }

  /** Gives back what is under way and begins nothing more. The future never fails. */
  Future<Void> stop() {
    stopping = true; // What is given back must not be claimed again here.
    List<ClaimedRun> left = List.copyOf(underWay.values());
    underWay.clear();
    return left.isEmpty() ? Future.succeededFuture() : origin.release(left).otherwiseEmpty();
  }
}
