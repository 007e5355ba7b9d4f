package dev.belfry.contract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: the JSON parser alone would let some malformed sequences and UTF-16 through. */
final class Utf8 {
  private Utf8() {}

  /** Throws a 400 unless the bytes are well-formed UTF-8 without a byte order mark or raw NUL. */
  static void demand(byte[] bytes) {
    boolean ascii = true;
    for (byte b : bytes) {
      if (b <= 0) {
        if (b == 0) {
          throw BodySchema.malformed("is not valid JSON: it contains a NUL byte");
        }
        ascii = false;
      }
    }
    if (ascii) {
      return;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw BodySchema.malformed("is not valid UTF-8");
    }
  }
}
