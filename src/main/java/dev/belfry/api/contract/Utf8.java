package dev.belfry.api.contract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8: the JSON parser alone would let some malformed sequences and UTF-16 through. The
 * searches are the JDK's own, which look at many bytes at once.
 */
final class Utf8 {
  /** What the library puts in the place of a byte that is not ASCII. */
  private static final char NOT_ASCII = '\uFFFD';

  private Utf8() {}

  /**
   * Throws a 400 unless the bytes are well-formed UTF-8 without raw NUL.
   *
   * @return whether they are all ASCII without a backslash, so that no string has an escape
   */
  static boolean require(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.US_ASCII);
    if (text.indexOf(0) >= 0) {
      throw BodySchema.malformed("is not valid JSON: it contains a NUL byte");
    }
    if (text.indexOf(NOT_ASCII) >= 0) {
      requireWellFormed(bytes);
      return false;
    }
    return text.indexOf('\\') < 0;
  }

  private static void requireWellFormed(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw BodySchema.malformed("is not valid UTF-8");
    }
  }
}
