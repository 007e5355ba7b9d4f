package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.run.observer.Observer;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.testing.FakeTimers;
import dev.belfry.testing.FakeTracer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** Runs, schedule and loader of an engine, with time, store and answers under a test's control. */
final class RunFixture {
  static final long EPOCH = 1_800_000_000_000L;
  private static final int MOST_PROBES = 1_000;

  final FakeTimers timers = new FakeTimers();
  final FakeRunStore store = new FakeRunStore();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final FakeTracer spans = new FakeTracer();
  final RunMetrics metrics = new RunMetrics(registry);
  final EngineClock clock = new EngineClock(timers::nanos);
  final FakeMembership membership = new FakeMembership(7);
  final OwnedShards shards = new OwnedShards(clock);
  final List<Promise<ProbeResult>> probes = new ArrayList<>();
  private final MissedBatch missed = new MissedBatch();
  final OpenRuns open;
  final ResultWriter writer;
  final RunExecutor runs;
  final AdmissionQueue queue;
  final Scheduler scheduler;
  final SeriesLoader loader;

  RunFixture() {
    this(100);
  }

  RunFixture(int mostOpen) {
    clock.observe(EPOCH, timers.nanos());
    open = new OpenRuns(clock, new OpenRuns.Capacity(mostOpen, MOST_PROBES));
    writer = new ResultWriter(store, timers, clock, membership, shards, open, metrics, 100_000);
    Observer observer = new Observer(timers);
    runs =
        new RunExecutor(
            new Attempts(
                this::probe,
                (scope, stored) -> Future.succeededFuture(CompletedRequest.asStored(stored)),
                observer),
            clock,
            membership,
            shards,
            open,
            writer,
            metrics,
            new RunSpans(spans));
    queue = new AdmissionQueue(timers, this::probe, observer, open, runs, MOST_PROBES);
    scheduler = new Scheduler(clock, shards, queue, runs);
    loader = new SeriesLoader(store, timers, shards, scheduler, runs);
  }

  private Future<ProbeResult> probe(ProbeRequest request) {
    probes.add(Promise.promise());
    return probes.get(probes.size() - 1).future();
  }

  /** Begins the run of a slot at once. */
  void begin(Series series, long slot) {
    runs.begin(runs.open(series, slot), Reason.OBSERVER_PAUSED);
  }

  /** Answers the newest probe. */
  void answer(ProbeResult result) {
    probes.get(probes.size() - 1).complete(result);
  }

  /** A shard that is ours, with its series read. */
  OwnedShard claim(ShardKey key, long watermark) {
    OwnedShard shard = shards.add(new ShardClaim(key, watermark, false, true));
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

  /** The results that would be written. */
  ResultBatch batch() {
    return writer.batch(RunSamples.CHECK, false);
  }

  /** The missed runs so far. */
  List<MissedBatch.Missed> missed() {
    writer.missed.queue.moveTo(missed, Integer.MAX_VALUE);
    return missed.ranges;
  }

  /** Times of the missed runs that would be written. */
  List<Long> missedTimes() {
    List<Long> times = new ArrayList<>();
    for (MissedBatch.Missed one : missed()) {
      MissedRange range = one.range();
      for (long at = range.first(); at <= range.last(); at += range.period()) {
        times.add(at - EPOCH);
      }
    }
    return times;
  }
}
