package dev.belfry.platform.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 digest; a hot path keeps a {@link #digest} of its own and uses it again. */
public final class Sha256 {
  private Sha256() {}

  /** The 32 bytes of a text in UTF-8. */
  public static byte[] of(String text) {
    return digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 32 bytes of several values, each with its length before it, so that none runs over. */
  public static byte[] ofAll(byte[]... values) {
    MessageDigest digest = digest();
    for (byte[] value : values) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
      digest.update(value);
    }
    return digest.digest();
  }

  /** A new digest without anything in it; confined to one thread. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }
}
