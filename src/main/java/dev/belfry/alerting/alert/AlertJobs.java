package dev.belfry.alerting.alert;

import dev.belfry.alerting.grouping.AlertGroups;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the periodic jobs of alerts: reminders and escalations, alerts that waited for the end of a
 * deletion or were held, groups of alerts, certificate alerts, and deletion of old alerts. Every
 * instance runs them; their transactions skip rows that another instance has locked. A failed job
 * is retried.
 */
public final class AlertJobs {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration DUE_EVERY = Duration.ofSeconds(1);
  private static final Duration RESUMED_EVERY = Duration.ofMillis(250);
  private static final Duration CERTIFICATES_EVERY = Duration.ofMinutes(1);
  private static final Duration PRUNED_EVERY = Duration.ofHours(1);
  private static final int CHECKS_AT_ONCE = 20;
  private static final int ROWS_AT_ONCE = 5_000;
  private static final int WOKEN_AT_ONCE = 200;

  private final JobRunner jobs;
  private final AlertService alerting;
  private final Certificates certificates;
  private final AlertHistoryStore history;
  private final ParentStore parents = new ParentStore();
  private final AlertGroups groups;
  private final Duration retention;

  /**
   * Creates the jobs; {@link #start} starts them.
   *
   * @param address of the database
   */
  public AlertJobs(
      Vertx vertx, DatabaseAddress address, Config config, AlertService alerting, Ids ids) {
    this.alerting = alerting;
    this.retention = config.results().retention();
    this.jobs = new JobRunner(vertx, address, config.database(), 2, PATIENCE);
    this.certificates = new Certificates(alerting, ids);
    this.groups = new AlertGroups(ids);
    this.history = new AlertHistoryStore(jobs.database());
  }

  /** Starts all jobs. */
  public void start() {
    jobs.every(DUE_EVERY, "Reminders", this::remind);
    jobs.every(RESUMED_EVERY, "Postponed alerts", this::resume);
    jobs.every(RESUMED_EVERY, "Held alerts", this::wake);
    jobs.every(RESUMED_EVERY, "Alert groups", this::group);
    jobs.every(CERTIFICATES_EVERY, "Certificate alerts", this::raiseCertificateAlerts);
    jobs.every(PRUNED_EVERY, "Delete old alerts", this::prune);
  }

  /** Stops all jobs and aborts those in progress; the future completes when they have ended. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Processes all due checks, some in each transaction. */
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

  /** Does what had to wait for the end of a deletion. */
  Future<Void> resume() {
    return alerting.hasPostponed()
        ? jobs.database().transaction(alerting::resume).onSuccess(alerting::onCommitted).mapEmpty()
        : Future.succeededFuture();
  }

  /** Makes due the checks that a failure held that has ended, some in each transaction. */
  Future<Void> wake() {
    return jobs.database()
        .transaction(connection -> parents.wake(connection, WOKEN_AT_ONCE))
        .compose(more -> more && !jobs.stopped() ? wake() : Future.succeededFuture());
  }

  /** Puts alerts into groups and queues the messages of those that are due. */
  Future<Void> group() {
    return jobs.database()
        .transaction(groups::step)
        .compose(more -> more && !jobs.stopped() ? group() : Future.succeededFuture());
  }

  /** Raises an alert for every certificate within the expiry threshold of a channel. */
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

  /** Deletes alerts and groups older than the retention of results. */
  Future<Void> prune() {
    return jobs.database()
        .transaction(parents::prune)
        .compose(pruned -> history.prune(retention, ROWS_AT_ONCE))
        .compose(
            deleted ->
                groups
                    .prune(jobs.database(), retention)
                    .map(more -> more || deleted == ROWS_AT_ONCE))
        .compose(more -> !more || jobs.stopped() ? Future.succeededFuture() : prune());
  }
}
