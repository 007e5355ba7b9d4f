package dev.belfry.engine.overview;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Processes recorded changes: brings the check overview up to date and notifies event subscribers.
 * Runs on every instance; the first to take a change processes it, once.
 */
public final class ChangeProcessor {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(250);
  private static final int CHANGES_AT_ONCE = 2_000;

  /**
   * How long the database is left to other work after a full batch, in times the batch took.
   * Meanwhile further changes of the same checks come together. Without it the first verdicts of
   * 300,000 series took a processor core from their runs for as long as they lasted.
   */
  private static final int PAUSE_FACTOR = 3;

  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final Vertx vertx;
  private final JobRunner jobs;
  private final ChangeStore store;

  /**
   * Creates a processor that has not started.
   *
   * @param address of the database
   */
  public ChangeProcessor(Vertx vertx, DatabaseAddress address, Config config) {
    this.vertx = vertx;
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
    long began = System.nanoTime();
    return store
        .process(CHANGES_AT_ONCE)
        .compose(
            taken -> {
              if (taken < CHANGES_AT_ONCE || jobs.stopped()) {
                return Future.succeededFuture();
              }
              return vertx
                  .timer(pauseMillis(System.nanoTime() - began), TimeUnit.MILLISECONDS)
                  .compose(due -> jobs.stopped() ? Future.succeededFuture() : round());
            });
  }

  /** How long to process no changes after a full batch that took so long; 1 to 2,000 ms. */
  static long pauseMillis(long nanos) {
    return Math.max(1, Math.min(LONGEST_PAUSE_MILLIS, PAUSE_FACTOR * nanos / 1_000_000));
  }
}
