package dev.belfry.api.http;

import dev.belfry.platform.guard.Cidr;
import dev.belfry.platform.guard.IpLiteral;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose address a request has that came through proxies. Only proxies that are trusted are
 * believed: from the nearest one backwards, the first address that is none of theirs is the
 * client's. Whatever the client itself wrote stands further left and is never looked at.
 */
final class ForwardedPolicy {
  /** The most proxies in a row that are looked at. */
  private static final int MOST_HOPS = 32;

  private final List<Cidr> trusted;

  /**
   * @param trusted proxies that are trusted, may be empty
   */
  ForwardedPolicy(List<Cidr> trusted) {
    this.trusted = List.copyOf(trusted);
  }

  /** Whether any proxy is trusted. */
  boolean believesAnybody() {
    return !trusted.isEmpty();
  }

  /**
   * The client's address. {@code Forwarded} (RFC 7239) goes before {@code X-Forwarded-For}; where
   * both are there and name different clients, one of them went past a proxy that does not know it,
   * and neither is believed. What cannot be read counts as absent.
   *
   * @param peer address of the other end of the connection
   * @param forwarded fields of that name, in order
   * @param forwardedFor fields named X-Forwarded-For, in order
   */
  String client(String peer, List<String> forwarded, List<String> forwardedFor) {
    if (!isTrusted(peer)) {
      return peer;
    }
    String standard =
        forwarded.isEmpty()
            ? null
            : client(peer, ForwardedHeader.ofForwarded(String.join(",", forwarded)));
    String older =
        forwardedFor.isEmpty()
            ? null
            : client(peer, ForwardedHeader.ofForwardedFor(String.join(",", forwardedFor)));
    if (standard == null || older == null) {
      return standard != null ? standard : older != null ? older : peer;
    }
    return standard.equals(older) ? standard : peer;
  }

  /** The last node that we know for sure, when each is told by the trusted one after it. */
  private @Nullable String client(String peer, @Nullable List<String> nodes) {
    if (nodes == null) {
      return null;
    }
    String known = peer;
    int end = Math.max(0, nodes.size() - MOST_HOPS);
    for (int i = nodes.size() - 1; i >= end; i--) {
      InetAddress address = ForwardedHeader.address(nodes.get(i));
      if (address == null) {
        return known;
      }
      known = address.getHostAddress();
      if (!isTrusted(address)) {
        return known;
      }
    }
    return known;
  }

  private boolean isTrusted(String address) {
    if (trusted.isEmpty()) {
      return false;
    }
    InetAddress read = IpLiteral.parse(address);
    return read != null && isTrusted(read);
  }

  private boolean isTrusted(InetAddress address) {
    for (Cidr range : trusted) {
      if (range.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
