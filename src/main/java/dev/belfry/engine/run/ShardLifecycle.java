package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.ShardListener;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the work of shards that the cluster gives to this instance, and ends it when the cluster
 * takes them away. Confined to one thread.
 */
final class ShardLifecycle implements ShardListener {
  private static final Logger LOG = LoggerFactory.getLogger(ShardLifecycle.class);

  /** How long a probe under way may take before its shard is handed over without its result. */
  private static final long PROBES_MILLIS = 500;

  private static final long POLL_MILLIS = 10;

  private final Timers timers;
  private final OwnedShards shards;
  private final Scheduler scheduler;
  private final OpenRuns open;
  private final SeriesLoader loader;
  private final ResultWriter writer;

  ShardLifecycle(
      Timers timers,
      OwnedShards shards,
      Scheduler scheduler,
      OpenRuns open,
      SeriesLoader loader,
      ResultWriter writer) {
    this.timers = timers;
    this.shards = shards;
    this.scheduler = scheduler;
    this.open = open;
    this.loader = loader;
    this.writer = writer;
  }

  @Override
  public void onShardsClaimed(List<ShardClaim> claims) {
    long forward = shards.goOnFrom(claims);
    if (forward > 0) {
      LOG.warn(
          "Runs are recorded up to {} ms after the database's time, which was set back; schedules"
              + " go on from there, a tenth slower until the database has caught up",
          forward);
      onClockSetForward(forward);
    }
    claims.forEach(shards::add);
    loader.load(claims);
  }

  @Override
  public Future<Void> onShardsRevoked(List<ShardKey> keys) {
    shards.stop(keys);
    open.abandonWaiting(keys);
    Promise<Void> released = Promise.promise();
    awaitProbes(keys, timers.nanos() + PROBES_MILLIS * 1_000_000, released);
    return released.future();
  }

  private void awaitProbes(List<ShardKey> keys, long deadline, Promise<Void> released) {
    if (timers.nanos() < deadline && open.probing(keys) > 0) {
      timers.after(POLL_MILLIS, () -> awaitProbes(keys, deadline, released));
      return;
    }
    open.abandon(keys);
    writer
        .flush(keys)
        .onComplete(
            flushed -> {
              shards.remove(keys);
              released.tryComplete();
            });
  }

  @Override
  public void onFenced() {
    open.abandonAll();
    loader.forget();
    writer.forget();
    scheduler.removeAll();
  }

  @Override
  public void onClockSetForward(long millis) {
    scheduler.overdueBecause(Reason.CLOCK_CHANGED);
  }
}
