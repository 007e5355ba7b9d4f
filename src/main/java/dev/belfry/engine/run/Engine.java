package dev.belfry.engine.run;

import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.Cluster;
import dev.belfry.platform.cluster.ClusterStore;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.ShardListener;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Watches the monitors of the shards that are this instance's: everything of an instance that runs
 * monitors, built and wired. Confined to one thread.
 */
final class Engine implements ShardListener, ResultWriter.Owner, RunContext {
  private static final long VACATE_MILLIS = 500;
  private static final long LOOK_MILLIS = 10;

  private final Timers timers;
  private final EngineClock clock;
  private final Cluster cluster;
  private final ResultWriter writer;
  private final RunExecutor runs;
  private final Scheduler scheduler;
  private final SeriesLoader loader;
  private final Observer observer;
  private final ResumeGuard waking;
  private boolean stopped;

  /**
   * What an engine is, and how much it takes on.
   *
   * @param name what people know the instance by
   * @param locations it probes from
   * @param capacity of runs and probes
   * @param mostKeptRows that are kept while they cannot be written
   */
  record Settings(
      String name, Set<String> locations, RunExecutor.Capacity capacity, int mostKeptRows) {}

  Engine(
      Settings settings,
      Timers timers,
      ClusterStore directory,
      RunStore store,
      Prober prober,
      RunMetrics metrics) {
    this.timers = timers;
    observer = new Observer(timers);
    waking = new ResumeGuard(timers.nanos());
    clock = new EngineClock(timers::nanos);
    cluster = new Cluster(directory, timers, clock, settings.name(), settings.locations(), this);
    writer = new ResultWriter(store, timers, cluster::id, metrics, this, settings.mostKeptRows());
    runs = new RunExecutor(prober, clock, writer, observer, metrics, this, settings.capacity());
    scheduler = new Scheduler(clock, runs);
    loader = new SeriesLoader(store, timers, scheduler, runs);
  }

  /** Begins; completes when the instance is among the others. */
  Future<Void> start() {
    writer.start();
    tick();
    return cluster.start();
  }

  /** Hands everything over and ends; completes when that is done. */
  Future<Void> leave() {
    return cluster.leave().eventually(this::stop);
  }

  /** Ends at once. */
  Future<Void> stop() {
    stopped = true;
    return cluster.stop();
  }

  /** A check was created, changed or deleted. */
  void changed(int shard, UUID check) {
    if (scheduler.shards().stream().anyMatch(ours -> ours.key.shard() == shard)) {
      loader.changed(check);
    }
  }

  /** Changes may have gone unnoticed. */
  void changedAll() {
    loader.changedAll();
  }

  /** Somebody left runs to a shard. */
  void runsLeft(ShardKey shard) {
    if (scheduler.shard(shard) != null) {
      loader.openRuns(shard);
    }
  }

  private void tick() {
    if (stopped) {
      return;
    }
    observer.tick();
    boolean awake = waking.mayGoOn(timers.nanos(), cluster.heardAt());
    if (writer.isFull()) {
      scheduler.overdueBecause(Reason.DATABASE_AWAY);
    } else if (awake && !scheduler.shards().isEmpty()) {
      scheduler.advance(clock.now());
    }
    timers.after(TimerWheel.TICK_MILLIS, this::tick);
  }

  @Override
  public void claimed(List<ShardClaim> leases) {
    leases.forEach(scheduler::add);
    loader.claimed(leases);
  }

  @Override
  public Future<Void> vacate(List<ShardKey> shards) {
    scheduler.stop(shards);
    runs.forgetWaiting(shards);
    Promise<Void> vacated = Promise.promise();
    long deadline = timers.nanos() + VACATE_MILLIS * 1_000_000;
    settle(shards, deadline, vacated);
    return vacated.future();
  }

  private void settle(List<ShardKey> shards, long deadline, Promise<Void> vacated) {
    if (timers.nanos() < deadline && runs.probing(shards) > 0) {
      timers.after(LOOK_MILLIS, () -> settle(shards, deadline, vacated));
      return;
    }
    runs.forget(shards);
    writer
        .flush()
        .onComplete(
            flushed -> {
              scheduler.remove(shards);
              vacated.tryComplete();
            });
  }

  @Override
  public void fenced() {
    if (cluster.id() >= 0) {
      cluster.fenced();
      return;
    }
    runs.forgetAll();
    loader.forget();
    writer.forget();
    scheduler.removeAll();
  }

  @Override
  public void clockSetForward(long millis) {
    scheduler.overdueBecause(Reason.CLOCK_CHANGED);
  }

  @Override
  public Collection<OwnedShard> shards() {
    return scheduler.shards();
  }

  @Override
  public long reached() {
    return scheduler.reached();
  }

  @Override
  public long now() {
    return clock.now();
  }

  @Override
  public void written(ResultBatch batch) {
    runs.written(batch);
  }

  @Override
  public boolean probesFrom(ShardKey place) {
    OwnedShard shard = scheduler.shard(place);
    return shard != null && shard.covered && !shard.vacating;
  }

  @Override
  public Predicate<String> covered() {
    return cluster::isCovered;
  }

  @Override
  public void schedule(Run run) {
    scheduler.schedule(run);
  }

  Cluster cluster() {
    return cluster;
  }

  RunExecutor runs() {
    return runs;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  ResultWriter writer() {
    return writer;
  }
}
