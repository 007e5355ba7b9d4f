package dev.belfry.account.people;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.OptionalLong;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that an app and the service share, and the codes that it makes (RFC 6238 with what all
 * apps take: SHA-1, six digits, steps of 30 seconds).
 *
 * @param hex 20 bytes
 */
record TotpSecret(String hex) {
  static final Duration STEP = Duration.ofSeconds(30);

  private static final int BYTES = 20;

  /** So many steps a clock may be off, either way. */
  private static final int DRIFT = 1;

  private static final TimeBasedOneTimePasswordGenerator GENERATOR =
      new TimeBasedOneTimePasswordGenerator(STEP);

  static TotpSecret make(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new TotpSecret(HexFormat.of().formatHex(bytes));
  }

  /** As a person types it into an app. */
  String text() {
    return Base32.of(bytes());
  }

  /** The code of the step that a moment is in. */
  String code(Instant at) {
    try {
      return GENERATOR.generateOneTimePasswordString(
          new SecretKeySpec(bytes(), GENERATOR.getAlgorithm()), at);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("20 bytes are a key of HMAC", e);
    }
  }

  /** The newest step near a moment whose code this is; empty when it is a wrong one. */
  OptionalLong step(String code, Instant now) {
    OptionalLong found = OptionalLong.empty();
    for (int drift = -DRIFT; drift <= DRIFT; drift++) {
      Instant at = now.plus(STEP.multipliedBy(drift));
      if (MessageDigest.isEqual(ascii(code), ascii(code(at)))) {
        found = OptionalLong.of(Math.floorDiv(at.getEpochSecond(), STEP.toSeconds()));
      }
    }
    return found;
  }

  private static byte[] ascii(String code) {
    return code.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "TotpSecret";
  }
}
