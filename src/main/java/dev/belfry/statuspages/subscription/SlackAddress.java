package dev.belfry.statuspages.subscription;

import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sha256;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * Addresses of incoming webhooks of Slack. One lets its bearer post to a channel, so it is stored
 * sealed. Beside it stands a text that shows the host and tells subscriptions apart.
 */
final class SlackAddress {
  private static final int DIGEST_BYTES = 16;

  private SlackAddress() {}

  /** Whether an address is at one of the places that the operator allows. */
  static boolean isAllowed(String address, List<URI> places) {
    if (!WebAddress.isWellFormed(address)) {
      return false;
    }
    try {
      URI uri = new URI(address);
      return uri.getRawUserInfo() == null
          && uri.getRawPath() != null
          && uri.getRawPath().length() > 1
          && places.stream().anyMatch(place -> isAt(uri, place));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isAt(URI address, URI place) {
    return place.getScheme().equalsIgnoreCase(address.getScheme())
        && place.getHost().equalsIgnoreCase(address.getHost())
        && port(place) == port(address);
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
  }

  /**
   * What is stored in place of an address: its origin, and after a number sign its digest. The path
   * of a webhook is random, so the digest does not tell it.
   */
  static String stored(String address) {
    URI uri = URI.create(address);
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme()
        + "://"
        + uri.getHost()
        + port
        + "/****#"
        + HexFormat.of().formatHex(Sha256.of(address), 0, DIGEST_BYTES);
  }

  /** Where the sealed address of a subscription lies. */
  static SealContext context(UUID account, UUID subscription) {
    return new SealContext(
        "status_page_subscriptions.sealed_address", account, subscription.toString());
  }
}
