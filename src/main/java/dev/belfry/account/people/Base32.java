package dev.belfry.account.people;

/** Bytes as text in the alphabet of RFC 4648, which apps take when a person types it. */
final class Base32 {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int BITS = 5;

  private Base32() {}

  /** The text of bytes whose bits are a multiple of five, so that none needs padding. */
  static String of(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length * Byte.SIZE / BITS);
    int held = 0;
    int count = 0;
    for (byte each : bytes) {
      held = held << Byte.SIZE | (each & 0xff);
      count += Byte.SIZE;
      while (count >= BITS) {
        count -= BITS;
        text.append(ALPHABET.charAt(held >> count & 31));
      }
      held &= (1 << count) - 1;
    }
    return text.toString();
  }
}
