package dev.belfry.api.idempotency;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over several values, each with its length before it, so that none runs into the next. */
public final class Sha256 {
  private Sha256() {}

  /** The 32 bytes. */
  public static byte[] of(byte[]... values) {
    MessageDigest digest = digest();
    for (byte[] value : values) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
      digest.update(value);
    }
    return digest.digest();
  }

  /** A digest without anything in it. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
