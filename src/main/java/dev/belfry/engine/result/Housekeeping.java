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
 * Makes partitions before they are needed, sums up hours that are over, packs days that are over,
 * and drops what is old; chores of others come last. Runs on every instance, at work on one at a
 * time, on a connection of its own. Everything is done in small steps that may be broken off and
 * done again.
 */
public final class Housekeeping {
  /** How long figures are kept, and what they and the ledger refer to. */
  static final Duration FIGURES_KEPT = Duration.ofDays(400);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(30);
  private static final long BREATH_MILLIS = 20;
  private static final int SERIES_AT_ONCE = 500;
  private static final int ROWS_AT_ONCE = 20_000;

  private final Vertx vertx;
  private final JobRunner jobs;
  private final HousekeepingStore store;
  private final Duration retention;
  private final InstantSource clock;
  private final List<MaintenanceTask> chores;
  private long prunedHour;

  /**
   * @param address where the database is
   * @param chores what else is to be done in each round
   */
  public Housekeeping(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      InstantSource clock,
      List<MaintenanceTask> chores) {
    this.vertx = vertx;
    this.chores = List.copyOf(chores);
    this.clock = clock;
    this.retention = config.results().retention();
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new HousekeepingStore(jobs.database());
  }

  /** Starts the first round, which is followed by others until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_ROUNDS, "Housekeeping", this::round);
  }

  /** Stops; a step under way is broken off, for which a long one is not waited. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Does all there is to do, unless another instance is at it. */
  Future<Void> round() {
    return store
        .lock()
        .compose(
            locked ->
                locked ? work(clock.millis()).eventually(store::unlock) : Future.succeededFuture());
  }

  private Future<Void> work(long now) {
    int today = (int) (now / TimeRange.DAY);
    return store
        .makePartitions(today)
        .compose(made -> sumUp())
        .compose(summed -> store.progress())
        .compose(
            progress ->
                dropResults(today, progress)
                    .compose(dropped -> pack(progress))
                    .compose(packed -> dropFigures(today)))
        .compose(dropped -> prune(now))
        .compose(pruned -> chores(now));
  }

  private Future<Void> chores(long now) {
    Future<Void> done = Future.succeededFuture();
    for (MaintenanceTask chore : chores) {
      done = done.compose(before -> chore.round(jobs.database(), now));
    }
    return done;
  }

  /** Batch after batch, with a breath for others in between. */
  private Future<Void> sumUp() {
    return store
        .sumUp(SERIES_AT_ONCE)
        .compose(
            more ->
                more && !jobs.stopped()
                    ? breath().compose(on -> sumUp())
                    : Future.succeededFuture());
  }

  private Future<Void> breath() {
    Promise<Void> breath = Promise.promise();
    vertx.setTimer(BREATH_MILLIS, due -> breath.complete());
    return breath.future();
  }

  /** What has not been summed up yet stays, however old it is. */
  private Future<Void> dropResults(int today, HousekeepingStore.Progress progress) {
    long summedDays = progress.hour() / TimeRange.DAY;
    long oldest = Math.min(today - retention.toDays(), summedDays);
    return dropBefore("results", oldest).compose(done -> dropBefore("result_details", oldest));
  }

  /** A month goes when all of its days are too old. */
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
        .prune(now - FIGURES_KEPT.toMillis(), ROWS_AT_ONCE)
        .onSuccess(pruned -> prunedHour = hour);
  }
}
