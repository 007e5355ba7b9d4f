package dev.belfry.app;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.delivery.DeliveryVerticle;
import dev.belfry.alerting.delivery.Senders;
import dev.belfry.alerting.phone.PhoneCodes;
import dev.belfry.engine.run.EngineVerticle;
import dev.belfry.engine.testrun.TestRuns;
import dev.belfry.engine.testsession.TestRunArrivals;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.icmp.OpeningEchoes;
import dev.belfry.statuspages.subscription.SubscriptionLinks;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys the engine and the delivery of messages, each on an event loop of its own: a busy API
 * delays no run, and slow receivers delay neither. Its methods block; do not call them on an event
 * loop.
 */
final class BackgroundVerticles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundVerticles.class);

  private final Config config;
  private final DatabaseBootstrap backend;
  private final AlertService alerting;
  private final OpeningEchoes echoes;
  private final TestRuns tests;
  private final TestRunArrivals arrivals = new TestRunArrivals();
  private final MeterRegistry metrics;
  private final TraceWiring traces;
  private final InstantSource clock;
  private volatile @Nullable Vertx engine;
  private volatile @Nullable Vertx courier;
  private volatile boolean retired;

  BackgroundVerticles(
      Config config,
      DatabaseBootstrap backend,
      AlertService alerting,
      Supplier<EchoGateway> pings,
      MeterRegistry metrics,
      TraceWiring traces,
      InstantSource clock) {
    this.config = config;
    this.backend = backend;
    this.alerting = alerting;
    this.echoes = new OpeningEchoes(pings);
    this.tests = new TestRuns(config.probe(), ProcessName.userAgent("monitor", config), echoes);
    this.metrics = metrics;
    this.traces = traces;
    this.clock = clock;
  }

  /**
   * Returns when both are at work.
   *
   * @param port where the API listens, part of the instance's name
   */
  void start(int port) {
    traces.start();
    Vertx delivering = loop();
    courier = delivering;
    start(
        delivering,
        new DeliveryVerticle(
            config,
            backend.address(),
            new Senders.Means(
                backend.sealer(),
                ProcessName.userAgent("notifications", config),
                SubscriptionLinks.of(config, backend.secrets()),
                AlertLinks.of(config, backend.secrets()),
                new PhoneCodes(backend.secrets())),
            metrics,
            clock,
            new SecureRandom(),
            traces.tracer()));
    if (config.probe().locations().isEmpty()) {
      LOG.info("Serving the API only: BELFRY_LOCATIONS names no location to probe from");
      return;
    }
    echoes.await();
    String refusal = echoes.refusal();
    if (refusal != null) {
      LOG.warn(
          "Runs of ICMP monitors have no result at this instance: {}. To allow pings, set the sysctl"
              + " net.ipv4.ping_group_range to \"0 2147483647\"; for a container, start it with"
              + " --sysctl net.ipv4.ping_group_range=\"0 2147483647\"",
          refusal);
    }
    Vertx watching = loop();
    engine = watching;
    start(
        watching,
        new EngineVerticle(
            config,
            backend.address(),
            ProcessName.instance(port),
            ProcessName.userAgent("monitor", config),
            alerting,
            backend.sealer(),
            echoes,
            arrivals::announce,
            clock,
            metrics,
            traces.tracer()));
  }

  /** The tests that requests ask for, which use the pings of the runs. */
  TestRuns tests() {
    return tests;
  }

  /** Announces runs of test sessions that the engine's connection hears of. */
  TestRunArrivals arrivals() {
    return arrivals;
  }

  /** Ends tests and pings, when no request is left that could begin one. */
  void closeTests() {
    tests.close();
    echoes.close();
  }

  /** Without a cache of files, whose hook cannot be added while the process ends. */
  private static Vertx loop() {
    FileSystemOptions files =
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
    return Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setFileSystemOptions(files));
  }

  private void start(Vertx own, Deployable work) {
    if (!retired) {
      own.deployVerticle(work)
          .map((Void) null)
          .recover(failure -> retired ? Future.succeededFuture() : Future.failedFuture(failure))
          .await();
    }
  }

  /**
   * Stops them when the schema does not serve this program any more: newer instances take over the
   * runs and the messages, and balancers go by the readiness.
   */
  void retire() {
    retired = true;
    for (Vertx own : present()) {
      own.close();
    }
  }

  /** Stops them, the engine first, whose last runs may have something to say; their spans last. */
  @Override
  public void close() {
    for (Vertx own : present()) {
      own.close().await();
    }
    traces.close();
  }

  private List<Vertx> present() {
    return Stream.of(engine, courier).filter(Objects::nonNull).toList();
  }
}
