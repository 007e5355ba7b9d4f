package dev.belfry.api.http;

import dev.belfry.platform.guard.Cidr;
import dev.belfry.platform.guard.IpLiteral;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;

/**
 * Finds the client's address of a request, from its connection and the headers of trusted proxies.
 */
public final class ClientAddress {
  private static final int NETWORK_BYTES = 56 / Byte.SIZE;
  private static final CharSequence FORWARDED = HttpHeaders.createOptimized("forwarded");
  private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("x-forwarded-for");

  private final ForwardedPolicy policy;

  /**
   * @param trusted proxies whose headers are believed
   */
  public ClientAddress(List<Cidr> trusted) {
    this.policy = new ForwardedPolicy(trusted);
  }

  /**
   * What limits count as one client: an IPv4 address, or the /56 of an IPv6 address, which one
   * subscriber of a provider has whole. Empty when the connection has no address.
   */
  String network(HttpServerRequest request) {
    return network(of(request));
  }

  /** The same of a request that an operation handles. */
  public String network(RequestHead head) {
    return head.network(this);
  }

  /** The network of an address that is written as usual; any other text stays as it is. */
  static String network(String address) {
    int zone = address.indexOf('%');
    InetAddress read = IpLiteral.parse(zone < 0 ? address : address.substring(0, zone));
    if (!(read instanceof Inet6Address)) {
      return read == null ? address : read.getHostAddress();
    }
    return HexFormat.of().formatHex(read.getAddress(), 0, NETWORK_BYTES) + "/56";
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
