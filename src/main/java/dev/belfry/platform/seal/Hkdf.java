package dev.belfry.platform.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keys out of a secret, with HMAC-SHA256 (RFC 5869). */
final class Hkdf {
  private static final String MAC = "HmacSHA256";
  private static final int BLOCK = 32;

  private Hkdf() {}

  /**
   * Extracts from the secret and expands to a key.
   *
   * @param salt empty = none
   * @param info what the key is for; other purposes get other keys
   * @param length bytes, 1 to 8160
   */
  static byte[] key(byte[] secret, byte[] salt, byte[] info, int length) {
    byte[] extracted = mac(salt.length == 0 ? new byte[BLOCK] : salt, secret);
    byte[] key = new byte[length];
    byte[] block = {};
    for (int done = 0, i = 1; done < length; i++) {
      byte[] input = Arrays.copyOf(block, block.length + info.length + 1);
      System.arraycopy(info, 0, input, block.length, info.length);
      input[input.length - 1] = (byte) i;
      block = mac(extracted, input);
      int more = Math.min(BLOCK, length - done);
      System.arraycopy(block, 0, key, done, more);
      done += more;
    }
    return key;
  }

  private static byte[] mac(byte[] key, byte[] input) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + MAC, e);
    }
  }
}
