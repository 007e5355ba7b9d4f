package dev.belfry.engine.result;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes partitions in advance, rolls up past hours, packs past days, drops old data, and then runs
 * the maintenance tasks of other features. Every instance tries; a lock lets one work at a time, on
 * a connection of its own. Each step is short and may be interrupted and repeated.
 */
public final class Housekeeping {
  /** How long roll-ups are kept, and the rows that roll-ups and the ledger refer to. */
  static final Duration FIGURES_KEPT = Duration.ofDays(400);

  /** Longer than an agent that was cut off keeps results, and than its location counts it. */
  private static final Duration INSTANCES_KEPT = Duration.ofDays(2);

  /** The trend of an account and the history of a group show 24 hours. */
  private static final Duration HOURS_OF_ACCOUNTS_KEPT = Duration.ofDays(2);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 20;
  private static final long LOCK_SHOWN_EVERY_MILLIS = 5_000;
  private static final int SERIES_AT_ONCE = 500;
  private static final int ROWS_AT_ONCE = 20_000;

  private final Vertx vertx;
  private final JobRunner jobs;
  private final HousekeepingStore store;
  private final Duration retention;
  private final InstantSource clock;
  private final List<MaintenanceTask> tasks;
  private long prunedHour;

  /**
   * Creates housekeeping that has not started.
   *
   * @param address of the database
   * @param tasks of other features, run at the end of each round
   */
  public Housekeeping(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      InstantSource clock,
      List<MaintenanceTask> tasks) {
    this.vertx = vertx;
    this.tasks = List.copyOf(tasks);
    this.clock = clock;
    this.retention = config.results().retention();
    // It rebuilds indexes without locking their tables, which no transaction may do.
    this.jobs = new JobRunner(vertx, address.session(), config.database(), 2, PATIENCE);
    this.store = new HousekeepingStore(jobs.database());
  }

  /** Starts the first round; others follow every 30 s until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_ROUNDS, "Housekeeping", this::round);
  }

  /** Stops and interrupts the step under way. The future never fails. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Does one round, unless another instance does. Fails when a step fails. */
  Future<Void> round() {
    return store.whileLocked(
        alive -> {
          long timer = vertx.setPeriodic(LOCK_SHOWN_EVERY_MILLIS, due -> alive.run());
          return work(clock.millis()).onComplete(done -> vertx.cancelTimer(timer));
        });
  }

  private Future<Void> work(long now) {
    int today = (int) (now / TimeRange.DAY);
    return store
        .makePartitions(today)
        .compose(made -> store.numberSeries())
        .compose(numbered -> rollUp())
        .compose(summed -> store.progress())
        .compose(
            progress ->
                dropResults(today, progress)
                    .compose(dropped -> pack(progress))
                    .compose(packed -> dropFigures(today)))
        .compose(dropped -> prune(now))
        .compose(pruned -> runTasks(now));
  }

  private Future<Void> runTasks(long now) {
    Future<Void> done = Future.succeededFuture();
    for (MaintenanceTask task : tasks) {
      done = done.compose(before -> task.round(jobs.database(), now));
    }
    return done;
  }

  /** Rolls up batch after batch, with a pause for other statements in between. */
  private Future<Void> rollUp() {
    return store
        .rollUp(SERIES_AT_ONCE)
        .compose(
            more ->
                more && !jobs.stopped()
                    ? pause().compose(on -> rollUp())
                    : Future.succeededFuture());
  }

  private Future<Void> pause() {
    Promise<Void> pause = Promise.promise();
    vertx.setTimer(PAUSE_MILLIS, due -> pause.complete());
    return pause.future();
  }

  /** Drops old results, except those that are not rolled up yet. */
  private Future<Void> dropResults(int today, HousekeepingStore.Progress progress) {
    long summedDays = progress.hour() / TimeRange.DAY;
    long oldest = Math.min(today - retention.toDays(), summedDays);
    return dropBefore("results", oldest).compose(done -> dropBefore("result_details", oldest));
  }

  /** Drops a month of roll-ups when all its days are too old. */
  private Future<Void> dropFigures(int today) {
    return dropBefore("result_hours", today - FIGURES_KEPT.toDays() - 31);
  }

  private Future<Void> dropBefore(String table, long day) {
    return each(table, partition -> partition.day() < day, store::drop);
  }

  private Future<Void> pack(HousekeepingStore.Progress progress) {
    int open = (int) ((progress.hour() - TimeRange.HOUR) / TimeRange.DAY);
    return each(
            "results",
            partition -> partition.day() >= progress.packedDay() && partition.day() < open,
            store::pack)
        .compose(done -> store.packed(open));
  }

  private Future<Void> each(
      String table,
      Predicate<HousekeepingStore.Partition> which,
      Function<HousekeepingStore.Partition, Future<Void>> what) {
    return store
        .partitions(table)
        .compose(partitions -> inTurn(partitions.stream().filter(which).iterator(), what));
  }

  private static Future<Void> inTurn(
      Iterator<HousekeepingStore.Partition> partitions,
      Function<HousekeepingStore.Partition, Future<Void>> what) {
    return partitions.hasNext()
        ? what.apply(partitions.next()).compose(done -> inTurn(partitions, what))
        : Future.succeededFuture();
  }

  private Future<Void> prune(long now) {
    long hour = now / TimeRange.HOUR;
    if (hour == prunedHour) {
      return Future.succeededFuture();
    }
    return store
        .prune(
            now - FIGURES_KEPT.toMillis(),
            now - HOURS_OF_ACCOUNTS_KEPT.toMillis(),
            now - INSTANCES_KEPT.toMillis(),
            ROWS_AT_ONCE)
        .onSuccess(pruned -> prunedHour = hour);
  }
}
