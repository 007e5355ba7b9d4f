package dev.belfry.app;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.icmp.NoEchoes;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.DatabasePath;
import dev.belfry.testing.FakeDns;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The whole service on a real database and real sockets. Most tests share one; each makes accounts
 * of its own and never wipes a table.
 */
public final class TestApp implements AutoCloseable {
  /** Tests ask more often than people; the limits have tests of their own. */
  private static final String NO_ROUTE_LIMITS =
      Stream.of(
              "openStatusPage",
              "subscribeToStatusPage",
              "listCheckResults",
              "listAlertNotifications",
              "listRecentCheckResults",
              "readCheckResult",
              "reportChecks",
              "analyzeUrlMonitor",
              "analyzeApiCheck",
              "analyzeTcpMonitor",
              "analyzeDnsMonitor",
              "analyzeIcmpMonitor",
              "analyzeSslMonitor",
              "analyzeHeartbeatMonitor",
              "listHeartbeatEvents",
              "readHeartbeatEvent",
              "readHeartbeatAvailability",
              "analyzeChecks",
              "previewAlerts",
              "drawCheckBadge",
              "drawCheckGroupBadge",
              "readPrometheusMetrics",
              "startSession",
              "acceptInvitation",
              "previewInvitation",
              "updateSignInPolicy",
              "startOidcSignIn",
              "finishOidcSignIn")
          .map(operation -> operation + "=1000000/60")
          .collect(Collectors.joining(","));

  private static final FakeDns DNS = dns();

  private static @Nullable TestApp shared;

  private final TestDatabase database;
  private final App app;

  private TestApp(TestDatabase database, App app) {
    this.database = database;
    this.app = app;
  }

  /** The service most tests share; it ends with the process. */
  public static synchronized TestApp shared() {
    TestApp running = shared;
    if (running == null) {
      running = start(Map.of());
      shared = running;
      Runtime.getRuntime().addShutdownHook(new Thread(running::close));
    }
    return running;
  }

  /** A service of the test's own, for the caller to close. */
  public static TestApp start(Map<String, String> environment) {
    TestDatabase database = TestDatabase.createMigrated();
    return new TestApp(database, app(config(database.address(), environment), FakeEchoes::new));
  }

  /** A service of the test's own that sends no pings, since the system forbids them. */
  public static TestApp startWithoutPings(Map<String, String> environment) {
    TestDatabase database = TestDatabase.createMigrated();
    return new TestApp(
        database,
        app(config(database.address(), environment), () -> new NoEchoes("It is forbidden")));
  }

  private static App app(dev.belfry.platform.config.Config config, Supplier<EchoGateway> pings) {
    return new App(config, clock(), () -> {}, pings).start();
  }

  /** One more instance on a database that belongs to another. */
  public static TestApp startOn(DatabaseAddress address, Map<String, String> environment) {
    TestDatabase database = TestDatabase.at(address);
    return new TestApp(database, app(config(address, environment), FakeEchoes::new));
  }

  /** One more instance that sends no pings, since its system forbids them. */
  public static TestApp startOnWithoutPings(
      DatabaseAddress address, Map<String, String> environment) {
    TestDatabase database = TestDatabase.at(address);
    return new TestApp(
        database, app(config(address, environment), () -> new NoEchoes("It is forbidden")));
  }

  /**
   * A service with an embedded server of its own.
   *
   * @param gone told when that server is away for good
   */
  public static TestApp startEmbedded(Path dataDir, Map<String, String> more, Runnable gone) {
    Map<String, String> environment = environment(more);
    environment.put("BELFRY_DATA_DIR", dataDir.toString());
    App app = new App(ConfigLoader.load(environment, Path.of("target")), clock(), gone).start();
    return new TestApp(TestDatabase.at(app.database()), app);
  }

  private static FakeDns dns() {
    try {
      return new FakeDns();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name server that proves custom domains of every service of the process. */
  public static FakeDns names() {
    return DNS;
  }

  private static InstantSource clock() {
    return InstantSource.system();
  }

  /** The configuration of a test on a database. */
  public static dev.belfry.platform.config.Config config(
      DatabaseAddress address, Map<String, String> more) {
    Map<String, String> environment = environment(more);
    if (!environment.containsKey("BELFRY_DATABASE_URL")) {
      environment.putAll(DatabasePath.to(address));
    }
    return ConfigLoader.load(environment, Path.of("target"));
  }

  private static Map<String, String> environment(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BELFRY_HTTP_HOST", "127.0.0.1");
    environment.put("BELFRY_HTTP_PORT", "0");
    environment.put("BELFRY_MANAGEMENT_HOST", "127.0.0.1");
    environment.put("BELFRY_MANAGEMENT_PORT", "0");
    environment.put("BELFRY_HTTP_EVENT_LOOPS", "2");
    environment.put("BELFRY_SHUTDOWN_DELAY", "0s");
    environment.put("BELFRY_LOCATIONS", "none");
    environment.put("BELFRY_DATABASE_TIMEOUT", "5s");
    environment.put("BELFRY_RATE_LIMIT_ROUTES", NO_ROUTE_LIMITS);
    environment.put("BELFRY_DOMAINS_NAME_SERVER", "127.0.0.1:" + DNS.address().getPort());
    environment.putAll(more);
    return environment;
  }

  /**
   * An account with its keys.
   *
   * @param key may do everything
   * @param readKey may only read
   */
  public record Tenant(UUID account, UUID keyId, String key, String readKey) {}

  /** A new account with generous limits. */
  public Tenant newTenant() {
    return newTenant(1_000_000);
  }

  /** A new account whose keys have a rate limit of their own, null for the service's. */
  public Tenant newTenant(@Nullable Integer rateLimit) {
    Ids ids = new Ids(clock());
    UUID account = ids.next();
    try (Connection connection = database.jdbc()) {
      Instant now = clock().instant();
      new AccountRegistration(connection).create(account, "Acme", now);
      UUID keyId = ids.next();
      String key = key(connection, new Caller(keyId, account, Scope.ADMIN, rateLimit, null));
      String readKey =
          key(connection, new Caller(ids.next(), account, Scope.READ, rateLimit, null));
      return new Tenant(account, keyId, key, readKey);
    } catch (SQLException e) {
      throw new AssertionError("the tenant cannot be made", e);
    }
  }

  /** The token of a key with any claims, kept in the database like every other. */
  public String key(Connection connection, Caller caller) throws SQLException {
    ApiKeys.Made made = new ApiKeys(connection).create(caller, "test", clock().instant());
    return app.keyTokens().issue(made.key(), made.at());
  }

  /** Unseals what the service has sealed. */
  public Sealer sealer() {
    return app.sealer();
  }

  /** A client that sends the tenant's write key. */
  public ApiClient as(Tenant tenant) {
    return client().withKey(tenant.key());
  }

  /** A client without a key. */
  public ApiClient client() {
    return new ApiClient("http://127.0.0.1:" + app.port());
  }

  /** The port of health and metrics. */
  public int managementPort() {
    return app.managementPort();
  }

  /** A client of the management port. */
  public ApiClient management() {
    return new ApiClient("http://127.0.0.1:" + app.managementPort());
  }

  /** Stops as the process does when it is asked to. */
  public void shutDown() {
    app.shutDown();
  }

  public int port() {
    return app.port();
  }

  public TestDatabase database() {
    return database;
  }

  /** The service itself. */
  public App app() {
    return app;
  }

  @Override
  public void close() {
    app.close();
    database.close();
  }
}
