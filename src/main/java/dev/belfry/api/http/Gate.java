package dev.belfry.api.http;

import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.ratelimit.Decision;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.RouteLimit;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/** Who may pass: key (401), account and scope (403), limit (429), in this order. */
public final class Gate {
  /** The specification's window ("Limits" 1). */
  private static final Duration WINDOW = Duration.ofSeconds(60);

  /** Stands for "unlimited" where the headers need a number. */
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final Authenticator authenticator;
  private final RateLimiter limiter;
  private final LocalLimiter strangers;
  private final Config.RateLimit limits;
  private final ClientAddress addresses;

  /**
   * @param limiter for callers with a key
   * @param strangers for callers without one
   * @param addresses tells those apart
   */
  public Gate(
      Authenticator authenticator,
      RateLimiter limiter,
      LocalLimiter strangers,
      Config.RateLimit limits,
      ClientAddress addresses) {
    this.authenticator = authenticator;
    this.limiter = limiter;
    this.strangers = strangers;
    this.limits = limits;
    this.addresses = addresses;
  }

  /**
   * The caller of a request that may go on; the exchange carries the limit headers from here on.
   * Mostly known at once; fails with a 429.
   *
   * @throws ApiException 401 or 403
   */
  Future<Caller> pass(HttpServerRequest request, OperationContract operation, Exchange exchange) {
    if (operation.open()) {
      return routeLimit(operation)
          .map(
              own ->
                  admitted(
                      strangers.take(
                          operation.id() + ' ' + addresses.of(request), own.limit(), own.window()),
                      Caller.ANYBODY,
                      exchange))
          .orElse(Future.succeededFuture(Caller.ANYBODY));
    }
    Caller caller = caller(request);
    RouteLimit limit = limit(caller, operation);
    String bucket = bucket(caller, operation);
    try {
      authenticator.authorize(caller, Exchange.accountHeader(request), operation.writes());
    } catch (ApiException forbidden) {
      exchange.limited(limiter.peek(bucket, limit.limit(), limit.window()));
      throw forbidden;
    }
    if (limit.limit() == UNLIMITED) {
      exchange.limited(limiter.peek(bucket, UNLIMITED, WINDOW));
      return Future.succeededFuture(caller);
    }
    return limiter
        .take(bucket, limit.limit(), limit.window())
        .compose(decision -> admitted(decision, caller, exchange));
  }

  /** A key in the header comes first; the console has its own in a cookie. */
  private Caller caller(HttpServerRequest request) {
    String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    String session = authorization == null ? SessionCookie.key(request) : null;
    return session == null
        ? authenticator.authenticate(authorization)
        : authenticator.verify(session);
  }

  private static Future<Caller> admitted(Decision decision, Caller caller, Exchange exchange) {
    exchange.limited(decision);
    return decision.admitted()
        ? Future.succeededFuture(caller)
        : Future.failedFuture(new ApiException(ApiError.TOO_MANY_REQUESTS));
  }

  /** An operation with a limit of its own has a bucket of its own. */
  private String bucket(Caller caller, OperationContract operation) {
    String key = caller.keyId().toString();
    return routeLimit(operation).isPresent() ? key + ' ' + operation.id() : key;
  }

  private RouteLimit limit(Caller caller, OperationContract operation) {
    return routeLimit(operation)
        .orElseGet(
            () -> {
              int own = caller.rateLimit().orElse(limits.limit());
              return new RouteLimit(own == 0 ? UNLIMITED : own, WINDOW);
            });
  }

  private Optional<RouteLimit> routeLimit(OperationContract operation) {
    RouteLimit configured = limits.routes().get(operation.id());
    return configured != null
        ? Optional.of(configured)
        : operation.limit().map(own -> new RouteLimit(own.limit(), own.window()));
  }
}
