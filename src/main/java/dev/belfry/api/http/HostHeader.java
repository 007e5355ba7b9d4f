package dev.belfry.api.http;

import dev.belfry.platform.guard.IpLiteral;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import org.jspecify.annotations.Nullable;

/**
 * What a request must say about the host it is for (RFC 9112, 3.2). The library takes the first of
 * several Host headers, does without one, and reads anything in brackets.
 */
final class HostHeader {
  private HostHeader() {}

  /** What is wrong with the host of a request, null when nothing is. */
  static @Nullable String fault(HttpServerRequest request) {
    HttpVersion version = request.version();
    if (version != HttpVersion.HTTP_2) {
      int count = request.headers().getAll(HttpHeaders.HOST).size();
      if (count == 0 && version == HttpVersion.HTTP_1_0) {
        return null;
      }
      if (count != 1) {
        return "The request must have one Host header";
      }
    }
    return isHost(request.authority())
        ? null
        : "The Host header must be a host name or address, with or without a port";
  }

  /**
   * Whether an authority as the library read it names a host. An {@code http} address without one
   * is invalid (RFC 9110, 4.2.1), and brackets hold an IPv6 address (RFC 3986, 3.2.2).
   */
  static boolean isHost(@Nullable HostAndPort authority) {
    if (authority == null || authority.host().isEmpty()) {
      return false;
    }
    String host = authority.host();
    return host.charAt(0) != '['
        || (host.indexOf(':') > 0 && IpLiteral.parse(host.substring(1, host.length() - 1)) != null);
  }
}
