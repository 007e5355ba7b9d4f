package dev.belfry.app;

import dev.belfry.platform.config.Config;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names of this process: towards people, other instances, and in the requests it sends. */
public final class ProcessName {
  private ProcessName() {}

  /** The version of the jar; {@code development} where classes run without a jar. */
  public static String version() {
    String version = ProcessName.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

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
    String page = config.publicUrl() == null ? "" : "; +" + config.publicUrl();
    return "Belfry/" + version() + " (" + what + page + ")";
  }
}
