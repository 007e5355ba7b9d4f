package dev.belfry.account.people;

import dev.belfry.platform.seal.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A code that stands for one of the app, once: 80 random bits, so that a plain digest of it can be
 * stored.
 *
 * @param text sixteen letters and digits in lower case
 */
record RecoveryCode(String text) {
  /** A person gets so many. */
  static final int COUNT = 10;

  private static final int BYTES = 10;
  private static final int GROUP = 4;

  static List<RecoveryCode> make(SecureRandom random) {
    return Stream.generate(
            () -> {
              byte[] bytes = new byte[BYTES];
              random.nextBytes(bytes);
              return new RecoveryCode(Base32.of(bytes).toLowerCase(Locale.ROOT));
            })
        .limit(COUNT)
        .toList();
  }

  /** What counts of the code that a person gives, of the app or in its place. */
  static String plain(String given) {
    return given.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
  }

  /** Whether a plain code has the form of one of the app. */
  static boolean isOfApp(String plain) {
    return plain.matches("[0-9]{1,6}");
  }

  /** In groups, to be read and typed. */
  String shown() {
    return text.replaceAll("(.{" + GROUP + "})(?!$)", "$1-");
  }

  /** What is stored of it. */
  byte[] hash() {
    return Sha256.of(text);
  }

  /** The same in hexadecimal digits. */
  String hexHash() {
    return HexFormat.of().formatHex(hash());
  }

  /** Without the code. */
  @Override
  public String toString() {
    return "RecoveryCode";
  }
}
