package dev.belfry.alerting.alert;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What happens to alerts without a run: reminders and escalation by the clock, certificates, and
 * what is old. Runs on every instance, in transactions that leave alone what another is at, and is
 * tried again when the database was away.
 */
public final class AlertJobs {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration DUE_EVERY = Duration.ofSeconds(1);
  private static final Duration CERTIFICATES_EVERY = Duration.ofMinutes(1);
  private static final Duration PRUNED_EVERY = Duration.ofHours(1);
  private static final int CHECKS_AT_ONCE = 20;
  private static final int ROWS_AT_ONCE = 5_000;

  private final JobRunner jobs;
  private final AlertService alerting;
  private final Certificates certificates;
  private final AlertHistoryStore history;
  private final Duration retention;

  /**
   * @param address where the database is
   */
  public AlertJobs(
      Vertx vertx, DatabaseAddress address, Config config, AlertService alerting, Ids ids) {
    this.alerting = alerting;
    this.retention = config.results().retention();
    this.jobs = new JobRunner(vertx, address, config.database(), 2, PATIENCE);
    this.certificates = new Certificates(alerting, ids);
    this.history = new AlertHistoryStore(jobs.database());
  }

  /** Starts all jobs, which go on until they are stopped. */
  public void start() {
    jobs.every(DUE_EVERY, "Reminders", this::remind);
    jobs.every(CERTIFICATES_EVERY, "Alerts about certificates", this::raiseCertificateAlerts);
    jobs.every(PRUNED_EVERY, "Deleting old alerts", this::prune);
  }

  /** Stops; what is under way is broken off. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Everything that is due, a few checks in each transaction. */
  Future<Void> remind() {
    AtomicInteger processed = new AtomicInteger();
    return jobs.database()
        .transaction(connection -> alerting.processDue(connection, CHECKS_AT_ONCE, processed::set))
        .onSuccess(alerting::onCommitted)
        .compose(
            raised ->
                processed.get() < CHECKS_AT_ONCE || jobs.stopped()
                    ? Future.succeededFuture()
                    : remind());
  }

  /** Tells of every certificate that expires soon enough for somebody to hear of it. */
  Future<Void> raiseCertificateAlerts() {
    return jobs.database()
        .transaction(certificates::raiseDue)
        .onSuccess(alerting::onCommitted)
        .compose(
            raised ->
                raised.alerts().isEmpty() || jobs.stopped()
                    ? Future.succeededFuture()
                    : raiseCertificateAlerts());
  }

  /** Deletes what is older than results are. */
  Future<Void> prune() {
    return history
        .prune(retention, ROWS_AT_ONCE)
        .compose(
            deleted ->
                deleted < ROWS_AT_ONCE || jobs.stopped() ? Future.succeededFuture() : prune());
  }
}
