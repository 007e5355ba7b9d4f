package dev.belfry.api.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** The headers that every answer carries for browsers (OWASP REST Security Cheat Sheet). */
final class SecurityHeaders {
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("x-content-type-options");
  private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence TRANSPORT_SECURITY =
      HttpHeaders.createOptimized("strict-transport-security");

  /** A year, for this host alone: we know nothing of the hosts below it (RFC 6797, 6.1). */
  private static final CharSequence YEAR = HttpHeaders.createOptimized("max-age=31536000");

  private SecurityHeaders() {}

  /**
   * Adds them to an answer.
   *
   * @param tls whether it is sent over TLS
   */
  static void put(HttpServerResponse response, boolean tls) {
    response.putHeader(CONTENT_TYPE_OPTIONS, NOSNIFF);
    if (tls) {
      response.putHeader(TRANSPORT_SECURITY, YEAR);
    }
  }
}
