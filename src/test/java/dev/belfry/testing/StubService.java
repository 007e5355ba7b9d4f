package dev.belfry.testing;

import static java.util.Objects.requireNonNull;

import dev.belfry.account.console.ConsolePages;
import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.KeyVerifier;
import dev.belfry.api.auth.RestrictedMembers;
import dev.belfry.api.auth.RevokedKeys;
import dev.belfry.api.auth.Role;
import dev.belfry.api.auth.Scope;
import dev.belfry.api.auth.SignedInPerson;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.AgentReceiver;
import dev.belfry.api.http.ApiVerticle;
import dev.belfry.api.http.BodyBudget;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.CredentialSource;
import dev.belfry.api.http.CustomDomains;
import dev.belfry.api.http.Drain;
import dev.belfry.api.http.Gate;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PingReceiver;
import dev.belfry.api.http.SocketReceiver;
import dev.belfry.api.idempotency.Idempotency;
import dev.belfry.api.ratelimit.FakeArbiter;
import dev.belfry.api.ratelimit.LimiterCounters;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The service over operations that the caller supplies, without a database: router, key, limit,
 * body, contract, metrics and access log are the real ones. Requests with an {@code
 * Idempotency-Key} or {@code If-Match} need a database and fail.
 */
public final class StubService {
  /** A caller with this limit is never refused for asking too often. */
  private static final int UNLIMITED = 0;

  private final Vertx vertx;
  private final Config config;
  private final Contract contract;
  private final Supplier<OperationRegistry> operations;
  private final InstantSource clock = InstantSource.system();
  private final KeyTokens tokens;
  private final AtomicInteger port = new AtomicInteger();
  private String deployment = "";

  /**
   * @param config its key secrets sign and verify; its port may be 0
   * @param operations called once for each event loop; has every operation of the contract but
   *     {@code readContract}
   */
  public StubService(
      Vertx vertx, Config config, Contract contract, Supplier<OperationRegistry> operations) {
    this.vertx = vertx;
    this.config = config;
    this.contract = contract;
    this.operations = operations;
    this.tokens =
        new KeyTokens(vertx, config.keys().secrets().stream().map(Secret::value).toList());
  }

  /** Listens on as many event loops as configured. Blocks. */
  public StubService start() {
    ApiVerticle.Shared shared =
        new ApiVerticle.Shared(
            config,
            contract,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            new Drain(),
            clock,
            null,
            CustomDomains.NONE,
            List.of(new ConsolePages()),
            new BodyBudget(0, 0));
    Gate gate = gate();
    deployment =
        vertx
            .deployVerticle(
                () -> new ApiVerticle(shared, new Stubs(gate), port),
                new DeploymentOptions().setInstances(config.http().eventLoops()))
            .await();
    return this;
  }

  /** The port it listens on. */
  public int port() {
    return port.get();
  }

  /** A key for all operations, without a limit. */
  public String key() {
    UUID id = UUID.randomUUID();
    return tokens.issue(
        new Caller(id, id, Scope.ADMIN, UNLIMITED, null, new SignedInPerson(id, Role.OWNER, false)),
        clock.instant());
  }

  /** Stops, and writes what the access log still holds. Blocks. */
  public void stop() {
    vertx.undeploy(deployment).await();
  }

  private Gate gate() {
    return new Gate(
        new Authenticator(
            new KeyVerifier(tokens, new RevokedKeys(), clock), new RestrictedMembers()),
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
  private final class Stubs implements ApiVerticle.LoopResources {
    /** Nothing listens there. */
    private static final DatabaseAddress NOWHERE =
        new DatabaseAddress("127.0.0.1", 1, "none", "none", new Secret("none"), SslMode.DISABLE);

    private static final SocketReceiver NO_SOCKETS =
        new SocketReceiver() {
          @Override
          public boolean admit(String network) {
            return false;
          }

          @Override
          public void leave(String network) {}

          @Override
          public void onOpened(ServerWebSocket socket, String network, Runnable abort) {}
        };

    private final Gate gate;
    private @Nullable Database database;
    private @Nullable Idempotency idempotency;

    Stubs(Gate gate) {
      this.gate = gate;
    }

    @Override
    public Database database() {
      return requireNonNull(database);
    }

    @Override
    public PingReceiver pings() {
      return (token, signal) -> {
        throw ApiException.notFound();
      };
    }

    @Override
    public SocketReceiver sockets() {
      return NO_SOCKETS;
    }

    @Override
    public AgentReceiver agents() {
      return (headers, network) ->
          Future.failedFuture(new ApiException(ApiError.NOT_FOUND, "There are no agents here"));
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
      database = new Database(vertx, NOWHERE, config.database(), 1);
      idempotency = new Idempotency(vertx, database, Sealer.of(List.of("unused")), () -> {});
      return Future.succeededFuture(operations.get());
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }
}
