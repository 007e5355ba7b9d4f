package dev.belfry.maintenance;

import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops and resumes schedules as windows begin, end and change, and writes down ahead when windows
 * hold. Runs on every instance; whichever comes first does the work, once.
 */
public final class MaintenanceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceKeeper.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FAREWELL = Duration.ofMillis(500);
  private static final long BETWEEN_LOOKS_MILLIS = 300;
  private static final int CHECKS_AT_ONCE = 200;
  private static final int WINDOWS_AT_ONCE = 20;

  private final Vertx vertx;
  private final Database database;
  private final InstantSource clock;
  private volatile boolean stopped;
  private boolean failing;

  /**
   * @param address where the database is
   */
  public MaintenanceKeeper(
      Vertx vertx, DatabaseAddress address, Config config, InstantSource clock) {
    this.vertx = vertx;
    this.clock = clock;
    Config.Database patient =
        new Config.Database(
            address, config.database().dataDir(), 1, PATIENCE, config.database().maxWaiting());
    this.database = new Database(vertx, address, patient, 1);
  }

  /** Starts looking, until it is stopped. */
  public void start() {
    round()
        .onComplete(
            done -> {
              tell(done.cause());
              if (!stopped) {
                vertx.setTimer(BETWEEN_LOOKS_MILLIS, due -> start());
              }
            });
  }

  /** Stops; what is under way is broken off and done by another instance, or at the next start. */
  public Future<Void> stop() {
    if (stopped) {
      return Future.succeededFuture();
    }
    stopped = true;
    return database
        .close()
        .timeout(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
        .recover(late -> Future.succeededFuture());
  }

  /** Does all there is to do. */
  Future<Void> round() {
    return renew().compose(renewed -> apply());
  }

  private Future<Void> apply() {
    return database
        .transaction(connection -> IntervalStore.apply(connection, CHECKS_AT_ONCE))
        .compose(more -> more && !stopped ? apply() : Future.succeededFuture());
  }

  private Future<Void> renew() {
    long now = clock.millis();
    return database
        .transaction(
            connection ->
                IntervalStore.stale(connection, Horizon.stale(now), WINDOWS_AT_ONCE)
                    .compose(
                        rows -> {
                          Future<Void> written = Future.succeededFuture();
                          for (WindowRow row : rows) {
                            written =
                                written.compose(
                                    before ->
                                        IntervalStore.replace(
                                            connection,
                                            row,
                                            Horizon.intervals(row.window().plan(), now),
                                            now));
                          }
                          return written.map(rows.size());
                        }))
        .compose(
            count -> count == WINDOWS_AT_ONCE && !stopped ? renew() : Future.succeededFuture());
  }

  private void tell(@Nullable Throwable failure) {
    if (failure != null && !failing && !stopped) {
      LOG.warn("Maintenance windows were not looked at, and will be: {}", failure.getMessage());
    }
    failing = failure != null;
  }
}
