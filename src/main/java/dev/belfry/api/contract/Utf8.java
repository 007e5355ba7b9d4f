package dev.belfry.api.contract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: the JSON parser alone would let some malformed sequences and UTF-16 through. */
final class Utf8 {
  private Utf8() {}

  /**
   * Throws a 400 unless the bytes are well-formed UTF-8 without raw NUL.
   *
   * @return whether they are all ASCII without a backslash, so that no string has an escape
   */
  static boolean require(byte[] bytes) {
    int all = 0;
    boolean escapes = false;
    for (byte b : bytes) {
      all |= b;
      escapes |= b == '\\' || b == 0;
    }
    if (escapes && contains(bytes, (byte) 0)) {
      throw BodySchema.malformed("is not valid JSON: it contains a NUL byte");
    }
    if (all < 0) {
      requireWellFormed(bytes);
    }
    return !escapes && all >= 0;
  }

  private static boolean contains(byte[] bytes, byte wanted) {
    for (byte b : bytes) {
      if (b == wanted) {
        return true;
      }
    }
    return false;
  }

  private static void requireWellFormed(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw BodySchema.malformed("is not valid UTF-8");
    }
  }
}
