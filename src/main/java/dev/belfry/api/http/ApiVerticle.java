package dev.belfry.api.http;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.idempotency.Idempotency;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One event loop that serves the API; as many are deployed as there are event loops. */
public final class ApiVerticle extends VerticleBase {
  private static final long SWEEP_MILLIS = 1_000;
  private static final long FLUSH_MILLIS = 100;

  /** Any free port, but the same one for all event loops; with 0 each would have its own. */
  private static final int ANY_SHARED_PORT = -1;

  private final Shared shared;
  private final LoopResources resources;
  private final AtomicInteger port;
  private @Nullable HttpServer server;
  private Runnable flush = () -> {};
  private final ConnectionGuard guard;

  /**
   * The parts that all event loops share.
   *
   * @param tls null = plain text
   * @param domains hosts that serve something else than the API
   * @param pages pages that are no operations of the contract
   * @param bodies bounds the bodies of all event loops
   */
  public record Shared(
      Config config,
      Contract contract,
      MeterRegistry registry,
      Drain drain,
      InstantSource clock,
      @Nullable CertificateReloader tls,
      CustomDomains domains,
      List<Pages> pages,
      BodyBudget bodies) {}

  /** The parts that each event loop has for itself: its operations and their resources. */
  public interface LoopResources {
    /**
     * Opens the resources of the operations; called once, on the event loop. Fails when one of them
     * cannot be opened, such as the database.
     */
    Future<OperationRegistry> open(io.vertx.core.Vertx vertx);

    /** Decides which requests may pass on this event loop; called after {@link #open}. */
    Gate gate();

    /** The database of this event loop; called after {@link #open}. */
    Database database();

    /** Takes the pings of this event loop; called after {@link #open}. */
    PingReceiver pings();

    /** Takes the WebSockets of this event loop; called after {@link #open}. */
    SocketReceiver sockets();

    /** Takes the streams of agents of this event loop; called after {@link #open}. */
    AgentReceiver agents();

    /** Lets requests of this event loop take effect once; called after {@link #open}. */
    Idempotency idempotency();

    /** Closes the resources; fails when one of them cannot be closed. */
    Future<Void> close();
  }

  /**
   * @param port receives the port that is listened on
   */
  public ApiVerticle(Shared shared, LoopResources resources, AtomicInteger port) {
    this.shared = shared;
    this.resources = resources;
    this.port = port;
    Config.Http http = shared.config().http();
    this.guard = new ConnectionGuard(http.maxConnections(), http.idleTimeout(), http.bodyTimeout());
  }

  @Override
  public Future<?> start() {
    EventLoopLag.measure(vertx, shared.registry());
    return resources
        .open(vertx)
        .compose(
            operations -> {
              operations.requireEqual(shared.contract());
              return listen(operations);
            });
  }

  private Future<HttpServer> listen(OperationRegistry operations) {
    Config.Http http = shared.config().http();
    AccessLogger accessLog =
        new AccessLogger(
            http.accessLog(),
            shared.config().log().format(),
            shared.clock(),
            new ClientAddress(http.trustedProxies()));
    vertx.setPeriodic(FLUSH_MILLIS, due -> accessLog.flush());
    flush = accessLog::flush;
    ServerState state =
        new ServerState(
            new RequestIds(new SplittableRandom()),
            accessLog,
            shared.drain(),
            new OperationMetrics(shared.registry(), "none"),
            guard,
            shared.tls() != null);
    CertificateReloader tls = shared.tls();
    ApiRouter router =
        new ApiRouter(shared.contract(), state, shared.domains(), shared.pages(), vertx)
            .answering(
                operations,
                resources,
                new BodyReader(http.maxBodyBytes(), shared.bodies()),
                shared.registry())
            .opening(
                resources.sockets(), resources.agents(), new ClientAddress(http.trustedProxies()));
    HttpServerOptions options =
        tls == null ? ServerSetup.plain() : ServerSetup.secure(tls.options());
    HttpServer created =
        vertx
            .createHttpServer(options)
            .connectionHandler(
                connection -> {
                  StrictDecoder.install(
                      connection, options, () -> guard.onMalformedBody(connection));
                  guard.onOpened(connection);
                })
            .invalidRequestHandler(request -> refuse(request, state))
            .requestHandler(
                request -> {
                  if (guard.admits(request)) {
                    serve(request, router, state);
                  }
                });
    vertx.setPeriodic(SWEEP_MILLIS, due -> guard.sweep());
    return created
        .listen(http.port() == 0 ? ANY_SHARED_PORT : http.port(), http.host())
        .recover(
            failure ->
                Future.failedFuture(
                    new ListenException(http.host(), http.port(), "BELFRY_HTTP_PORT", failure)))
        .onSuccess(
            listening -> {
              this.server = listening;
              port.set(listening.actualPort());
              if (tls != null) {
                tls.follow(listening);
              }
            });
  }

  /**
   * Refuses an address that is too long; over HTTP/2 the library bounds only all headers together.
   */
  private static void serve(HttpServerRequest request, ApiRouter router, ServerState state) {
    if (request.uri().length() > ServerSetup.LONGEST_REQUEST_LINE) {
      new Exchange(request, state, state.unmatched()).fail(new ApiException(ApiError.URI_TOO_LONG));
    } else {
      router.handle(request);
    }
  }

  /** Refuses a request that cannot be parsed as HTTP, and closes its connection. */
  private void refuse(HttpServerRequest request, ServerState state) {
    Throwable cause = request.decoderResult().cause();
    ApiError error = ApiError.BAD_REQUEST;
    if (cause instanceof io.netty.handler.codec.http.TooLongHttpLineException) {
      error = ApiError.URI_TOO_LONG;
    } else if (cause instanceof io.netty.handler.codec.http.TooLongHttpHeaderException) {
      error = ApiError.HEADERS_TOO_LARGE;
    } else if (cause instanceof StrictDecoder.OtherVersionException) {
      error = ApiError.OTHER_VERSION;
    }
    Exchange exchange = new Exchange(request, state, state.unmatched());
    exchange.fail(
        error == ApiError.BAD_REQUEST
            ? ApiException.invalid(
                ApiException.Source.PARAMS,
                List.of(new Violation("", "The request is not well-formed HTTP")))
            : new ApiException(error));
    request.connection().close();
  }

  /** Waits for open requests, no longer than the grace, before it closes the resources. */
  @Override
  public Future<?> stop() {
    HttpServer listening = server;
    long grace = shared.config().shutdown().grace().toMillis();
    return (listening == null
            ? Future.<Void>succeededFuture()
            : listening.shutdown(grace, TimeUnit.MILLISECONDS))
        .eventually(resources::close)
        .onComplete(closed -> flush.run());
  }
}
