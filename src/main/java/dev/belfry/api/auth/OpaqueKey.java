package dev.belfry.api.auth;

import dev.belfry.platform.config.Secret;
import dev.belfry.platform.seal.Sha256;
import java.security.SecureRandom;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;

/**
 * A new key for one thing, whose text carries no meaning; the text is known only at this moment.
 *
 * @param raw the key itself: a prefix and 128 random bits in hexadecimal
 * @param createdAt in whole milliseconds, as it is stored
 */
public record OpaqueKey(UUID id, Secret raw, OffsetDateTime createdAt) {
  private static final int BYTES = 16;
  private static final int SHOWN = 4;

  /**
   * Makes a random key.
   *
   * @param prefix tells people and programs that look for lost secrets what it is
   */
  public static OpaqueKey make(String prefix, UUID id, SecureRandom random, OffsetDateTime now) {
    byte[] bits = new byte[BYTES];
    random.nextBytes(bits);
    return new OpaqueKey(
        id,
        new Secret(prefix + HexFormat.of().formatHex(bits)),
        now.truncatedTo(ChronoUnit.MILLIS));
  }

  /** The digest that is stored of it. */
  public byte[] hash() {
    return hash(raw.value());
  }

  /** The digest that is stored of a key: SHA-256, which is enough for 128 random bits. */
  public static byte[] hash(String raw) {
    return Sha256.of(raw);
  }

  /** The end of the key, which may be shown later. */
  public String masked() {
    return "..." + raw.value().substring(raw.value().length() - SHOWN);
  }
}
