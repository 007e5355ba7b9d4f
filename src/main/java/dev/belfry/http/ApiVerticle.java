package dev.belfry.http;

import dev.belfry.config.Config;
import dev.belfry.contract.Contract;
import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.openapi.contract.OpenAPIContract;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One event loop that serves the API; as many are deployed as there are event loops. */
public final class ApiVerticle extends VerticleBase {
  private static final int LONGEST_REQUEST_LINE = 8_192;
  private static final int LARGEST_HEADERS = 16_384;
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

  /** What all event loops have in common. */
  public record Shared(
      Config config,
      Contract contract,
      OpenAPIContract routes,
      MeterRegistry registry,
      Drain drain,
      InstantSource clock) {}

  /** What one event loop has for itself: its operations and what they hold open. */
  public interface LoopResources {
    /** Opens what the operations need; called once, on the event loop. */
    Future<OperationRegistry> open(io.vertx.core.Vertx vertx);

    /** Who may pass on this event loop; called after {@link #open}. */
    Gate gate();

    /** Closes it again. */
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
              operations.demandEqual(shared.contract());
              return listen(operations);
            });
  }

  private Future<HttpServer> listen(OperationRegistry operations) {
    Config.Http http = shared.config().http();
    AccessLogger accessLog =
        new AccessLogger(
            http.accessLog(), shared.clock(), new ClientAddress(http.trustedProxies()));
    vertx.setPeriodic(FLUSH_MILLIS, due -> accessLog.flush());
    flush = accessLog::flush;
    ServerState state =
        new ServerState(
            new RequestIds(new SplittableRandom()),
            accessLog,
            shared.drain(),
            new OperationMetrics(shared.registry(), "none"),
            guard);
    ApiRouter router = new ApiRouter(shared.contract(), shared.registry(), state);
    Router routes =
        router.build(
            vertx,
            shared.routes(),
            operations,
            resources.gate(),
            new BodyReader(http.maxBodyBytes()),
            guard);
    HttpServer created =
        vertx
            .createHttpServer(options())
            .connectionHandler(guard::opened)
            .invalidRequestHandler(request -> refuse(request, state))
            .requestHandler(
                request -> {
                  if (guard.admits(request.connection())) {
                    routes.handle(request);
                  }
                });
    vertx.setPeriodic(SWEEP_MILLIS, due -> guard.sweep());
    return created
        .listen(http.port() == 0 ? ANY_SHARED_PORT : http.port(), http.host())
        .recover(
            failure ->
                Future.failedFuture(
                    new CannotListen(http.host(), http.port(), "BELFRY_HTTP_PORT", failure)))
        .onSuccess(
            listening -> {
              this.server = listening;
              port.set(listening.actualPort());
            });
  }

  private static HttpServerOptions options() {
    return new HttpServerOptions()
        .setHandle100ContinueAutomatically(true)
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(LONGEST_REQUEST_LINE)
        .setMaxHeaderSize(LARGEST_HEADERS)
        // Each would put a handler of its own before every request.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setTcpNoDelay(true);
  }

  /** Answers what could not even be parsed as HTTP, and hangs up. */
  private void refuse(HttpServerRequest request, ServerState state) {
    Throwable cause = request.decoderResult().cause();
    ApiError error = ApiError.BAD_REQUEST;
    if (cause instanceof io.netty.handler.codec.http.TooLongHttpLineException) {
      error = ApiError.URI_TOO_LONG;
    } else if (cause instanceof io.netty.handler.codec.http.TooLongHttpHeaderException) {
      error = ApiError.HEADERS_TOO_LARGE;
    }
    Exchange exchange = new Exchange(request, state, state.unmatched());
    exchange.fail(
        error == ApiError.BAD_REQUEST
            ? new ApiException(error, "The request is not well-formed HTTP")
            : new ApiException(error));
    request.connection().close();
  }

  /** Finishes what is under way, as long as the grace allows, before its resources go. */
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
