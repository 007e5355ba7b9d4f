package dev.belfry.platform.seal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key and the id it is known by, both derived from a secret text; the id tells nothing of either.
 */
record SealingKey(String id, SecretKey key) {
  private static final byte[] KEY = "belfry seal v1 key".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ID = "belfry seal v1 id".getBytes(StandardCharsets.UTF_8);

  static SealingKey of(String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    byte[] none = {};
    return new SealingKey(
        HexFormat.of().formatHex(Hkdf.key(bytes, none, ID, 4)),
        new SecretKeySpec(Hkdf.key(bytes, none, KEY, 32), "AES"));
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "SealingKey[id=" + id + "]";
  }
}
