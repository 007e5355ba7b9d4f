package dev.belfry.app;

import dev.belfry.platform.config.Config;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names of this process: towards other instances, and in the requests it sends. */
final class ProcessName {
  private ProcessName() {}

  /** Among the instances of a database: host and port of the API. */
  static String instance(int port) {
    try {
      return InetAddress.getLocalHost().getHostName() + ":" + port;
    } catch (UnknownHostException nameless) {
      return "localhost:" + port;
    }
  }

  /**
   * The {@code User-Agent} of requests of ours.
   *
   * @param what they are for
   */
  static String userAgent(String what, Config config) {
    String version = ProcessName.class.getPackage().getImplementationVersion();
    String page = config.publicUrl() == null ? "" : "; +" + config.publicUrl();
    return "Belfry/" + (version == null ? "development" : version) + " (" + what + page + ")";
  }
}
