package dev.belfry.engine.probe.dns;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads the parts of one message (RFC 1035, section 4). It never reads past the end, and follows a
 * compression pointer only backwards, so that no name is endless.
 */
final class MessageReader {
  private static final int POINTER = 0xc0;
  private static final int MOST_OCTETS = 255;
  private static final String ESCAPED_IN_NAMES = ".\\\"();@$";
  private static final String ESCAPED_IN_TEXTS = "\\\"";

  private final ByteBuf message;
  private int at;

  /** Creates a reader at the start of a message, which it does not change. */
  MessageReader(ByteBuf message) {
    this.message = message.slice();
  }

  int position() {
    return at;
  }

  int octet() throws MalformedAnswerException {
    return message.getUnsignedByte(take(1));
  }

  int number16() throws MalformedAnswerException {
    return message.getUnsignedShort(take(2));
  }

  long number32() throws MalformedAnswerException {
    return message.getUnsignedInt(take(4));
  }

  byte[] octets(int count) throws MalformedAnswerException {
    byte[] octets = new byte[count];
    message.getBytes(take(count), octets);
    return octets;
  }

  void skip(int count) throws MalformedAnswerException {
    take(count);
  }

  private int take(int count) throws MalformedAnswerException {
    if (count > message.readableBytes() - at) {
      throw new MalformedAnswerException("it ends too early");
    }
    int start = at;
    at += count;
    return start;
  }

  /** A name with a dot at its end, as a zone file has it. */
  String name() throws MalformedAnswerException {
    StringBuilder text = new StringBuilder();
    int octets = 1;
    int run = at;
    int end = -1;
    for (int length = octet(); length > 0; length = octet()) {
      if ((length & POINTER) == POINTER) {
        int target = ((length & ~POINTER) << 8) | octet();
        if (target >= run) {
          throw new MalformedAnswerException("a compression pointer does not lead back");
        }
        end = end < 0 ? at : end;
        run = target;
        at = target;
        continue;
      }
      if ((length & POINTER) != 0) {
        throw new MalformedAnswerException("a label has an unknown kind");
      }
      octets += length + 1;
      if (octets > MOST_OCTETS) {
        throw new MalformedAnswerException("a name is longer than 255 octets");
      }
      escape(octets(length), ESCAPED_IN_NAMES, text);
      text.append('.');
    }
    at = end < 0 ? at : end;
    return text.length() == 0 ? "." : text.toString();
  }

  /** A string of up to 255 octets with its length before it, in quotes. */
  String characterString() throws MalformedAnswerException {
    return quoted(octets(octet()));
  }

  /** Octets as a text in quotes, as a zone file has it. */
  static String quoted(byte[] octets) {
    StringBuilder text = new StringBuilder(octets.length + 2).append('"');
    escape(octets, ESCAPED_IN_TEXTS, text);
    return text.append('"').toString();
  }

  /** Octets as printable ASCII; spaces are escaped in names alone. */
  private static void escape(byte[] octets, String special, StringBuilder text) {
    int first = special.equals(ESCAPED_IN_NAMES) ? '!' : ' ';
    for (char c : new String(octets, StandardCharsets.ISO_8859_1).toCharArray()) {
      if (c < first || c > '~') {
        text.append('\\').append((char) ('0' + c / 100));
        text.append((char) ('0' + c / 10 % 10)).append((char) ('0' + c % 10));
      } else {
        text.append(special.indexOf(c) < 0 ? "" : "\\").append(c);
      }
    }
  }
}
