package dev.belfry.app;

import static java.util.Objects.requireNonNull;

import dev.belfry.account.console.SignInLinks;
import dev.belfry.account.event.EventOperations;
import dev.belfry.account.event.SubscriberCounts;
import dev.belfry.account.key.KeyOperations;
import dev.belfry.account.people.PersonSessions;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.AgentReceiver;
import dev.belfry.api.http.ApiVerticle;
import dev.belfry.api.http.Drain;
import dev.belfry.api.http.Gate;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PingReceiver;
import dev.belfry.api.http.SocketReceiver;
import dev.belfry.api.idempotency.Idempotency;
import dev.belfry.api.mcp.McpOperation;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.app.metrics.DatabaseMetrics;
import dev.belfry.engine.agent.service.AgentEndpoint;
import dev.belfry.engine.heartbeat.HeartbeatOperations;
import dev.belfry.engine.heartbeat.Heartbeats;
import dev.belfry.engine.overview.OverviewOperations;
import dev.belfry.engine.request.ApiCompletion;
import dev.belfry.engine.result.ResultOperations;
import dev.belfry.engine.result.analytics.AnalyticsOperations;
import dev.belfry.engine.result.badge.BadgeOperations;
import dev.belfry.engine.result.prometheus.PrometheusOperations;
import dev.belfry.engine.session.RunNow;
import dev.belfry.engine.session.SessionOperations;
import dev.belfry.engine.testrun.TestRunOperations;
import dev.belfry.engine.testrun.TestRuns;
import dev.belfry.engine.trigger.TriggerLinks;
import dev.belfry.engine.trigger.TriggerOperations;
import dev.belfry.monitoring.certificate.CertificateOperations;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.group.GroupOperations;
import dev.belfry.monitoring.heartbeat.PingLinks;
import dev.belfry.monitoring.location.LocationCoverage;
import dev.belfry.monitoring.location.LocationOperations;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.monitoring.maintenance.MaintenanceOperations;
import dev.belfry.monitoring.monitor.MonitorOperations;
import dev.belfry.monitoring.runtime.RuntimeOperations;
import dev.belfry.monitoring.variable.VariableOperations;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.config.Quota;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.NotificationSender;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.projects.bundle.BundleOperations;
import dev.belfry.projects.deploy.DeployableResources;
import dev.belfry.projects.deploy.Deployments;
import dev.belfry.projects.deploy.ProjectOperations;
import dev.belfry.statuspages.publicsite.SiteCache;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Builds the operations of one event loop on a database of its own, so that event loops share
 * nothing.
 */
final class ApiResources implements ApiVerticle.LoopResources {
  /** Pause between two returns of unused tokens. */
  private static final long SWEEP_MILLIS = 250;

  private static final long FORGET_MILLIS = 60_000;

  private final DatabaseBootstrap backend;
  private final Config config;
  private final Contract contract;
  private final InstantSource clock;
  private final DatabaseMetrics metrics;
  private final NotificationSender sender;
  private final Ids ids;
  private final Drain drain;
  private final RateLimits limits;
  private final SiteCache sites;
  private final SubscriberCounts subscribers;
  private final TestRuns tests;
  private final SignInLinks links;
  private final AlertService alerting;
  private @Nullable Heartbeats heartbeats;
  private @Nullable RateLimiter limiter;
  private @Nullable Database database;
  private @Nullable Database deploying;
  private @Nullable Idempotency idempotency;
  private @Nullable SocketReceiver sockets;
  private @Nullable AgentEndpoint agents;

  /** What all event loops have in common. */
  record Shared(
      InstantSource clock,
      DatabaseMetrics metrics,
      NotificationSender sender,
      Ids ids,
      Drain drain,
      RateLimits limits,
      SiteCache sites,
      SubscriberCounts subscribers,
      TestRuns tests,
      SignInLinks links,
      AlertService alerting) {}

  ApiResources(DatabaseBootstrap backend, Config config, Contract contract, Shared shared) {
    this.backend = backend;
    this.config = config;
    this.contract = contract;
    this.clock = shared.clock();
    this.metrics = shared.metrics();
    this.sender = shared.sender();
    this.ids = shared.ids();
    this.drain = shared.drain();
    this.limits = shared.limits();
    this.sites = shared.sites();
    this.subscribers = shared.subscribers();
    this.tests = shared.tests();
    this.links = shared.links();
    this.alerting = shared.alerting();
  }

  @Override
  public Future<OperationRegistry> open(Vertx vertx) {
    int share = Math.max(1, config.database().poolSize() / config.http().eventLoops());
    Database opened = backend.database(vertx, share, sender);
    database = opened;
    metrics.add(opened);
    RateLimiter counting = limits.limiter(opened, clock, config.http().eventLoops());
    limiter = counting;
    vertx.setPeriodic(SWEEP_MILLIS, due -> counting.sweep());
    Idempotency once = new Idempotency(vertx, opened, backend.sealer(), metrics.replayed());
    idempotency = once;
    vertx.setPeriodic(FORGET_MILLIS, due -> once.forget());
    Subscriptions subscriptions = new Subscriptions();
    GroupLookup groups = new GroupLookup();
    PrivateLocationLookup locations = new PrivateLocationLookup();
    long waitingOfAccount = config.quotas().of(Quota.WAITING_REQUESTS);
    OperationRegistry registry = new OperationRegistry();
    LocationCoverage coverage = new LocationCoverage(opened, clock);
    Sealer sealer = backend.sealer();
    PingCoverage pinging = new PingCoverage(opened, clock, tests::pingRefusal);
    PingLinks pings = PingLinks.of(config, backend.secrets());
    heartbeats = new Heartbeats(opened, alerting, pings, limits.pings());
    new HeartbeatOperations(opened, clock).register(registry);
    new MonitorOperations(
            opened, subscriptions, groups, locations, coverage, pinging, sealer, pings, ids, clock)
        .register(registry);
    StatusPageWiring.open(registry, opened, backend, sites, ids, config, clock);
    new GroupOperations(opened, subscriptions, locations, coverage, backend.sealer(), clock)
        .register(registry);
    AccountWiring.open(registry, opened, config, pinging, clock);
    new RuntimeOperations().register(registry);
    new BundleOperations(ids).register(registry);
    new LocationOperations(opened, coverage, ids, new SecureRandom(), backend.sealer(), clock)
        .register(registry);
    SessionOperations sessions =
        new SessionOperations(
            vertx, opened, ids, PublicAddress.of(config), drain::started, waitingOfAccount);
    sessions.register(registry);
    new TriggerOperations(
            opened,
            TriggerLinks.of(config, backend.secrets()),
            sessions.runNow(),
            limits.strangers(),
            clock)
        .register(registry);
    TestSessionWiring testing =
        new TestSessionWiring(
            vertx, opened, backend, config, contract, pinging, ids, drain::started);
    sockets = testing.open(registry, limits);
    agents = AgentWiring.open(vertx, backend, config, limits, alerting, clock, drain::started);
    new TestRunOperations(
            tests, testing.pings(), opened, groups, new ApiCompletion(opened, sealer, clock))
        .register(registry);
    new ResultOperations(opened, clock).register(registry);
    new AnalyticsOperations(opened, clock).register(registry);
    new PrometheusOperations(vertx, opened, clock).register(registry);
    new BadgeOperations(opened, clock).register(registry);
    AlertWiring.open(registry, vertx, opened, backend, ids, limits.previews(), config, clock);
    new VariableOperations(opened, sealer, clock).register(registry);
    new CertificateOperations(vertx, opened, sealer, ids, clock).register(registry);
    new MaintenanceOperations(opened, clock).register(registry);
    new ProjectOperations(
            vertx,
            opened,
            deployments(vertx, opened, pinging, sessions.runNow()),
            coverage::warned,
            drain::started,
            waitingOfAccount)
        .register(registry);
    new OverviewOperations(opened, clock).register(registry);
    new EventOperations(
            EventWiring.hub(vertx, backend.address(), config, subscribers, this::isServed))
        .register(registry);
    KeyTokens tokens = new KeyTokens(vertx, backend.secrets());
    new KeyOperations(opened, tokens, ids, clock).register(registry);
    new McpOperation(vertx, contract, registry.calls(), PublicAddress.of(config))
        .register(registry);
    PersonSessions signedIn =
        PeopleWiring.open(
            registry, vertx, opened, limits, tokens, sealer, links, ids, config, clock);
    OidcWiring.open(registry, vertx, opened, signedIn, sealer, ids, config, clock);
    return opened.ready().map(registry);
  }

  private boolean isServed(Caller caller) {
    return !drain.started() && limits.authenticator().isInForce(caller);
  }

  private Deployments deployments(Vertx vertx, Database rows, PingCoverage pinging, RunNow runNow) {
    Database work = DeployWiring.database(vertx, backend.address(), config);
    deploying = work;
    return new Deployments(
        vertx,
        new Deployments.Databases(work, rows),
        new DeployableResources(
            DeployWiring.kinds(config, rows, backend.sealer(), pinging, ids, clock)),
        RequestSchemas.of(contract),
        DeployWiring.firstRuns(runNow),
        ids,
        clock);
  }

  @Override
  public Gate gate() {
    return limits.gate(requireNonNull(limiter), config);
  }

  @Override
  public Database database() {
    return requireNonNull(database);
  }

  @Override
  public PingReceiver pings() {
    return requireNonNull(heartbeats);
  }

  @Override
  public SocketReceiver sockets() {
    return requireNonNull(sockets);
  }

  @Override
  public AgentReceiver agents() {
    return requireNonNull(agents);
  }

  @Override
  public Idempotency idempotency() {
    return requireNonNull(idempotency);
  }

  @Override
  public Future<Void> close() {
    RateLimiter counting = limiter;
    return (counting == null ? Future.<Void>succeededFuture() : counting.close())
        .transform(given -> closeDatabases());
  }

  private Future<Void> closeDatabases() {
    Future<Void> ended = agents == null ? Future.succeededFuture() : agents.close();
    return ended
        .transform(done -> deploying == null ? Future.<Void>succeededFuture() : deploying.close())
        .compose(done -> database == null ? Future.succeededFuture() : database.close());
  }
}
