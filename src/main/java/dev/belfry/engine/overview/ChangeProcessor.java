package dev.belfry.engine.overview;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Processes recorded changes: brings the check overview up to date and notifies event subscribers.
 * Runs on every instance; the first to take a change processes it, once.
 */
public final class ChangeProcessor {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(250);
  private static final int CHANGES_AT_ONCE = 2_000;

  private final JobRunner jobs;
  private final ChangeStore store;

  /**
   * Creates a processor that has not started.
   *
   * @param address of the database
   */
  public ChangeProcessor(Vertx vertx, DatabaseAddress address, Config config) {
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new ChangeStore(jobs.database());
  }

  /** Processes changes every 250 ms until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_ROUNDS, "Processing of changes", this::round);
  }

  /**
   * Stops. A transaction under way is rolled back, and its changes are processed by another
   * instance or after the next start. The future never fails.
   */
  public Future<Void> stop() {
    return jobs.stop();
  }

  private Future<Void> round() {
    return store
        .process(CHANGES_AT_ONCE)
        .compose(
            taken ->
                taken == CHANGES_AT_ONCE && !jobs.stopped() ? round() : Future.succeededFuture());
  }
}
