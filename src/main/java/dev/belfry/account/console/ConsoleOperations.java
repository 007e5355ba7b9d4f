package dev.belfry.account.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The API's operations on sessions of the console. */
public final class ConsoleOperations {
  private static final Duration LONGEST = Duration.ofDays(7);

  private final Authenticator authenticator;
  private final SignInLinks links;
  private final InstantSource clock;
  private final boolean secure;

  /**
   * @param secure whether browsers reach the service over TLS
   */
  public ConsoleOperations(
      Authenticator authenticator, SignInLinks links, InstantSource clock, boolean secure) {
    this.authenticator = authenticator;
    this.links = links;
    this.clock = clock;
    this.secure = secure;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("startSession", this::startSession)
        .add("readSession", this::readSession)
        .add("endSession", this::endSession);
  }

  Future<ApiResponse> startSession(ApiRequest request) {
    String key = key(request.body());
    Caller caller = authenticator.verify(key);
    String cookie = SessionCookie.start(key, longest(caller.expiry()), secure);
    return Future.succeededFuture(ApiResponse.noContent().with(SessionCookie.HEADER, cookie));
  }

  private String key(ObjectNode body) {
    if (body.has("key") == body.has("ticket")) {
      throw ApiException.invalid(
          List.of(
              new Violation("/key", "or /ticket must be present, and not both"),
              new Violation("/ticket", "or /key must be present, and not both")));
    }
    return body.has("key")
        ? body.get("key").asText().strip()
        : links
            .redeem(body.get("ticket").asText())
            .orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED));
  }

  Future<ApiResponse> readSession(ApiRequest request) {
    Caller caller = request.caller();
    Instant expiry = caller.expiry();
    return Future.succeededFuture(
        ApiResponse.ok(
            JsonText.object()
                .plain("keyId", caller.keyId().toString())
                .plain("accountId", caller.accountId().toString())
                .plain("scope", caller.scope().name())
                .time("expiresAt", expiry == null ? null : expiry.atOffset(ZoneOffset.UTC))
                .end()));
  }

  Future<ApiResponse> endSession(ApiRequest request) {
    return Future.succeededFuture(
        ApiResponse.noContent().with(SessionCookie.HEADER, SessionCookie.end(secure)));
  }

  /** A session ends with its key. */
  private Duration longest(@Nullable Instant expiry) {
    if (expiry == null) {
      return LONGEST;
    }
    Duration left = Duration.between(clock.instant(), expiry);
    return left.compareTo(LONGEST) < 0 ? left : LONGEST;
  }
}
