package dev.belfry.monitoring.channel;

import java.util.Locale;
import java.util.Set;

/**
 * Request headers that the service sets itself, because they say where a message goes or how it is
 * framed (RFC 9110, sections 7.2, 7.6 and 10.1; RFC 9112, section 6).
 */
public final class ReservedHeaders {
  private static final Set<String> NAMES =
      Set.of(
          "host", "connection", "content-length", "transfer-encoding", "upgrade", "expect", "te");

  private ReservedHeaders() {}

  /** Whether a name, in any case, is one of them. */
  public static boolean contains(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
