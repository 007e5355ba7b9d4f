package dev.belfry.engine.probe;

import dev.belfry.platform.guard.Host;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Names a target in messages and results. */
final class AddressText {
  private AddressText() {}

  /** The address as {@code 203.0.113.7:443}, without a port if that is 0. */
  static String of(InetSocketAddress address) {
    return address.getPort() == 0
        ? NetUtil.toAddressString(address.getAddress())
        : NetUtil.toSocketAddressString(address);
  }

  /**
   * The host with the address that was dialled for it, such as {@code example.com
   * (203.0.113.7:443)}.
   *
   * @param dialled null before a lookup has succeeded
   */
  static String of(Host host, @Nullable InetSocketAddress dialled) {
    if (dialled == null) {
      return host.toString();
    }
    return host.address() == null ? host + " (" + of(dialled) + ")" : of(dialled);
  }
}
