package dev.belfry.account.people;

import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.RequestHead;

/**
 * Where a session begins, as the list of sessions shows it.
 *
 * @param userAgent what the browser says of itself, cut
 * @param network address, or the network of an IPv6 address
 */
public record BrowserInfo(String userAgent, String network) {
  /** Reads the headers and the address of a request. */
  public static BrowserInfo of(RequestHead head, ClientAddress addresses) {
    return new BrowserInfo(head.userAgent(), addresses.network(head));
  }
}
