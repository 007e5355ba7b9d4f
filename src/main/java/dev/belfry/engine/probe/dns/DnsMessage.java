package dev.belfry.engine.probe.dns;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response message, as far as it is kept.
 *
 * @param flags the second 16 bits of the header
 * @param code the response code, with the bits that extend it
 * @param answers the first {@link #MOST_RECORDS} records
 * @param authorities likewise
 */
record DnsMessage(
    int flags,
    int code,
    Question question,
    List<ResourceRecord> answers,
    List<ResourceRecord> authorities) {
  static final int MOST_RECORDS = 200;

  private static final int RESPONSE = 0x8000;
  private static final int TRUNCATED = 0x0200;
  private static final int CODE = 0x000f;
  private static final int OPT = 41;
  private static final int EXTENSION_SHIFT = 24;
  private static final int HEADER = 12;
  private static final List<String> CODES =
      List.of(
          "NOERROR",
          "FORMERR",
          "SERVFAIL",
          "NXDOMAIN",
          "NOTIMP",
          "REFUSED",
          "YXDOMAIN",
          "YXRRSET",
          "NXRRSET",
          "NOTAUTH",
          "NOTZONE");
  private static final int BAD_VERSION = 16;

  DnsMessage {
    answers = List.copyOf(answers);
    authorities = List.copyOf(authorities);
  }

  /**
   * Reads the response to a query.
   *
   * <p>Netty's decoder would give names without their escapes, and no ID for a malformed message.
   *
   * @return null for a message that answers no such query, so that it is ignored
   * @throws MalformedAnswerException if the message has the ID and is not valid
   */
  static @Nullable DnsMessage read(ByteBuf bytes, int id, Question question)
      throws MalformedAnswerException {
    if (bytes.readableBytes() < 2 || bytes.getUnsignedShort(bytes.readerIndex()) != id) {
      return null;
    }
    if (bytes.readableBytes() < HEADER) {
      throw new MalformedAnswerException("it is shorter than a header");
    }
    MessageReader reader = new MessageReader(bytes);
    reader.skip(2);
    int flags = reader.number16();
    if ((flags & RESPONSE) == 0) {
      return null;
    }
    int questions = reader.number16();
    int[] counts = {reader.number16(), reader.number16(), reader.number16()};
    if (!repeats(reader, questions, question, flags)) {
      return null;
    }
    Body body = new Body(flags & CODE);
    try {
      body.read(reader, counts);
    } catch (MalformedAnswerException e) {
      if ((flags & TRUNCATED) == 0) {
        throw e;
      }
    }
    return new DnsMessage(flags, body.code, question, body.answers, body.authorities);
  }

  /** A server that understood nothing may leave the question out. */
  private static boolean repeats(MessageReader reader, int questions, Question question, int flags)
      throws MalformedAnswerException {
    if (questions == 0) {
      return (flags & CODE) != 0;
    }
    return questions == 1
        && question.isAskedBy(reader.name(), reader.number16(), reader.number16());
  }

  private static final class Body {
    private final List<ResourceRecord> answers = new ArrayList<>();
    private final List<ResourceRecord> authorities = new ArrayList<>(0);
    private int code;

    Body(int code) {
      this.code = code;
    }

    void read(MessageReader reader, int[] counts) throws MalformedAnswerException {
      section(reader, counts[0], answers);
      section(reader, counts[1], authorities);
      section(reader, counts[2], null);
    }

    private void section(MessageReader reader, int count, @Nullable List<ResourceRecord> kept)
        throws MalformedAnswerException {
      for (int i = 0; i < count; i++) {
        String name = reader.name();
        int type = reader.number16();
        int dnsClass = reader.number16();
        long ttl = reader.number32();
        int length = reader.number16();
        if (kept == null && type == OPT) {
          code |= (int) (ttl >> EXTENSION_SHIFT) << 4;
        }
        if (kept == null || kept.size() == MOST_RECORDS) {
          reader.skip(length);
        } else {
          String data = RecordData.read(reader, type, dnsClass, length);
          kept.add(new ResourceRecord(name, type, dnsClass, ttl, data));
        }
      }
    }
  }

  /** Whether the server left records out, since they do not fit into a datagram. */
  boolean isTruncated() {
    return is(TRUNCATED);
  }

  /** Whether a bit of the flags is set. */
  boolean is(int flag) {
    return (flags & flag) != 0;
  }

  /** The response code as people write it. */
  String codeText() {
    if (code < CODES.size()) {
      return CODES.get(code);
    }
    return code == BAD_VERSION ? "BADVERS" : "RCODE" + code;
  }

  /** Whether one of the answers has the type that was asked for; an alias alone is none. */
  boolean hasRecord() {
    return answers.stream().anyMatch(record -> record.type() == question.type().intValue());
  }
}
