package dev.belfry.app;

import dev.belfry.platform.config.Config;
import java.net.URI;

/** Tells whether browsers reach the service over TLS. */
final class ServedOverTls {
  private ServedOverTls() {}

  /** Whether it speaks TLS, or its public address says that a proxy does. */
  static boolean by(Config config) {
    URI known = config.publicUrl();
    return config.http().tls() != null || (known != null && "https".equals(known.getScheme()));
  }
}
