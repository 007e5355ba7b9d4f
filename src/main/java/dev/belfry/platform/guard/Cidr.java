package dev.belfry.platform.guard;

import java.net.Inet4Address;
import java.net.InetAddress;

/** A range of addresses of one family, such as {@code 10.0.0.0/8} or {@code fd00::/8}. */
public final class Cidr {
  private final String text;
  private final byte[] network;
  private final int bits;

  private Cidr(String text, byte[] network, int bits) {
    this.text = text;
    this.network = network;
    this.bits = bits;
  }

  /**
   * Reads a range, or an address, which is a range of one.
   *
   * @throws IllegalArgumentException if it is neither, or has bits set behind its prefix
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = IpLiteral.parse(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw new IllegalArgumentException("must be an address or a range such as 10.0.0.0/8");
    }
    byte[] network = address.getAddress();
    int most = network.length * 8;
    int bits = slash < 0 ? most : prefix(text.substring(slash + 1), most);
    Cidr range = new Cidr(text, network, bits);
    for (int bit = bits; bit < most; bit++) {
      if ((network[bit / 8] & (0x80 >> bit % 8)) != 0) {
        throw new IllegalArgumentException("must not have bits set behind the prefix");
      }
    }
    return range;
  }

  private static int prefix(String text, int most) {
    if (text.matches("0|[1-9][0-9]{0,2}")) {
      int bits = Integer.parseInt(text);
      if (bits <= most) {
        return bits;
      }
    }
    throw new IllegalArgumentException("must have a prefix of 0 to " + most + " bits");
  }

  /** Whether an address of the same family is in the range. */
  public boolean contains(InetAddress address) {
    if (address instanceof Inet4Address != (network.length == 4)) {
      return false;
    }
    return contains(address.getAddress());
  }

  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int whole = bits / 8;
    for (int i = 0; i < whole; i++) {
      if (address[i] != network[i]) {
        return false;
      }
    }
    int rest = bits % 8;
    return rest == 0 || ((address[whole] ^ network[whole]) & 0xff) >> (8 - rest) == 0;
  }

  /** The range as it was written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cidr that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
