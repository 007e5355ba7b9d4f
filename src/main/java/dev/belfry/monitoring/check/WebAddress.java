package dev.belfry.monitoring.check;

import dev.belfry.api.contract.PlainAddress;
import java.net.URI;
import java.net.URISyntaxException;

/** Addresses that monitors probe and channels are told through. */
public final class WebAddress {
  private WebAddress() {}

  /** Whether a text is an absolute http or https address with a host (RFC 3986). */
  public static boolean isWellFormed(String text) {
    if (PlainAddress.matches(text)) {
      return true;
    }
    try {
      URI address = new URI(text);
      String scheme = address.getScheme();
      return address.getHost() != null
          && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme));
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
