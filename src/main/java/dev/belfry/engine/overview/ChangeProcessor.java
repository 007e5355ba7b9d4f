package dev.belfry.engine.overview;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Takes what has changed, keeps the list for people up to date with it and has those told who
 * follow events. Runs on every instance; whichever comes first does the work, once.
 */
public final class ChangeProcessor {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final int CHANGES_AT_ONCE = 2_000;

  private final JobRunner jobs;
  private final ChangeStore store;

  /**
   * @param address where the database is
   */
  public ChangeProcessor(Vertx vertx, DatabaseAddress address, Config config) {
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new ChangeStore(jobs.database());
  }

  /** Starts looking, until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_LOOKS, "Looking at what has changed", this::round);
  }

  /** Stops; what is under way is broken off and done by another instance, or at the next start. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  private Future<Void> round() {
    return store
        .settle(CHANGES_AT_ONCE)
        .compose(
            taken ->
                taken == CHANGES_AT_ONCE && !jobs.stopped() ? round() : Future.succeededFuture());
  }
}
