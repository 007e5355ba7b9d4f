package dev.belfry.api.http;

import dev.belfry.platform.guard.Cidr;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.List;

/**
 * Finds the client's address of a request, from its connection and the headers of trusted proxies.
 */
public final class ClientAddress {
  private static final CharSequence FORWARDED = HttpHeaders.createOptimized("forwarded");
  private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("x-forwarded-for");

  private final ForwardedPolicy policy;

  /**
   * @param trusted proxies whose headers are believed
   */
  public ClientAddress(List<Cidr> trusted) {
    this.policy = new ForwardedPolicy(trusted);
  }

  /** The client's address, empty when the connection has none. */
  String of(HttpServerRequest request) {
    SocketAddress remote = request.remoteAddress();
    String peer = remote == null || remote.hostAddress() == null ? "" : remote.hostAddress();
    return policy.believesAnybody()
        ? policy.client(
            peer, request.headers().getAll(FORWARDED), request.headers().getAll(FORWARDED_FOR))
        : peer;
  }
}
