package dev.belfry.platform.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Addresses in writing, in the one spelling that means the same to everybody: IPv4 as four decimal
 * numbers without leading zeros, IPv6 as in RFC 4291, section 2.2, without a zone.
 */
public final class IpLiteral {
  private static final int V4 = 4;
  private static final int V6 = 16;
  private static final int GROUP_DIGITS = 4;

  private IpLiteral() {}

  /** Reads either kind; null when it is neither. */
  public static @Nullable InetAddress parse(String text) {
    byte[] bytes = text.indexOf(':') < 0 ? v4(text) : v6(text);
    return bytes == null ? null : address(bytes);
  }

  /** Makes an address of 4 or 16 bytes. */
  static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("Not 4 or 16 bytes", e);
    }
  }

  private static byte @Nullable [] v4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != V4) {
      return null;
    }
    byte[] bytes = new byte[V4];
    for (int i = 0; i < V4; i++) {
      int value = number(parts[i]);
      if (value < 0) {
        return null;
      }
      bytes[i] = (byte) value;
    }
    return bytes;
  }

  private static int number(String part) {
    if (part.isEmpty() || part.length() > 3 || (part.length() > 1 && part.charAt(0) == '0')) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < part.length(); i++) {
      int digit = part.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value <= 255 ? value : -1;
  }

  private static byte @Nullable [] v6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] all = groups(text);
      return all != null && all.length == V6 ? all : null;
    }
    byte[] head = groups(text.substring(0, gap));
    byte[] tail = groups(text.substring(gap + 2));
    if (head == null || tail == null || head.length + tail.length > V6 - 2) {
      return null;
    }
    if (text.substring(0, gap).indexOf('.') >= 0) {
      return null;
    }
    byte[] bytes = new byte[V6];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(tail, 0, bytes, V6 - tail.length, tail.length);
    return bytes;
  }

  /** Groups between colons as bytes, the last of which may be an IPv4 address. */
  private static byte @Nullable [] groups(String text) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    String last = parts[parts.length - 1];
    byte[] embedded = last.indexOf('.') < 0 ? null : v4(last);
    int plain = last.indexOf('.') < 0 ? parts.length : parts.length - 1;
    if ((plain < parts.length && embedded == null) || parts.length > V6 / 2) {
      return null;
    }
    byte[] bytes = new byte[plain * 2 + (embedded == null ? 0 : V4)];
    for (int i = 0; i < plain; i++) {
      int value = group(parts[i]);
      if (value < 0) {
        return null;
      }
      bytes[2 * i] = (byte) (value >> 8);
      bytes[2 * i + 1] = (byte) value;
    }
    if (embedded != null) {
      System.arraycopy(embedded, 0, bytes, plain * 2, V4);
    }
    return bytes;
  }

  private static int group(String part) {
    if (part.isEmpty() || part.length() > GROUP_DIGITS) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < part.length(); i++) {
      int digit = part.charAt(i) < 128 ? Character.digit(part.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}
