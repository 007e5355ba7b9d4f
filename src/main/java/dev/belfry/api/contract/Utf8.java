package dev.belfry.api.contract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: the JSON parser alone would let some malformed sequences and UTF-16 through. */
final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;
  private static final long BACKSLASHES = ONES * '\\';

  private Utf8() {}

  /**
   * Throws a 400 unless the bytes are well-formed UTF-8 without raw NUL.
   *
   * @return whether they are all ASCII without a backslash, so that no string has an escape
   */
  static boolean require(byte[] bytes) {
    long all = 0;
    long escapes = 0; // The top bit of a byte is set where there is a backslash or NUL.
    int i = 0;
    for (; i + Long.BYTES <= bytes.length; i += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, i);
      all |= eight;
      escapes |= zeros(eight) | zeros(eight ^ BACKSLASHES);
    }
    for (; i < bytes.length; i++) {
      all |= bytes[i];
      escapes |= bytes[i] == '\\' || bytes[i] == 0 ? TOPS : 0;
    }
    boolean ascii = (all & TOPS) == 0;
    boolean escaped = escapes != 0;
    if (escaped && contains(bytes, (byte) 0)) {
      throw BodySchema.malformed("is not valid JSON: it contains a NUL byte");
    }
    if (!ascii) {
      requireWellFormed(bytes);
    }
    return !escaped && ascii;
  }

  /** Not 0 if one of eight bytes is 0 (Hacker's Delight, 6-1). */
  private static long zeros(long eight) {
    return (eight - ONES) & ~eight & TOPS;
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
