package dev.belfry.platform.config;

import java.net.URI;
import java.util.Set;

/** The address at which clients reach the installation, as far as the configuration tells it. */
public final class PublicAddress {
  private static final Set<String> ANY_HOST = Set.of("0.0.0.0", "::", "[::]", "");

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private PublicAddress() {}

  /**
   * The public URL. Without it, the host and port on which the service listens, which work on that
   * machine only.
   */
  public static String of(Config config) {
    return config.publicUrl() == null ? local(config.http()) : config.publicUrl().toString();
  }

  /** Whether browsers trust pages at the address with what they keep from plain http. */
  public static boolean isSecure(Config config) {
    URI address = URI.create(of(config));
    return "https".equals(address.getScheme())
        || LOOPBACK.contains(String.valueOf(address.getHost()));
  }

  private static String local(Config.Http http) {
    String host = ANY_HOST.contains(http.host()) ? "localhost" : http.host();
    boolean literal = host.indexOf(':') >= 0 && !host.startsWith("[");
    String scheme = http.tls() == null ? "http://" : "https://";
    return scheme + (literal ? "[" + host + "]" : host) + ":" + http.port();
  }
}
