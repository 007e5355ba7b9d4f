package dev.belfry.platform.guard;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses may be dialled: those of the internet, and what an operator opened. An IPv6
 * address that carries an IPv4 address is judged by both.
 *
 * @param allowPrivate whether private, loopback, shared and unique local addresses are open
 * @param allowed ranges that are open whatever they are
 */
public record AddressPolicy(boolean allowPrivate, List<Cidr> allowed) {
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};
  private static final byte[] TRANSLATED = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0};
  private static final byte[] ISATAP = {0, 0, 0x5e, (byte) 0xfe};
  private static final int V4_AT = 12;
  private static final int INTERFACE_AT = 8;
  private static final int V6 = 16;

  /** Only the open internet. */
  public static final AddressPolicy INTERNET = new AddressPolicy(false, List.of());

  public AddressPolicy {
    allowed = List.copyOf(allowed);
  }

  /** The range that makes an address forbidden; empty when it may be dialled. */
  public Optional<SpecialRange> refusal(InetAddress address) {
    return Optional.ofNullable(refusal(address.getAddress()));
  }

  private @Nullable SpecialRange refusal(byte[] bytes) {
    if (bytes.length == V6 && startsWith(bytes, 0, MAPPED)) {
      return refusal(tail(bytes));
    }
    for (Cidr range : allowed) {
      if (range.contains(bytes)) {
        return null;
      }
    }
    SpecialRange special = SpecialRange.of(bytes);
    if (special != null && !(allowPrivate && special.isPrivate())) {
      return special;
    }
    return bytes.length == V6 && carriesV4(bytes) ? refusal(tail(bytes)) : null;
  }

  /** NAT64 (RFC 6052), and ISATAP in any network (RFC 5214, with either universal bit). */
  private static boolean carriesV4(byte[] bytes) {
    return (startsWith(bytes, 0, TRANSLATED) && isZero(bytes, TRANSLATED.length, V4_AT))
        || ((bytes[INTERFACE_AT] & ~2) == 0
            && startsWith(bytes, INTERFACE_AT + 1, Arrays.copyOfRange(ISATAP, 1, ISATAP.length)));
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] prefix) {
    return Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] tail(byte[] bytes) {
    return Arrays.copyOfRange(bytes, V4_AT, V6);
  }
}
