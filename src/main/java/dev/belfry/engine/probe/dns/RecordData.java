package dev.belfry.engine.probe.dns;

import io.netty.buffer.ByteBufUtil;
import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Presents the data of records as a zone file does (RFC 1035, 3596, 2782, 8659 and 9460). */
final class RecordData {
  private static final int IN = 1;
  private static final int A = 1;
  private static final int NS = 2;
  private static final int CNAME = 5;
  private static final int SOA = 6;
  private static final int PTR = 12;
  private static final int MX = 15;
  private static final int TXT = 16;
  private static final int AAAA = 28;
  private static final int SRV = 33;
  private static final int DNAME = 39;
  private static final int SVCB = 64;
  private static final int HTTPS = 65;
  private static final int SPF = 99;
  private static final int CAA = 257;
  private static final int V4 = 4;
  private static final int V6 = 16;

  /** Parameters of HTTPS records by their keys. */
  private static final List<String> KEYS =
      List.of(
          "mandatory",
          "alpn",
          "no-default-alpn",
          "port",
          "ipv4hint",
          "ech",
          "ipv6hint",
          "dohpath",
          "ohttp");

  private final MessageReader reader;
  private final int end;

  private RecordData(MessageReader reader, int end) {
    this.reader = reader;
    this.end = end;
  }

  /**
   * Reads the data of one record, to its end.
   *
   * @param type number of the type; the data of an unknown one comes in hexadecimal (RFC 3597)
   */
  static String read(MessageReader reader, int type, int dnsClass, int length)
      throws MalformedAnswerException {
    RecordData data = new RecordData(reader, reader.position() + length);
    String text = dnsClass == IN ? data.text(type) : data.unknown();
    if (reader.position() != data.end) {
      throw new MalformedAnswerException("the length of a record is wrong");
    }
    return text;
  }

  private String text(int type) throws MalformedAnswerException {
    return switch (type) {
      case A -> v4();
      case AAAA -> v6();
      case NS, CNAME, PTR, DNAME -> reader.name();
      case MX -> reader.number16() + " " + reader.name();
      case SRV -> numbers(3) + reader.name();
      case SOA -> startOfAuthority();
      case TXT, SPF -> texts();
      case CAA -> authorization();
      case SVCB, HTTPS -> service();
      default -> unknown();
    };
  }

  private String v4() throws MalformedAnswerException {
    return NetUtil.bytesToIpAddress(reader.octets(V4));
  }

  private String v6() throws MalformedAnswerException {
    return NetUtil.bytesToIpAddress(reader.octets(V6));
  }

  private String numbers(int count) throws MalformedAnswerException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(reader.number16()).append(' ');
    }
    return text.toString();
  }

  private String startOfAuthority() throws MalformedAnswerException {
    StringBuilder text = new StringBuilder(reader.name()).append(' ').append(reader.name());
    for (int i = 0; i < 5; i++) {
      text.append(' ').append(reader.number32());
    }
    return text.toString();
  }

  private String texts() throws MalformedAnswerException {
    List<String> texts = new ArrayList<>(1);
    while (reader.position() < end) {
      texts.add(reader.characterString());
    }
    return String.join(" ", texts);
  }

  private String authorization() throws MalformedAnswerException {
    int flags = reader.octet();
    String tag = reader.characterString();
    return flags + " " + tag.substring(1, tag.length() - 1) + " " + MessageReader.quoted(rest());
  }

  private String service() throws MalformedAnswerException {
    StringBuilder text = new StringBuilder();
    text.append(reader.number16()).append(' ').append(reader.name());
    while (reader.position() < end) {
      int key = reader.number16();
      int length = reader.number16();
      String value = new RecordData(reader, reader.position() + length).parameter(key);
      text.append(' ').append(key(key)).append(value.isEmpty() ? "" : "=").append(value);
    }
    return text.toString();
  }

  private static String key(int number) {
    return number < KEYS.size() ? KEYS.get(number) : "key" + number;
  }

  private String parameter(int key) throws MalformedAnswerException {
    String value =
        switch (key(key)) {
          case "mandatory" -> list(() -> key(reader.number16()));
          case "alpn" -> '"' + list(this::protocol) + '"';
          case "port" -> String.valueOf(reader.number16());
          case "ipv4hint" -> list(this::v4);
          case "ipv6hint" -> list(this::v6);
          case "ech" -> Base64.getEncoder().encodeToString(rest());
          default -> reader.position() == end ? "" : MessageReader.quoted(rest());
        };
    if (reader.position() != end) {
      throw new MalformedAnswerException("the length of a parameter is wrong");
    }
    return value;
  }

  /** A comma inside a protocol's name is escaped twice (RFC 9460, appendix A.1). */
  private String protocol() throws MalformedAnswerException {
    String text = reader.characterString();
    return text.substring(1, text.length() - 1).replace(",", "\\\\,");
  }

  private interface Item {
    String read() throws MalformedAnswerException;
  }

  private String list(Item item) throws MalformedAnswerException {
    List<String> items = new ArrayList<>(2);
    while (reader.position() < end) {
      items.add(item.read());
    }
    return String.join(",", items);
  }

  private byte[] rest() throws MalformedAnswerException {
    int length = end - reader.position();
    if (length < 0) {
      throw new MalformedAnswerException("the length of a record is wrong");
    }
    return reader.octets(length);
  }

  private String unknown() throws MalformedAnswerException {
    byte[] octets = rest();
    String hex = ByteBufUtil.hexDump(octets).toUpperCase(Locale.ROOT);
    return "\\# " + octets.length + (hex.isEmpty() ? "" : " " + hex);
  }
}
