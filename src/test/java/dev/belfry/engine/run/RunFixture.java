package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.testing.FakeTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs, schedule and loader of an engine, with time, store and answers moved by hand. */
final class RunFixture implements RunContext, ResultWriter.Owner {
  static final long EPOCH = 1_800_000_000_000L;

  final FakeTimers timers = new FakeTimers();
  final FakeRunStore store = new FakeRunStore();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final RunMetrics metrics = new RunMetrics(registry);
  final EngineClock clock = new EngineClock(timers::nanos);
  final ResultWriter writer = new ResultWriter(store, timers, () -> 7, metrics, this, 100_000);
  final List<Promise<ProbeResult>> probes = new ArrayList<>();
  final Set<String> covered = new HashSet<>(Set.of("here", "there"));
  final RunExecutor runs;
  final Scheduler scheduler;
  final SeriesLoader loader;

  RunFixture() {
    this(100);
  }

  RunFixture(int mostOpen) {
    clock.observe(EPOCH, timers.nanos());
    runs =
        new RunExecutor(
            this::probe,
            clock,
            writer,
            new Observer(timers),
            metrics,
            this,
            new RunExecutor.Capacity(mostOpen, 1_000));
    scheduler = new Scheduler(clock, runs);
    loader = new SeriesLoader(store, timers, scheduler, runs);
  }

  private Future<ProbeResult> probe(ProbeRequest request) {
    probes.add(Promise.promise());
    return probes.get(probes.size() - 1).future();
  }

  /** Answers the newest probe. */
  void answer(ProbeResult result) {
    probes.get(probes.size() - 1).complete(result);
  }

  /** A shard that is ours, with its series read. */
  OwnedShard claim(ShardKey key, long watermark) {
    OwnedShard shard = scheduler.add(new ShardClaim(key, watermark, false, true));
    shard.loaded = true;
    return shard;
  }

  /** Lets time pass in ticks, as the engine does. */
  void tick(long millis) {
    for (long passed = 0; passed < millis; passed += TimerWheel.TICK_MILLIS) {
      timers.pass(TimerWheel.TICK_MILLIS);
      scheduler.advance(clock.now());
    }
  }

  /** Lets time pass as if the engine stood still, and then goes on. */
  void stall(long millis) {
    timers.pass(millis);
    scheduler.advance(clock.now());
  }

  /** What would be written next. */
  ResultBatch batch() {
    return writer.batch();
  }

  /** Times of the missed runs that would be written next. */
  List<Long> missedTimes() {
    List<Long> times = new ArrayList<>();
    for (ResultBatch.Missed missed : batch().missed) {
      MissedRange range = missed.range();
      for (long at = range.first(); at <= range.last(); at += range.period()) {
        times.add(at - EPOCH);
      }
    }
    return times;
  }

  @Override
  public boolean probesFrom(ShardKey place) {
    @Nullable OwnedShard shard = scheduler.shard(place);
    return shard != null && shard.covered && !shard.vacating;
  }

  @Override
  public Predicate<String> covered() {
    return covered::contains;
  }

  @Override
  public void schedule(Run run) {
    scheduler.schedule(run);
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
  public void fenced() {
    throw new AssertionError("nobody is fenced here");
  }
}
