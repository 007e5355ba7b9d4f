package dev.belfry.engine.objective;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Queues the monthly reports about objectives to the channels that ask for them. Runs on every
 * instance. A report is stored once for an account and month; a channel moves to the next month in
 * the transaction that queues its message, so that it gets one, whatever ends in between.
 */
public final class ObjectiveReportJob {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

  /** How long the report of a large account may take until another instance begins anew. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  private final JobRunner jobs;
  private final InstantSource clock;
  private final ObjectiveReportStore store;
  private final ObjectiveReports reports;

  /**
   * @param address where the database is
   */
  public ObjectiveReportJob(
      Vertx vertx, DatabaseAddress address, Config config, InstantSource clock) {
    this.clock = clock;
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new ObjectiveReportStore(jobs.database());
    this.reports = new ObjectiveReports(jobs.database(), new Objectives(jobs.database(), clock));
  }

  /** Starts looking, until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_LOOKS, "Reporting objectives", this::round);
  }

  /** Stops; what is under way is done by another instance, or after the next start. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Queues all reports that are due. Fails when the database is away. */
  Future<Void> round() {
    long now = clock.millis();
    DueReports due = DueReports.at(now);
    return store
        .take(due, now, now + LEASE.toMillis())
        .compose(
            taken ->
                taken.isEmpty()
                    ? Future.succeededFuture()
                    : report(taken.get(), due)
                        .compose(queued -> jobs.stopped() ? Future.succeededFuture() : round()));
  }

  private Future<Void> report(ObjectiveReportStore.DueChannel channel, DueReports due) {
    Future<List<ReportEntry>> computed =
        channel.stored()
            ? Future.succeededFuture(List.of())
            : reports.all(channel.account(), ReportMonth.whole(due.reported()));
    return computed.compose(
        entries ->
            jobs.database()
                .transaction(
                    connection ->
                        (entries.isEmpty()
                                ? Future.<Void>succeededFuture()
                                : ObjectiveReportStore.store(
                                    connection,
                                    channel.account(),
                                    due.reported().atDay(1),
                                    ReportSummaries.of(due.reported(), entries).json(),
                                    ReportSummaries.csv(entries)))
                            .compose(
                                stored ->
                                    ObjectiveReportStore.queue(
                                        connection, channel.channel(), due))));
  }
}
