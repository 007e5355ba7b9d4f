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
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may pass: by its key (401), its account and role or scope (403) and its
 * rate limit and that of its account (429), in this order.
 */
public final class Gate {
  /** The specification's window ("Limits" 1). */
  private static final Duration WINDOW = Duration.ofSeconds(60);

  /** Stands for "unlimited" where the headers need a number. */
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final Authenticator authenticator;
  private final CredentialSource credentials;
  private final RateLimiter limiter;
  private final LocalLimiter strangers;
  private final Config.RateLimit limits;
  private final ClientAddress addresses;

  /**
   * @param credentials where a key may be when there is no {@code Authorization} header
   * @param limiter for callers with a key
   * @param strangers for callers without one
   * @param addresses tells those apart
   */
  public Gate(
      Authenticator authenticator,
      CredentialSource credentials,
      RateLimiter limiter,
      LocalLimiter strangers,
      Config.RateLimit limits,
      ClientAddress addresses) {
    this.authenticator = authenticator;
    this.credentials = credentials;
    this.limiter = limiter;
    this.strangers = strangers;
    this.limits = limits;
    this.addresses = addresses;
  }

  /** The limit of an operation's own: configured, else that of the contract; null for none. */
  @Nullable RouteLimit ownLimit(OperationContract operation) {
    RouteLimit configured = limits.routes().get(operation.id());
    return configured != null
        ? configured
        : operation.limit().map(own -> new RouteLimit(own.limit(), own.window())).orElse(null);
  }

  /**
   * Decides whether a request may pass. The future fails only when the limiter itself does; a
   * refusal is a value. Mostly decided at once.
   *
   * @param ownLimit what {@link #ownLimit} said of the operation
   */
  Future<Admission> decide(
      HttpServerRequest request, OperationContract operation, @Nullable RouteLimit ownLimit) {
    if (operation.open()) {
      return Future.succeededFuture(open(request, operation, ownLimit));
    }
    Caller caller;
    try {
      caller = caller(request);
    } catch (ApiException unauthorized) {
      return Future.succeededFuture(Admission.refused(unauthorized, null));
    }
    RouteLimit limit = ownLimit == null ? limit(caller) : ownLimit;
    String bucket = bucket(caller, operation, ownLimit);
    try {
      authenticator.authorize(
          caller,
          AccountHeader.of(request),
          operation.leastRole(),
          operation.writes(),
          operation.ofRestricted());
    } catch (ApiException forbidden) {
      return Future.succeededFuture(
          Admission.refused(forbidden, limiter.peek(bucket, limit.limit(), limit.window())));
    }
    if (limit.limit() == UNLIMITED) {
      return Future.succeededFuture(
          new Admission(caller, limiter.peek(bucket, UNLIMITED, WINDOW), null));
    }
    Future<Decision> own = limiter.take(bucket, limit.limit(), limit.window());
    int together = together(caller);
    if (together == UNLIMITED) {
      return own.map(decision -> limited(caller, decision));
    }
    return own.compose(decision -> withinAccount(caller, decision, together));
  }

  /** An operation with a limit of its own has a bucket of its own. */
  private static String bucket(
      Caller caller, OperationContract operation, @Nullable RouteLimit ownLimit) {
    String key = caller.keyId().toString();
    return ownLimit == null ? key : key + ' ' + operation.id();
  }

  /**
   * Decides whether a request that has passed may call another operation: by the scope of its key
   * or the role of its person (403), and by a limit of that operation's own (429). The request
   * itself has counted already. Fails only when the limiter does.
   */
  Future<Admission> decideCall(
      Caller caller, OperationContract operation, @Nullable RouteLimit ownLimit) {
    try {
      authenticator.authorize(
          caller, null, operation.leastRole(), operation.writes(), operation.ofRestricted());
    } catch (ApiException forbidden) {
      return Future.succeededFuture(Admission.refused(forbidden, null));
    }
    return ownLimit == null || ownLimit.limit() == UNLIMITED
        ? Future.succeededFuture(new Admission(caller, null, null))
        : limiter
            .take(bucket(caller, operation, ownLimit), ownLimit.limit(), ownLimit.window())
            .map(decision -> limited(caller, decision));
  }

  /** A refused key takes nothing from the other keys of its account. */
  private Future<Admission> withinAccount(Caller caller, Decision own, int together) {
    if (!own.admitted()) {
      return Future.succeededFuture(limited(caller, own));
    }
    return limiter
        .takeAhead("account " + caller.accountId() + ' ' + together, together, WINDOW)
        .map(all -> limited(caller, all.admitted() ? own : all));
  }

  /**
   * The requests of all keys of an account in a window. Keys that an operator gave limits of their
   * own count apart from the others, and by their limit.
   */
  private int together(Caller caller) {
    int own = caller.rateLimit().orElse(limits.limit());
    long all = (long) own * limits.accountFactor();
    return all == 0 ? UNLIMITED : (int) Math.min(all, UNLIMITED - 1);
  }

  private Admission open(
      HttpServerRequest request, OperationContract operation, @Nullable RouteLimit own) {
    return own == null
        ? Admission.OPEN
        : limited(
            Caller.ANYBODY,
            strangers.take(operation.id(), addresses.network(request), own.limit(), own.window()));
  }

  private static Admission limited(Caller caller, Decision decision) {
    return decision.admitted()
        ? new Admission(caller, decision, null)
        : Admission.refused(new ApiException(ApiError.TOO_MANY_REQUESTS), decision);
  }

  /** The header comes first; another source is asked only when there is none. */
  private Caller caller(HttpServerRequest request) {
    String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    String key = authorization == null ? credentials.key(request) : null;
    return key == null ? authenticator.authenticate(authorization) : authenticator.verify(key);
  }

  private RouteLimit limit(Caller caller) {
    int own = caller.rateLimit().orElse(limits.limit());
    return new RouteLimit(own == 0 ? UNLIMITED : own, WINDOW);
  }
}
