package dev.belfry.engine.probe.dns;

import static dev.belfry.engine.probe.dns.DnsWire.ASKED_NAME;
import static dev.belfry.engine.probe.dns.DnsWire.name;
import static dev.belfry.engine.probe.dns.DnsWire.text;

import java.util.stream.Stream;

/** Records of the name example.com as they travel and as people read them. */
final class RecordSamples {
  /** One record: number of the type, the type, data in hexadecimal, data as text. */
  record Sample(int type, String word, String data, String shown) {}

  private RecordSamples() {}

  /** One for each type that can be asked for, by name or in RFC 3597's form. */
  static Stream<Sample> all() {
    return Stream.of(
        new Sample(1, "A", "cb007107", "203.0.113.7"),
        new Sample(28, "AAAA", "20010db8000000000000000000000007", "2001:db8::7"),
        new Sample(5, "CNAME", name("www.example.net"), "www.example.net."),
        new Sample(15, "MX", "000a" + "046d61696c" + ASKED_NAME, "10 mail.example.com."),
        new Sample(2, "NS", "036e7331" + ASKED_NAME, "ns1.example.com."),
        new Sample(16, "TXT", "0b" + text("v=spf1 -all"), "\"v=spf1 -all\""),
        new Sample(
            6,
            "SOA",
            "036e7331"
                + ASKED_NAME
                + "0461646d"
                + "2e"
                + ASKED_NAME
                + "f00000010000000a"
                + "000000140000001e00000028",
            "ns1.example.com. adm\\..example.com. 4026531841 10 20 30 40"),
        new Sample(
            257, "CAA", "0005" + text("issue" + "letsencrypt.org"), "0 issue \"letsencrypt.org\""),
        new Sample(
            33, "SRV", "0001000213c4" + name("sip.example.com"), "1 2 5060 sip.example.com."),
        new Sample(
            65,
            "HTTPS",
            "0001"
                + "00"
                + "00010006"
                + "026832026833"
                + "0003000201bb"
                + "00040008cb007107cb007108",
            "1 . alpn=\"h2,h3\" port=443 ipv4hint=203.0.113.7,203.0.113.8"));
  }

  /** Rarer forms of data. */
  static Stream<Sample> rare() {
    return Stream.of(
        new Sample(16, "TXT", "0161" + "00" + "0162", "\"a\" \"\" \"b\""),
        new Sample(16, "TXT", "04" + "225c00ff", "\"\\\"\\\\\\000\\255\""),
        new Sample(28, "AAAA", "00000000000000000000ffffcb007107", "::ffff:cb00:7107"),
        new Sample(28, "AAAA", "00000000000000000000000000000000", "::"),
        new Sample(2, "NS", "00", "."),
        new Sample(2, "NS", "04" + "612e2040" + "00", "a\\.\\032\\@."),
        new Sample(257, "CAA", "8003" + text("xyz"), "128 xyz \"\""),
        new Sample(65, "HTTPS", "0000" + name("pool.example.net"), "0 pool.example.net."),
        new Sample(
            65,
            "HTTPS",
            "0001"
                + "00"
                + "000000040001fff0"
                + "00020000"
                + "00050003"
                + "616263"
                + "0006001020010db8000000000000000000000007"
                + "fff00001"
                + "78",
            "1 . mandatory=alpn,key65520 no-default-alpn ech=YWJj ipv6hint=2001:db8::7"
                + " key65520=\"x\""),
        new Sample(48, "DNSKEY", "01ff", "\\# 2 01FF"),
        new Sample(65280, "TYPE65280", "", "\\# 0"));
  }

  /** Data of a known type that is too short, too long or inconsistent. */
  static Stream<Sample> broken() {
    return Stream.of(
        new Sample(1, "A", "cb0071", ""),
        new Sample(1, "A", "cb00710707", ""),
        new Sample(28, "AAAA", "2001", ""),
        new Sample(15, "MX", "00", ""),
        new Sample(16, "TXT", "0561", ""),
        new Sample(6, "SOA", "0000" + "00000001", ""),
        new Sample(257, "CAA", "00ff61", ""),
        new Sample(65, "HTTPS", "0001" + "00" + "0003000101", ""),
        new Sample(65, "HTTPS", "0001" + "00" + "0001ffff01", ""),
        new Sample(2, "NS", "40", ""),
        new Sample(2, "NS", "c0ff", ""));
  }
}
