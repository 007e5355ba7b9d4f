package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.icmp.EchoRouter;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.engine.request.ApiCompletion;
import dev.belfry.platform.cluster.PgClusterRegistry;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Notifications;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the engine of this instance on its own event loop, with its own connections. */
public final class EngineVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(EngineVerticle.class);
  private static final Duration BEAT_TIMEOUT = Duration.ofSeconds(2);
  static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(20);
  static final int CONNECTIONS = 6;
  static final int MOST_OPEN_RUNS = 100_000;
  static final int MOST_KEPT_ROWS = 150_000;

  private final Config config;
  private final DatabaseAddress address;
  private final String name;
  private final String userAgent;
  private final AlertService alerts;
  private final Sealer sealer;
  private final EchoGateway echoes;
  private final Runnable testsAdded;
  private final InstantSource wallClock;
  private final MeterRegistry registry;
  private final Tracer tracer;
  private @Nullable Parts parts;

  /**
   * Creates an engine that probes nothing yet.
   *
   * @param name of the instance, for people
   * @param userAgent that probes send to their targets
   * @param sealer unseals the secrets of requests
   * @param echoes sends the pings of ICMP monitors
   * @param testsAdded told when runs of test sessions may have been added
   * @param wallClock for the dates in placeholders
   * @param tracer takes the spans of runs
   */
  public EngineVerticle(
      Config config,
      DatabaseAddress address,
      String name,
      String userAgent,
      AlertService alerts,
      Sealer sealer,
      EchoGateway echoes,
      Runnable testsAdded,
      InstantSource wallClock,
      MeterRegistry registry,
      Tracer tracer) {
    this.config = config;
    this.address = address;
    this.name = name;
    this.userAgent = userAgent;
    this.alerts = alerts;
    this.sealer = sealer;
    this.echoes = echoes;
    this.testsAdded = testsAdded;
    this.wallClock = wallClock;
    this.registry = registry;
    this.tracer = tracer;
  }

  private record Parts(
      Engine engine,
      NetworkProber prober,
      Database beats,
      Database results,
      Notifications notifications) {}

  @Override
  public Future<?> start() {
    Database beats = database(BEAT_TIMEOUT, 1);
    Database results = database(STATEMENT_TIMEOUT, CONNECTIONS);
    int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    NetworkProber prober =
        new NetworkProber(
            ProberSettings.of(config.probe(), loops, userAgent), new EchoRouter(echoes));
    Engine engine =
        new Engine(
            settings(),
            new VertxTimers(vertx),
            new PgClusterRegistry(beats, echoes.refusal() == null),
            new PgRunStore(results, alerts, tracer.isOn()),
            prober,
            new ApiCompletion(results, sealer, wallClock),
            new RunMetrics(registry),
            tracer);
    Notifications notifications =
        new Notifications(
            vertx,
            address,
            BEAT_TIMEOUT,
            Map.of(
                "belfry_checks", payload -> onCheckChanged(engine.loader(), payload),
                "belfry_runs", payload -> onRunsAdded(engine.loader(), payload),
                "belfry_tests", payload -> testsAdded.run()),
            () -> {
              engine.loader().onNotificationsLost();
              testsAdded.run();
            });
    parts = new Parts(engine, prober, beats, results, notifications);
    bind(engine, prober);
    return notifications.start().compose(listening -> engine.start());
  }

  /** Hands all shards over within the grace and closes all connections. The future never fails. */
  @Override
  public Future<?> stop() {
    Parts running = parts;
    if (running == null) {
      return Future.succeededFuture();
    }
    return running
        .engine()
        .leave()
        .timeout(
            config.shutdown().grace().toMillis() + 1, java.util.concurrent.TimeUnit.MILLISECONDS)
        .onFailure(
            late ->
                LOG.warn(
                    "Stopping before all shards are handed over; the other instances take them"
                        + " after 3 s"))
        .transform(handedOver -> running.engine().stop())
        .transform(stopped -> running.notifications().close())
        .transform(closed -> running.prober().close())
        .transform(closed -> running.beats().close())
        .transform(closed -> running.results().close());
  }

  private Engine.Settings settings() {
    return new Engine.Settings(
        name,
        config.probe().locations(),
        new OpenRuns.Capacity(MOST_OPEN_RUNS, config.probe().maxInFlight()),
        MOST_KEPT_ROWS);
  }

  private Database database(Duration timeout, int connections) {
    return new Database(vertx, address, config.database().with(connections, timeout), connections);
  }

  private static void onCheckChanged(SeriesLoader loader, String payload) {
    int colon = payload.indexOf(':');
    loader.onCheckChanged(
        Integer.parseInt(payload.substring(0, colon)),
        UUID.fromString(payload.substring(colon + 1)));
  }

  private static void onRunsAdded(SeriesLoader loader, String payload) {
    int colon = payload.lastIndexOf(':');
    loader.onRunsAdded(
        new ShardKey(payload.substring(0, colon), Integer.parseInt(payload.substring(colon + 1))));
  }

  private void bind(Engine engine, NetworkProber prober) {
    Gauge.builder("belfry.probes.in.flight", prober, NetworkProber::inFlight)
        .description("Probes under way")
        .register(registry);
    Gauge.builder("belfry.probes.waiting", prober, NetworkProber::waiting)
        .description("Probes that wait for a place, in total or at their host")
        .register(registry);
    Gauge.builder("belfry.probes.limit", engine, one -> one.queue().limit())
        .description("Probes that may be in flight, as this instance has learned")
        .register(registry);
    Gauge.builder("belfry.probes.lag.seconds", engine, one -> one.queue().lagSeconds())
        .description("How late the threads of the engine and its probes run their tasks")
        .register(registry);
    engine.bind(registry);
    Gauge.builder("belfry.results.waiting", engine, one -> (double) one.writer().waiting())
        .description("Rows that wait to be written, without missed runs")
        .register(registry);
    Gauge.builder(
            "belfry.results.missed.waiting", engine, one -> (double) one.writer().missed.rows())
        .description("Missed runs that wait to be written")
        .register(registry);
    Gauge.builder("belfry.cluster.instances", engine, one -> one.cluster().instances())
        .description("Living instances")
        .register(registry);
    Gauge.builder("belfry.cluster.shards.uncovered", engine, one -> one.shards().uncovered())
        .description("Shards of this instance whose location no living instance covers")
        .register(registry);
  }
}
