package dev.belfry.monitoring.certificate;

import java.util.Locale;

/**
 * The hosts that a client certificate is for.
 *
 * @param text a host name or address, or {@code *.} and a domain for all hosts below it
 */
record HostPattern(String text) {
  private static final String ANY = "*";

  HostPattern {
    text = text.toLowerCase(Locale.ROOT);
  }

  /**
   * Whether it covers a host. A domain does not cover itself.
   *
   * @param host lower case
   */
  boolean covers(String host) {
    return text.startsWith(ANY) ? host.endsWith(text.substring(1)) : host.equals(text);
  }

  /**
   * How much it says: a host says more than any domain, and a longer domain more than a shorter.
   */
  int weight() {
    return text.startsWith(ANY) ? text.length() : Integer.MAX_VALUE;
  }
}
