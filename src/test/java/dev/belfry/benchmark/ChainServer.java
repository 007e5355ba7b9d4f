package dev.belfry.benchmark;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.KeyVerifier;
import dev.belfry.api.auth.RevokedKeys;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ApiVerticle;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.CredentialSource;
import dev.belfry.api.http.CustomDomains;
import dev.belfry.api.http.Drain;
import dev.belfry.api.http.Gate;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.idempotency.Idempotency;
import dev.belfry.api.ratelimit.FakeArbiter;
import dev.belfry.api.ratelimit.LimiterCounters;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The whole chain of the service without its database: router, key, limit, body, contract, rules,
 * metrics and access log are the real ones, and {@code updateUrlMonitor} answers the normalised
 * body. Keys are those signed with {@code BELFRY_KEY_SECRET}. Prints {@code Ready on port N}.
 */
public final class ChainServer {
  private ChainServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) {
    Config config = ConfigLoader.load(System.getenv(), Path.of(""));
    InstantSource clock = InstantSource.system();
    int loops = config.http().eventLoops();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops));
    ApiVerticle.Shared shared = shared(config, clock);
    AtomicInteger port = new AtomicInteger();
    vertx
        .deployVerticle(
            () -> new ApiVerticle(shared, new Echo(shared, gate(vertx, config, clock)), port),
            new DeploymentOptions().setInstances(loops))
        .await();
    System.out.println("Ready on port " + port.get());
  }

  private static ApiVerticle.Shared shared(Config config, InstantSource clock) {
    Contract contract = Contract.load();
    return new ApiVerticle.Shared(
        config,
        contract,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        new Drain(),
        clock,
        null,
        CustomDomains.NONE,
        List.of());
  }

  private static Gate gate(Vertx vertx, Config config, InstantSource clock) {
    KeyTokens tokens =
        new KeyTokens(vertx, config.keys().secrets().stream().map(Secret::value).toList());
    return new Gate(
        new Authenticator(new KeyVerifier(tokens, new RevokedKeys(), clock)),
        CredentialSource.NONE,
        new RateLimiter(
            vertx.sharedData().getLocalMap("belfry.ratelimit"),
            new FakeArbiter(clock::millis),
            new LimiterCounters(),
            new RateLimiter.Clocks(clock, System::nanoTime),
            1),
        new LocalLimiter(vertx.sharedData().getLocalMap("belfry.strangers"), clock),
        config.rateLimit(),
        new ClientAddress(config.http().trustedProxies()));
  }

  /** One event loop's operations. */
  private static final class Echo implements ApiVerticle.LoopResources {
    /** Nothing is there: requests of the measurement need no database. */
    private static final DatabaseAddress NOWHERE =
        new DatabaseAddress("127.0.0.1", 1, "none", "none", new Secret("none"), SslMode.DISABLE);

    private final ApiVerticle.Shared shared;
    private final Gate gate;
    private @Nullable Database database;
    private @Nullable Idempotency idempotency;

    Echo(ApiVerticle.Shared shared, Gate gate) {
      this.shared = shared;
      this.gate = gate;
    }

    @Override
    public Database database() {
      return requireNonNull(database);
    }

    @Override
    public Idempotency idempotency() {
      return requireNonNull(idempotency);
    }

    @Override
    public Gate gate() {
      return gate;
    }

    @Override
    public Future<OperationRegistry> open(Vertx vertx) {
      database = new Database(vertx, NOWHERE, shared.config().database(), 1);
      idempotency = new Idempotency(vertx, database, Sealer.of(List.of("unused")), () -> {});
      OperationRegistry registry =
          new OperationRegistry()
              .add("updateUrlMonitor", MonitorWorkings.updateRules(), Echo::answer);
      // Contract and registry must be equal; the others are never asked.
      shared.contract().operations().stream()
          .filter(operation -> !Set.of("readContract", "updateUrlMonitor").contains(operation.id()))
          .forEach(
              operation -> registry.add(operation.id(), request -> Future.failedFuture("unused")));
      return Future.succeededFuture(registry);
    }

    private static Future<ApiResponse> answer(ApiRequest request) {
      return Future.succeededFuture(ApiResponse.ok(request.body().toString()));
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }
}
