package dev.belfry;

import dev.belfry.alert.Alerting;
import dev.belfry.auth.Authenticator;
import dev.belfry.auth.KeyTokens;
import dev.belfry.auth.KeyVerifier;
import dev.belfry.auth.RevocationFeed;
import dev.belfry.auth.RevokedKeys;
import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.contract.Contract;
import dev.belfry.db.Heartbeat;
import dev.belfry.db.Ids;
import dev.belfry.db.Migrations;
import dev.belfry.db.SchemaWatch;
import dev.belfry.event.FollowerCounts;
import dev.belfry.http.ApiVerticle;
import dev.belfry.http.CertificateKeeper;
import dev.belfry.http.Drain;
import dev.belfry.http.ManagementServer;
import dev.belfry.incident.CheckIncidents;
import dev.belfry.notify.Courier;
import dev.belfry.notify.Senders;
import dev.belfry.ratelimit.LimiterCounters;
import dev.belfry.ratelimit.LocalLimiter;
import dev.belfry.run.Watch;
import dev.belfry.seal.Sealer;
import dev.belfry.site.SiteKeeper;
import dev.belfry.statuspage.SubscriptionLinks;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The composition root: builds every object by hand, in order, starts the service and stops it.
 * Blocks; not for event loops.
 */
public final class App implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(App.class);
  private static final long SWEEP_MILLIS = 5_000;

  private final Config config;
  private final InstantSource clock;
  private final CompletableFuture<Contract> contract =
      CompletableFuture.supplyAsync(Contract::load);
  private final Vertx vertx;
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Drain drain = new Drain();
  private final Readiness readiness = new Readiness(drain);
  private final AtomicInteger port = new AtomicInteger();
  private final Backend backend;
  private final Ids ids;
  private final Alerting alerting;
  private @Nullable BackgroundJobs jobs;
  private int managementPort;
  private volatile @Nullable Vertx engine;
  private volatile @Nullable Vertx courier;

  private App(Config config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
    this.vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(config.http().eventLoops()));
    this.backend = new Backend(config);
    this.ids = new Ids(clock);
    this.alerting = new Alerting(ids, config.publicUrl(), new CheckIncidents(ids), metrics);
  }

  /**
   * Starts the service and returns when it is ready. While the database is away it waits, live but
   * not ready.
   *
   * @throws dev.belfry.db.DatabaseUnusable when the service cannot run on that database
   */
  public static App start(Config config, InstantSource clock) {
    App app = new App(config, clock);
    try {
      app.run();
      return app;
    } catch (RuntimeException failure) {
      app.close();
      throw failure;
    }
  }

  private void run() {
    CertificateKeeper tls = CertificateKeeper.open(vertx, config.http().tls(), clock, metrics);
    managementPort =
        readiness
            .on(new ManagementServer(vertx, metrics))
            .listen(config.management())
            .map(HttpServer::actualPort)
            .await();
    backend.open();
    RevokedKeys revoked = new RevokedKeys();
    SchemaWatch schema = new SchemaWatch(Migrations.newest(), this::retire);
    Heartbeat heartbeat =
        new Heartbeat(
            vertx,
            backend.address(),
            config.database().timeout(),
            clock,
            List.of(new RevocationFeed(revoked), schema));
    readiness.watch(heartbeat, schema);
    heartbeat.start().await();
    KeyTokens tokens = new KeyTokens(vertx, backend.secrets());
    LocalLimiter strangers =
        new LocalLimiter(vertx.sharedData().getLocalMap("belfry.ratelimit.strangers"), clock);
    vertx.setPeriodic(SWEEP_MILLIS, due -> strangers.sweep());
    Limits limits =
        new Limits(
            new Authenticator(new KeyVerifier(tokens, revoked, clock)),
            strangers,
            new LimiterCounters(),
            vertx.sharedData().getLocalMap("belfry.ratelimit"));
    ProcessMetrics.bind(metrics, limits, heartbeat);
    BackgroundJobs background =
        new BackgroundJobs(
            vertx,
            backend.address(),
            config,
            alerting,
            ids,
            new SiteKeeper(
                vertx,
                backend.address(),
                config,
                SubscriptionLinks.of(config, backend.secrets())::page,
                clock),
            clock);
    jobs = background;
    background.start();
    serve(contract.join(), limits, tls, background.sites());
    deliver();
    watch();
    readiness.served();
    LOG.info("Ready on port {}, management on port {}", port.get(), managementPort);
  }

  private void serve(
      Contract contract, Limits limits, @Nullable CertificateKeeper tls, SiteKeeper sites) {
    ApiVerticle.Shared shared =
        new ApiVerticle.Shared(config, contract, metrics, drain, clock, tls, sites);
    int loops = config.http().eventLoops();
    ApiResources.Shared resources =
        new ApiResources.Shared(
            clock, new DatabaseMetrics(metrics), ids, drain, limits, sites, new FollowerCounts());
    vertx
        .deployVerticle(
            () ->
                new ApiVerticle(
                    shared, new ApiResources(backend, config, contract, resources), port),
            new DeploymentOptions().setInstances(loops))
        .await();
  }

  /** Messages have an event loop of their own too: slow receivers delay neither API nor runs. */
  private void deliver() {
    Vertx own = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    courier = own;
    own.deployVerticle(
            new Courier(
                config,
                backend.address(),
                new Senders.Means(
                    backend.sealer(),
                    ProcessName.userAgent("notifications", config),
                    SubscriptionLinks.of(config, backend.secrets())),
                metrics,
                clock,
                new SecureRandom()))
        .await();
  }

  /** The engine has an event loop that it shares with nobody, so that a busy API delays no run. */
  private void watch() {
    if (config.probe().locations().isEmpty()) {
      LOG.info("Serving the API only: no locations to probe from");
      return;
    }
    Vertx own = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    engine = own;
    own.deployVerticle(
            new Watch(
                config,
                backend.address(),
                ProcessName.instance(port.get()),
                ProcessName.userAgent("URL monitor", config),
                alerting,
                metrics))
        .await();
  }

  /**
   * What works by itself stops when the schema does not serve this program any more: newer
   * instances take over the runs and the messages, and balancers go by the readiness.
   */
  private void retire() {
    for (Vertx own : Stream.of(engine, courier).filter(Objects::nonNull).toList()) {
      own.close();
    }
  }

  /** The port the API listens on. */
  public int port() {
    return port.get();
  }

  /** The port of health and metrics. */
  public int managementPort() {
    return managementPort;
  }

  /** Where the data is. */
  DatabaseAddress database() {
    return backend.address();
  }

  /** Signs keys as this service does. */
  KeyTokens keyTokens() {
    return new KeyTokens(vertx, backend.secrets());
  }

  /** Seals and unseals as this service does. */
  Sealer sealer() {
    return backend.sealer();
  }

  /** Shows how much was wrong with the files applied at the start. */
  void watchFiles(int faults) {
    Gauge.builder("belfry.files.faults", () -> faults)
        .description("What was wrong with the files at the start; above 0 they were not applied")
        .register(metrics);
  }

  /**
   * Stops without losing a request: not ready, so that balancers look elsewhere; after the delay no
   * new connections; what is under way is finished within the grace; then everything is closed.
   */
  public void shutDown() {
    drain.start();
    LOG.info("Stopping: not ready, serving for {} more", config.shutdown().delay());
    try {
      Thread.sleep(config.shutdown().delay().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    LOG.info("Stopped");
  }

  @Override
  public void close() {
    drain.start();
    if (engine != null) {
      engine.close().await();
    }
    if (courier != null) { // After the engine, whose last runs may have something to say.
      courier.close().await();
    }
    readiness.stop();
    if (jobs != null) {
      jobs.stop().await();
    }
    vertx.close().await();
    backend.close();
  }
}
