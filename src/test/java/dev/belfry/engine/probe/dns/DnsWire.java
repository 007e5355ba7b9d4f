package dev.belfry.engine.probe.dns;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes messages octet by octet, right ones and wrong ones. */
public final class DnsWire {
  public static final int NOERROR = 0;
  public static final int SERVFAIL = 2;
  public static final int NXDOMAIN = 3;

  /** A pointer to the name of the question. */
  public static final String ASKED_NAME = "c00c";

  private static final int HEADER = 12;
  private static final int RECURSIVE_RESPONSE = 0x8180;
  private static final int TRUNCATED = 0x0200;

  private final byte[] query;
  private final ByteArrayOutputStream records = new ByteArrayOutputStream();
  private final int[] counts = new int[3];
  private int flags = RECURSIVE_RESPONSE;
  private int idShift;
  private boolean repeats = true;

  private DnsWire(byte[] query) {
    this.query = query.clone();
  }

  /** The response to a query, as yet without records. */
  public static DnsWire to(byte[] query) {
    return new DnsWire(query);
  }

  public static byte[] query(int id, String name, int type) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(bytes, "%04x01000001000000000000%s%04x0001".formatted(id, name(name), type));
    return bytes.toByteArray();
  }

  /** A name in hexadecimal. */
  public static String name(String text) {
    StringBuilder hex = new StringBuilder();
    for (String label : text.split("\\.", -1)) {
      hex.append("%02x".formatted(label.length())).append(text(label));
    }
    return hex.append("00").toString();
  }

  /** A text in hexadecimal. */
  public static String text(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  public DnsWire code(int code) {
    flags = (flags & ~0xf) | code;
    return this;
  }

  public DnsWire flags(int all) {
    flags = all;
    return this;
  }

  public DnsWire truncated() {
    flags |= TRUNCATED;
    return this;
  }

  public DnsWire withAnotherId() {
    idShift = 1;
    return this;
  }

  public DnsWire withoutQuestion() {
    repeats = false;
    return this;
  }

  /** Adds an answer of the name that was asked for. */
  public DnsWire answer(int type, String data) {
    return record(0, ASKED_NAME, type, 1, 300, data);
  }

  public DnsWire authority(String name, int type, String data) {
    return record(1, name(name), type, 1, 60, data);
  }

  public DnsWire extension(int codeBits) {
    return record(2, "00", 41, 1232, (long) codeBits << 24, "");
  }

  /**
   * Adds a record.
   *
   * @param section 0 for answers, 1 for authorities, 2 for the rest
   */
  public DnsWire record(int section, String name, int type, int dnsClass, long ttl, String data) {
    counts[section]++;
    write(
        records,
        "%s%04x%04x%08x%04x%s".formatted(name, type, dnsClass, ttl, data.length() / 2, data));
    return this;
  }

  /** Says that there are more answers than there are. */
  public DnsWire pretending(int answers) {
    counts[0] = answers;
    return this;
  }

  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int id = (ByteBuffer.wrap(query).getShort(0) + idShift) & 0xffff;
    write(
        bytes,
        "%04x%04x%04x%04x%04x%04x"
            .formatted(id, flags, repeats ? 1 : 0, counts[0], counts[1], counts[2]));
    if (repeats) {
      bytes.write(query, HEADER, endOfQuestion() - HEADER);
    }
    bytes.writeBytes(records.toByteArray());
    return bytes.toByteArray();
  }

  private int endOfQuestion() {
    int at = HEADER;
    while (query[at] != 0) {
      at += query[at] + 1;
    }
    return at + 5;
  }

  /** The type that a query asks for. */
  public static int typeOf(byte[] query) {
    return ByteBuffer.wrap(query).getShort(new DnsWire(query).endOfQuestion() - 4);
  }

  private static void write(ByteArrayOutputStream bytes, String hex) {
    try {
      new DataOutputStream(bytes).write(HexFormat.of().parseHex(hex));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
