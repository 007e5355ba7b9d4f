package dev.belfry.api.http;

import dev.belfry.api.auth.BearerToken;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * The {@code WWW-Authenticate} header of a 401 (RFC 6750, section 3): tells which mistake the
 * client made, as far as the form of its headers shows it. The body is the same for all of them
 * ("Errors" of the specification).
 */
enum Challenge {
  NO_KEY("invalid_request", "Send the API key in the header Authorization: Bearer <key>"),
  OTHER_HEADER(
      "invalid_request", "The key belongs in Authorization: Bearer <key>, not in X-API-Key"),
  NO_BEARER("invalid_request", "The Authorization header must be the word Bearer and the key"),
  REFUSED("invalid_token", "This API key is unknown, expired or revoked");

  /** Name of the header. */
  static final CharSequence HEADER = HttpHeaders.createOptimized("www-authenticate");

  private static final CharSequence API_KEY = HttpHeaders.createOptimized("x-api-key");

  private final String value;

  Challenge(String code, String description) {
    value =
        "Bearer realm=\"belfry\", error=\"%s\", error_description=\"%s\""
            .formatted(code, description);
  }

  /** The challenge for a request that was refused with 401. */
  static Challenge of(HttpServerRequest request) {
    String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (authorization == null) {
      return request.headers().contains(API_KEY) ? OTHER_HEADER : NO_KEY;
    }
    return BearerToken.of(authorization).isPresent() ? REFUSED : NO_BEARER;
  }

  /** The header's value. */
  String value() {
    return value;
  }
}
