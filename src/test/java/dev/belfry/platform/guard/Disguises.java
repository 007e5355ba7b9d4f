package dev.belfry.platform.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Addresses that must not be reached, in every spelling we know of. */
final class Disguises {
  /** One of each range that hurts, as the four numbers of an IPv4 address. */
  private static final List<int[]> FORBIDDEN =
      List.of(
          new int[] {127, 0, 0, 1},
          new int[] {10, 0, 0, 1},
          new int[] {169, 254, 169, 254},
          new int[] {192, 168, 1, 1},
          new int[] {172, 16, 0, 1},
          new int[] {100, 100, 100, 200},
          new int[] {0, 0, 0, 0});

  private static final List<Function<int[], String>> SPELLINGS =
      List.of(
          v4("%d.%d.%d.%d"),
          v4("%d.%d.%d.%d."),
          v4("0%o.0%o.0%o.0%o"),
          v4("000%o.000%o.000%o.000%o"),
          v4("0x%x.0x%x.0x%x.0x%x"),
          v4("0X%X.0X%X.0X%X.0X%X"),
          v4("0x%02x.%d.0%o.%d"),
          v4("0x%02x%02x%02x%02x"),
          a -> Long.toString(number(a)),
          a -> "0" + Long.toOctalString(number(a)),
          a -> "0x" + Long.toHexString(number(a)),
          a -> a[0] + "." + (number(a) & 0xffffff),
          a -> a[0] + "." + a[1] + "." + (number(a) & 0xffff),
          a -> "0x" + Long.toHexString(a[0]) + "." + (number(a) & 0xffffff),
          v4("%03d.%03d.%03d.%03d"),
          v4("%d%%2e%d%%2e%d%%2e%d"),
          a -> encoded(plain(a)),
          v4("%d\u3002%d\u3002%d\u3002%d"),
          v4("%d\uff0e%d\uff61%d\u2024%d"),
          a -> fullwidth(plain(a)),
          v4("%d.%d.%d.%d\u00ad"),
          v4("\u2060%d.%d.%d.%d"),
          a -> "example.com@" + plain(a),
          a -> "example.com%40@" + plain(a),
          a -> "user:password@" + plain(a) + ":443",
          a -> "example.com@example.org@" + plain(a),
          a -> plain(a) + "\\@example.com",
          a -> plain(a) + "%00.example.com",
          a -> plain(a) + " example.com",
          a -> plain(a) + "\t",
          a -> "[::ffff:" + plain(a) + "]",
          a -> "[0:0:0:0:0:FFFF:" + hex(a) + "]",
          a -> "[::" + plain(a) + "]",
          a -> "[64:ff9b::" + plain(a) + "]",
          a -> "[64:FF9B:0:0::" + hex(a) + "]",
          a -> "[64:ff9b:1::" + plain(a) + "]",
          a -> "[2002:" + hex(a) + "::1]",
          a -> "[2001:0:4136:e378:8000:63bf:" + inverted(a) + "]",
          a -> "[2606:4700::5efe:" + hex(a) + "]",
          a -> "[2606:4700::200:5efe:" + hex(a) + "]",
          a -> "[::ffff:0:" + hex(a) + "]",
          a -> "[::ffff:" + plain(a) + "%25eth0]");

  private static final String OTHERS =
      """
      127.1
      127.0.1
      127.255.255.254
      0
      00
      0x0
      0x
      0.0
      0.1.2.3
      ::1
      [::1]
      [::]
      [0000:0000:0000:0000:0000:0000:0000:0001]
      [0:0:0:0:0:0:0:1]
      [::1%25lo]
      [::1%lo]
      [v1.127]
      [::ffff:127.1]
      [::ffff:0x7f.0.0.1]
      [fe80::1]
      [fe80::1%25eth0]
      [febf::1]
      [fec0::1]
      [fc00::1]
      [fd00:ec2::254]
      [fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]
      [ff02::1]
      [ff0e::1]
      [100::1]
      [2001:db8::1]
      [3fff::1]
      [3fff:fff::1]
      [5f00::1]
      [2001::1]
      [2001:2::1]
      [2001:10::1]
      [2001:20::1]
      [4000::1]
      [e000::1]
      [1::1]
      100.64.0.1
      100.127.255.255
      168.63.129.16
      192.0.0.1
      192.0.0.192
      192.0.2.1
      192.88.99.1
      198.18.0.1
      198.19.255.255
      198.51.100.1
      203.0.113.1
      224.0.0.1
      239.255.255.255
      240.0.0.1
      255.255.255.255
      169.254.170.2
      172.31.255.255
      192.168.0.0
      10.255.255.255
      4294967295
      18446744073709551617
      256.256.256.256
      127.0.0.1.0
      1.2.3.4.5
      1.2.3.0x4
      example.0x7f
      example.127
      .
      ..
      .127.0.0.1
      127..1
      127.0.0.1..
      @
      :80
      """;

  private Disguises() {}

  static List<String> urls() {
    List<String> hosts = new ArrayList<>(OTHERS.lines().toList());
    for (int[] address : FORBIDDEN) {
      SPELLINGS.forEach(spelling -> hosts.add(spelling.apply(address)));
    }
    Stream<String> whole =
        Stream.of(
            "http:/127.0.0.1/",
            "http:127.0.0.1",
            "http:\\\\127.0.0.1/",
            "http:///127.0.0.1/",
            "//127.0.0.1/",
            "\\\\127.0.0.1\\",
            "file:///etc/passwd",
            "gopher://example.com:25/_MAIL",
            "ftp://example.com/",
            "jar:http://example.com!/",
            "http://example.com:0/",
            "http://example.com:65536/",
            "http://example.com:80@127.0.0.1/",
            "http://example.com\\.127.0.0.1/",
            "http://127.0.0.1#@example.com/",
            "http://127.0.0.1?@example.com/",
            "http://127.0.0.1\u0000.example.com/",
            "http://[::1]example.com/",
            "http://[::1].example.com/",
            "http://[::1/",
            "http://::1]/",
            "http://localhost\uff0f@example.com/",
            "http://localhost%2f/",
            "http://example.com\r\nHost: intranet/",
            " http://127.0.0.1/",
            "http ://127.0.0.1/");
    return Stream.concat(hosts.stream().map(host -> "http://" + host + "/"), whole)
        .distinct()
        .toList();
  }

  private static Function<int[], String> v4(String format) {
    return a -> String.format(Locale.ROOT, format, a[0], a[1], a[2], a[3]);
  }

  private static String plain(int[] a) {
    return v4("%d.%d.%d.%d").apply(a);
  }

  private static String hex(int[] a) {
    return v4("%02x%02x:%02x%02x").apply(a);
  }

  private static String inverted(int[] a) {
    return hex(new int[] {a[0] ^ 255, a[1] ^ 255, a[2] ^ 255, a[3] ^ 255});
  }

  private static long number(int[] a) {
    return (long) a[0] << 24 | (long) a[1] << 16 | (long) a[2] << 8 | a[3];
  }

  private static String encoded(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(c -> out.append('%').append(Integer.toHexString(c)));
    return out.toString();
  }

  private static String fullwidth(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(c -> out.append((char) (c - '.' + '\uff0e')));
    return out.toString();
  }
}
