package dev.belfry.platform.guard;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A range that is not the open internet (RFC 6890 and the registries of special-purpose addresses
 * it founded, as of 2025).
 *
 * @param kind what it is, with its article
 * @param isPrivate whether an operator who opens private targets means it
 */
public record SpecialRange(Cidr range, String kind, boolean isPrivate) {
  /** In the order they are asked: exceptions stand before the ranges they lie in. */
  private static final List<SpecialRange> ALL =
      """
      169.254.169.254/32  | a metadata address of a cloud
      169.254.170.2/32    | a metadata address of a cloud
      169.254.170.23/32   | a metadata address of a cloud
      100.100.100.200/32  | a metadata address of a cloud
      168.63.129.16/32    | a metadata address of a cloud
      192.0.0.192/32      | a metadata address of a cloud
      fd00:ec2::/32       | a metadata address of a cloud
      fd20:ce::254/128    | a metadata address of a cloud
      fd00:42::42/128     | a metadata address of a cloud
      10.0.0.0/8          | a private address | open
      172.16.0.0/12       | a private address | open
      192.168.0.0/16      | a private address | open
      127.0.0.0/8         | a loopback address | open
      100.64.0.0/10       | a shared address behind a carrier's translator | open
      0.0.0.0/8           | an unspecified address
      169.254.0.0/16      | a link-local address
      192.0.0.0/24        | an address of protocol assignments
      192.0.2.0/24        | a documentation address
      198.51.100.0/24     | a documentation address
      203.0.113.0/24      | a documentation address
      192.88.99.0/24      | an address of 6to4 relays
      198.18.0.0/15       | a benchmarking address
      224.0.0.0/4         | a multicast address
      255.255.255.255/32  | the broadcast address
      240.0.0.0/4         | a reserved address
      ::1/128             | a loopback address | open
      ::/128              | the unspecified address
      fc00::/7            | a unique local address | open
      fe80::/10           | a link-local address
      fec0::/10           | a site-local address
      ff00::/8            | a multicast address
      64:ff9b:1::/48      | an address of a local translator
      100::/64            | an address that is discarded
      100:0:0:1::/64      | an address that stands for none
      2001:db8::/32       | a documentation address
      3fff::/20           | a documentation address
      2001::/32           | a Teredo address
      2001:2::/48         | a benchmarking address
      2001::/23           | an address of protocol assignments
      2002::/16           | a 6to4 address
      5f00::/16           | a segment routing identifier
      ::/96               | an IPv4-compatible address
      """
          .lines()
          .map(SpecialRange::read)
          .toList();

  private static final SpecialRange OUTSIDE_GLOBAL_UNICAST =
      new SpecialRange(Cidr.parse("::/0"), "a reserved address", false);
  private static final Cidr GLOBAL_UNICAST = Cidr.parse("2000::/3");
  private static final Cidr TRANSLATED = Cidr.parse("64:ff9b::/96");

  private static SpecialRange read(String line) {
    String[] cells = line.split("\\|", -1);
    return new SpecialRange(Cidr.parse(cells[0].strip()), cells[1].strip(), cells.length == 3);
  }

  /** The first range with these 4 or 16 bytes; null when they are an address of the internet. */
  static @Nullable SpecialRange of(byte[] address) {
    for (SpecialRange special : ALL) {
      if (special.range.contains(address)) {
        return special;
      }
    }
    boolean open =
        address.length == 4 || GLOBAL_UNICAST.contains(address) || TRANSLATED.contains(address);
    return open ? null : OUTSIDE_GLOBAL_UNICAST;
  }

  /** Such as {@code a private address (10.0.0.0/8)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s (%s)", kind, range);
  }
}
