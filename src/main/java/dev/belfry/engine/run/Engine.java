package dev.belfry.engine.run;

import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.engine.run.observer.Observer;
import dev.belfry.platform.cluster.Cluster;
import dev.belfry.platform.cluster.ClusterRegistry;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.Timers;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.Set;

/**
 * Builds, starts and stops the parts that run monitors on one instance. Each part knows only parts
 * built before it; the cluster gets its {@link ShardLifecycle} when it starts. Confined to one
 * thread.
 */
final class Engine {
  private final Cluster cluster;
  private final OwnedShards shards;
  private final OpenRuns open;
  private final ResultWriter writer;
  private final AdmissionQueue queue;
  private final SeriesLoader loader;
  private final EngineTicker ticker;
  private final ShardLifecycle lifecycle;

  /**
   * Name, locations and bounds of an engine.
   *
   * @param name of the instance, for people
   * @param locations that the instance probes from
   * @param capacity of runs and probes
   * @param mostKeptRows unwritten rows above which no run begins
   */
  record Settings(
      String name, Set<String> locations, OpenRuns.Capacity capacity, int mostKeptRows) {}

  Engine(
      Settings settings,
      Timers timers,
      ClusterRegistry clusterStore,
      RunStore store,
      Prober prober,
      RequestCompletion completion,
      RunMetrics metrics,
      Tracer tracer) {
    EngineClock clock = new EngineClock(timers::nanos);
    cluster = new Cluster(clusterStore, timers, clock, settings.name(), settings.locations());
    shards = new OwnedShards(clock);
    open = new OpenRuns(clock, settings.capacity());
    writer =
        new ResultWriter(
            store,
            timers,
            clock,
            cluster,
            new KnownProgress(shards, store),
            open,
            metrics,
            settings.mostKeptRows());
    Observer observer = new Observer(timers);
    RunExecutor runs =
        new RunExecutor(
            new Attempts(prober, completion, observer),
            clock,
            cluster,
            shards,
            open,
            writer,
            metrics,
            new RunSpans(tracer));
    queue = new AdmissionQueue(timers, prober, observer, open, runs, settings.capacity().probes());
    Scheduler scheduler = new Scheduler(clock, shards, queue, runs);
    loader = new SeriesLoader(store, timers, shards, scheduler, runs);
    ticker = new EngineTicker(timers, clock, cluster, observer, writer, shards, scheduler);
    lifecycle = new ShardLifecycle(timers, shards, scheduler, open, loader, writer);
  }

  /**
   * Starts all parts. Completes with the first beat that counts the instance as a member, and never
   * fails: a database that is away is asked again.
   */
  Future<Void> start() {
    writer.start();
    ticker.start();
    return cluster.start(lifecycle);
  }

  /**
   * Hands all shards over, leaves the cluster and stops. Fails when the database refuses one of
   * these; the engine has stopped then too.
   */
  Future<Void> leave() {
    return cluster
        .leave()
        .eventually(
            () -> {
              ticker.stop();
              return cluster.stop();
            });
  }

  /** Stops at once and hands nothing over. The future never fails. */
  Future<Void> stop() {
    ticker.stop();
    return cluster.stop();
  }

  Cluster cluster() {
    return cluster;
  }

  OwnedShards shards() {
    return shards;
  }

  OpenRuns openRuns() {
    return open;
  }

  AdmissionQueue queue() {
    return queue;
  }

  ResultWriter writer() {
    return writer;
  }

  /** The part that takes notifications of the database. */
  SeriesLoader loader() {
    return loader;
  }

  /** Registers the meters that instances and agents have. */
  void bind(MeterRegistry registry) {
    Gauge.builder("belfry.runs.queued", queue, AdmissionQueue::size)
        .description("Runs that are due and wait for a place")
        .register(registry);
    Gauge.builder("belfry.runs.admitted.ratio", queue, AdmissionQueue::admitted)
        .description("Share of due runs that are not left out because of overload, 0 to 1")
        .register(registry);
    Gauge.builder("belfry.runs.open", open, OpenRuns::size)
        .description("Runs under way or waiting for a retry")
        .register(registry);
    Gauge.builder("belfry.schedule.series", shards, OwnedShards::series)
        .description("Series (monitor and location) that this instance runs")
        .register(registry);
    Gauge.builder("belfry.cluster.shards", cluster, Cluster::shards)
        .description("Shards that this instance owns")
        .register(registry);
  }
}
