package dev.belfry.api.contract;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoded text (RFC 3986, 2.1). */
public final class PercentEncoding {
  private PercentEncoding() {}

  /**
   * Decodes a text; a plus sign stays one.
   *
   * @throws IllegalArgumentException for an escape that is not two hexadecimal digits, and for
   *     bytes that are not UTF-8
   */
  public static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] != '%') {
        decoded.write(encoded[i]);
      } else if (i + 2 < encoded.length) {
        decoded.write(16 * digit(encoded[++i]) + digit(encoded[++i]));
      } else {
        throw new IllegalArgumentException("an escape ends early");
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(decoded.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }

  private static int digit(byte hex) {
    int digit = Character.digit(hex, 16);
    if (digit < 0) {
      throw new IllegalArgumentException("an escape without two digits");
    }
    return digit;
  }
}
