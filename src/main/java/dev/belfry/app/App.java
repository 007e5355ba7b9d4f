package dev.belfry.app;

import dev.belfry.account.console.ConsolePages;
import dev.belfry.account.console.SignInLinks;
import dev.belfry.account.event.SubscriberCounts;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.RestrictedMembers;
import dev.belfry.api.auth.RevocationFeed;
import dev.belfry.api.auth.RevokedKeys;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.ApiVerticle;
import dev.belfry.api.http.BodyBudget;
import dev.belfry.api.http.CertificateReloader;
import dev.belfry.api.http.Drain;
import dev.belfry.api.http.ManagementServer;
import dev.belfry.app.metrics.DatabaseMetrics;
import dev.belfry.app.metrics.ProcessMetrics;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quota;
import dev.belfry.platform.db.Heartbeat;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.NotificationSender;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.platform.db.schema.SchemaWatch;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.icmp.PacedEchoes;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.publicsite.SiteCache;
import dev.belfry.statuspages.publicsite.SitePages;
import dev.belfry.statuspages.subscription.SubscriptionLinks;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The composition root: builds every object by hand, in order, starts the service and stops it. Its
 * methods block; do not call them on an event loop.
 */
public final class App implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(App.class);

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
  private final DatabaseBootstrap backend;
  private final Ids ids;
  private final AlertService alerting;
  private final SignInLinks links;
  private final BackgroundVerticles workers;
  private final CountDownLatch started = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable BackgroundJobs jobs;
  private volatile @Nullable NotificationSender sender;
  private int managementPort;

  /**
   * Creates a service that is not started yet.
   *
   * @param databaseGone told when the embedded database has died too often to be started again
   */
  public App(Config config, InstantSource clock, Runnable databaseGone) {
    this(config, clock, databaseGone, () -> PacedEchoes.ofSystem(clock));
  }

  App(Config config, InstantSource clock, Runnable databaseGone, Supplier<EchoGateway> pings) {
    this.config = config;
    this.clock = clock;
    this.vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(config.http().eventLoops()));
    this.backend = new DatabaseBootstrap(config, databaseGone);
    this.ids = new Ids(clock);
    this.links = new SignInLinks(clock, new SecureRandom());
    TraceWiring trace = new TraceWiring(config, metrics);
    this.alerting = AlertWiring.service(config, ids, metrics, trace.tracer());
    this.workers = new BackgroundVerticles(config, backend, alerting, pings, metrics, trace, clock);
  }

  /**
   * Starts the service and returns when all of it runs. It is ready before that, as soon as it
   * answers requests. While the database is away it waits, live but not ready.
   *
   * @throws dev.belfry.platform.db.DatabaseUnusableException when the service cannot run on that
   *     database
   */
  public App start() {
    try {
      Runnable others = open();
      readiness.served();
      LOG.info("Ready on port {}, management on port {}", port.get(), managementPort);
      if (!drain.started()) {
        others.run();
        workers.start(port.get());
      }
      return this;
    } catch (RuntimeException failure) {
      close();
      throw failure;
    } finally {
      started.countDown();
    }
  }

  /** Returns when requests are answered, with the work that no request waits for. */
  private Runnable open() {
    CertificateReloader tls = CertificateReloader.open(vertx, config.http().tls(), clock, metrics);
    managementPort =
        readiness
            .on(
                new ManagementServer(vertx, metrics)
                    .liveWhile("database", () -> backend.isGone() ? "is gone for good" : ""))
            .listen(config.management())
            .map(HttpServer::actualPort)
            .await();
    backend.open();
    RevokedKeys revoked = new RevokedKeys();
    RestrictedMembers restricted = new RestrictedMembers();
    SchemaWatch schema = new SchemaWatch(Migrations.newest(), workers::retire);
    Heartbeat heartbeat =
        new Heartbeat(
            vertx,
            backend.address(),
            backend.patience(),
            clock,
            List.of(new RevocationFeed(revoked, restricted), schema));
    readiness.watch(heartbeat, schema);
    heartbeat.start().await();
    RateLimits limits = RateLimits.create(vertx, backend.secrets(), revoked, restricted, clock);
    SiteCache sites =
        new SiteCache(
            vertx,
            backend.address(),
            backend.replicas(),
            config,
            backend.patience(),
            SubscriptionLinks.of(config, backend.secrets())::page,
            clock);
    serve(contract.join(), limits, tls, sites);
    return () -> {
      limits.bind(metrics);
      ProcessMetrics.bind(metrics, heartbeat);
      BackgroundJobs background =
          new BackgroundJobs(vertx, backend, config, alerting, ids, sites, workers, clock);
      jobs = background;
      background.start();
    };
  }

  private void serve(
      Contract contract, RateLimits limits, @Nullable CertificateReloader tls, SiteCache sites) {
    ApiVerticle.Shared shared =
        new ApiVerticle.Shared(
            config,
            contract,
            metrics,
            drain,
            clock,
            tls,
            sites.domains(),
            List.of(new ConsolePages(), ConsolePages.links(), new SitePages()),
            BodyBudget.ofMemory(config.quotas().of(Quota.BODY_BYTES)));
    Future<Void> pages = sites.open();
    NotificationSender notifications =
        new NotificationSender(vertx, backend.address(), config.database().timeout());
    sender = notifications;
    notifications.start();
    ApiResources.Shared resources =
        new ApiResources.Shared(
            clock,
            new DatabaseMetrics(metrics, notifications, backend.replicas()),
            notifications,
            ids,
            drain,
            limits,
            sites,
            new SubscriberCounts(config.quotas().of(Quota.FOLLOWERS)),
            workers.tests(),
            links,
            alerting);
    vertx
        .deployVerticle(
            () ->
                new ApiVerticle(
                    shared, new ApiResources(backend, config, contract, resources), port),
            new DeploymentOptions().setInstances(config.http().eventLoops()))
        .await();
    pages.await();
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
  public DatabaseAddress database() {
    return backend.address();
  }

  /** Signs keys as this service does. */
  KeyTokens keyTokens() {
    return new KeyTokens(vertx, backend.secrets());
  }

  /** Links that sign a browser in at this process. */
  public SignInLinks signInLinks() {
    return links;
  }

  /** The event loops of this service. */
  Vertx vertx() {
    return vertx;
  }

  /** Seals and unseals as this service does. */
  public Sealer sealer() {
    return backend.sealer();
  }

  /** Shows how much was wrong with the files applied at the start. */
  public void watchFiles(int faults) {
    Gauge.builder("belfry.files.faults", () -> faults)
        .description("What was wrong with the files at the start; above 0 they were not applied")
        .register(metrics);
  }

  /** Stops within delay and grace, and loses no request; before the start only the database. */
  public void shutDown() {
    if (closed.get()) {
      return;
    }
    if (!readiness.isServed()) {
      backend.close();
      return;
    }
    drain.start();
    LOG.info(
        "Stopping: readiness is off; serving requests for another {}", config.shutdown().delay());
    try {
      Thread.sleep(config.shutdown().delay().toMillis());
      if (!started.await(config.shutdown().grace().toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Stopping before the start has finished");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    LOG.info("Stopped");
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    drain.start();
    workers.close();
    readiness.stop();
    BackgroundJobs background = jobs;
    if (background != null) {
      background.stop().await();
    }
    NotificationSender sending = sender;
    if (sending != null) {
      sending.close().await();
    }
    vertx.close().await();
    workers.closeTests();
    backend.close();
  }
}
