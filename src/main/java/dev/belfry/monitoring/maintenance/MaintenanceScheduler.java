package dev.belfry.monitoring.maintenance;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Stops and resumes schedules as windows begin, end and change, and writes down ahead when windows
 * hold. Runs on every instance; whichever comes first does the work, once.
 */
public final class MaintenanceScheduler {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

  /** Few, because the updates of these checks wait until the transaction ends. */
  private static final int CHECKS_AT_ONCE = 50;

  private static final int WINDOWS_AT_ONCE = 20;

  private final JobRunner jobs;
  private final InstantSource clock;

  /**
   * @param address where the database is
   */
  public MaintenanceScheduler(
      Vertx vertx, DatabaseAddress address, Config config, InstantSource clock) {
    this.clock = clock;
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
  }

  /** Starts looking, until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_LOOKS, "Looking at maintenance windows", this::round);
  }

  /** Stops; what is under way is broken off and done by another instance, or at the next start. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Does all there is to do. */
  Future<Void> round() {
    return renew().compose(renewed -> apply());
  }

  private Future<Void> apply() {
    return jobs.database()
        .transaction(connection -> IntervalStore.apply(connection, CHECKS_AT_ONCE))
        .compose(more -> more && !jobs.stopped() ? apply() : Future.succeededFuture());
  }

  private Future<Void> renew() {
    long now = clock.millis();
    return jobs.database()
        .transaction(
            connection ->
                IntervalStore.stale(connection, Horizon.stale(now), WINDOWS_AT_ONCE)
                    .compose(rows -> IntervalStore.replace(connection, rows, now).map(rows.size())))
        .compose(
            count ->
                count == WINDOWS_AT_ONCE && !jobs.stopped() ? renew() : Future.succeededFuture());
  }
}
