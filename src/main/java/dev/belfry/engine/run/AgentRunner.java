package dev.belfry.engine.run;

import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.platform.cluster.ClusterRegistry;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.Timers;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/**
 * The engine of an agent: that of an instance, with the service in place of the database. Confined
 * to one thread.
 */
public final class AgentRunner {
  private static final int MOST_OPEN_RUNS = 100_000;

  /** Few, since the spool keeps what the service cannot take. */
  private static final int MOST_KEPT_ROWS = 20_000;

  private final Engine engine;
  private final AgentLink link;

  /**
   * What an agent is made of.
   *
   * @param name of its host, for people
   * @param probes that may be in flight at once, at least 1
   */
  public record Settings(String name, int probes) {}

  /** Creates an engine that has not joined yet. */
  public AgentRunner(
      Settings settings,
      Timers timers,
      ClusterRegistry cluster,
      AgentLink link,
      RunSpool spool,
      Prober prober,
      RequestCompletion completion,
      MeterRegistry registry) {
    this.link = link;
    engine =
        new Engine(
            new Engine.Settings(
                settings.name(),
                Set.of(),
                new OpenRuns.Capacity(MOST_OPEN_RUNS, settings.probes()),
                MOST_KEPT_ROWS),
            timers,
            cluster,
            new AgentRunStore(link, spool),
            prober,
            completion,
            new RunMetrics(registry),
            Tracer.OFF);
    engine.bind(registry);
  }

  /** Joins and runs what it gets. Completes with the first beat; see {@link Engine#start}. */
  public Future<Void> start() {
    return engine.start();
  }

  /** Hands all shards over and stops; fails when the service could not be told. */
  public Future<Void> leave() {
    return engine.leave();
  }

  /** Stops at once and hands nothing over. The future never fails. */
  public Future<Void> stop() {
    return engine.stop();
  }

  /** Reads checks that were created, changed or deleted. */
  public void onChecksChanged(Collection<UUID> checks) {
    for (UUID check : checks) {
      engine.shards().all().stream()
          .findAny()
          .ifPresent(any -> engine.loader().onCheckChanged(any.key.shard(), check));
    }
  }

  /** Reads the open runs of a shard, which has got some. */
  public void onRunsAdded(int shard) {
    engine.loader().onRunsAdded(new ShardKey(link.place(), shard));
  }

  /** Reads everything again, since changes may not have been told. */
  public void onChangesLost() {
    engine.loader().onNotificationsLost();
  }

  /** Whether shards are being read, so that not every change is known. */
  public boolean isReading() {
    return engine.loader().isLoading();
  }

  /** The id of the agent; negative while it is not a member. */
  public long id() {
    return engine.cluster().id();
  }

  /** The number of shards that the agent owns. */
  public int shards() {
    return engine.cluster().shards();
  }
}
