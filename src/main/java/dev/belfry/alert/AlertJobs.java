package dev.belfry.alert;

import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.db.Database;
import dev.belfry.db.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to alerts without a run: reminders and escalation by the clock, certificates, and
 * what is old. Runs on every instance, in transactions that leave alone what another is at, and is
 * tried again when the database was away.
 */
public final class AlertJobs {
  private static final Logger LOG = LoggerFactory.getLogger(AlertJobs.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration FAREWELL = Duration.ofMillis(500);
  private static final Duration DUE_EVERY = Duration.ofSeconds(1);
  private static final Duration CERTIFICATES_EVERY = Duration.ofMinutes(1);
  private static final Duration PRUNED_EVERY = Duration.ofHours(1);
  private static final int CHECKS_AT_ONCE = 20;
  private static final int ROWS_AT_ONCE = 5_000;

  private final Vertx vertx;
  private final Database database;
  private final Alerting alerting;
  private final Certificates certificates;
  private final AlertHistoryStore history;
  private final Duration retention;
  private final Set<String> failing = new HashSet<>();
  private volatile boolean stopped;

  /**
   * @param address where the database is
   */
  public AlertJobs(
      Vertx vertx, DatabaseAddress address, Config config, Alerting alerting, Ids ids) {
    this.vertx = vertx;
    this.alerting = alerting;
    this.retention = config.results().retention();
    Config.Database own =
        new Config.Database(
            address, config.database().dataDir(), 2, PATIENCE, config.database().maxWaiting());
    this.database = new Database(vertx, address, own, 2);
    this.certificates = new Certificates(alerting, ids);
    this.history = new AlertHistoryStore(database);
  }

  /** Starts all jobs, which go on until they are stopped. */
  public void start() {
    every(DUE_EVERY, "Reminders", this::remind);
    every(CERTIFICATES_EVERY, "Alerts about certificates", this::tellOfCertificates);
    every(PRUNED_EVERY, "Deleting old alerts", this::prune);
  }

  /** Stops; what is under way is broken off. */
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

  private void every(Duration pause, String what, Supplier<Future<Void>> job) {
    if (stopped) {
      return;
    }
    job.get()
        .onComplete(
            done -> {
              Throwable failure = done.cause();
              Duration next = failure == null ? pause : DUE_EVERY;
              if (failure == null) {
                failing.remove(what);
              } else if (!stopped && failing.add(what)) {
                LOG.warn("{} did not finish, tried again: {}", what, failure.getMessage());
              }
              if (!stopped) {
                vertx.setTimer(next.toMillis(), due -> every(pause, what, job));
              }
            });
  }

  /** Everything that is due, a few checks in each transaction. */
  Future<Void> remind() {
    AtomicInteger looked = new AtomicInteger();
    return database
        .transaction(connection -> alerting.due(connection, CHECKS_AT_ONCE, looked::set))
        .onSuccess(alerting::committed)
        .compose(
            raised ->
                looked.get() < CHECKS_AT_ONCE || stopped ? Future.succeededFuture() : remind());
  }

  /** Tells of every certificate that expires soon enough for somebody to hear of it. */
  Future<Void> tellOfCertificates() {
    return database
        .transaction(certificates::tell)
        .onSuccess(alerting::committed)
        .compose(
            raised ->
                raised.alerts().isEmpty() || stopped
                    ? Future.succeededFuture()
                    : tellOfCertificates());
  }

  /** Deletes what is older than results are. */
  Future<Void> prune() {
    return history
        .prune(retention, ROWS_AT_ONCE)
        .compose(deleted -> deleted < ROWS_AT_ONCE || stopped ? Future.succeededFuture() : prune());
  }
}
