package dev.belfry.platform.config;

import java.util.Set;

/** The address at which clients reach the installation, as far as the configuration tells it. */
public final class PublicAddress {
  private static final Set<String> ANY_HOST = Set.of("0.0.0.0", "::", "[::]", "");

  private PublicAddress() {}

  /**
   * The public URL. Without it, the host and port on which the service listens, which work on that
   * machine only.
   */
  public static String of(Config config) {
    return config.publicUrl() == null ? local(config.http()) : config.publicUrl().toString();
  }

  private static String local(Config.Http http) {
    String host = ANY_HOST.contains(http.host()) ? "localhost" : http.host();
    boolean literal = host.indexOf(':') >= 0 && !host.startsWith("[");
    String scheme = http.tls() == null ? "http://" : "https://";
    return scheme + (literal ? "[" + host + "]" : host) + ":" + http.port();
  }
}
