package dev.belfry.testing;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/** An app that shows the codes of a second factor. */
public final class AuthenticatorApp {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final TimeBasedOneTimePasswordGenerator GENERATOR =
      new TimeBasedOneTimePasswordGenerator();

  private final SecretKeySpec key;

  /**
   * @param secret as the service shows it, in Base32
   */
  public AuthenticatorApp(String secret) {
    BigInteger bits = BigInteger.ONE;
    for (int at = 0; at < secret.length(); at++) {
      bits = bits.shiftLeft(5).or(BigInteger.valueOf(ALPHABET.indexOf(secret.charAt(at))));
    }
    byte[] bytes = bits.toByteArray(); // The one in front keeps zeros that follow.
    this.key = new SecretKeySpec(Arrays.copyOfRange(bytes, 1, bytes.length), "HmacSHA1");
  }

  /** The code of now. */
  public String code() {
    return code(0);
  }

  /** The code that is shown some steps of 30 seconds later. */
  public String code(int steps) {
    try {
      Instant at = Instant.now().plus(Duration.ofSeconds(30L * steps));
      return GENERATOR.generateOneTimePasswordString(key, at);
    } catch (InvalidKeyException e) {
      throw new AssertionError("bytes are a key", e);
    }
  }
}
