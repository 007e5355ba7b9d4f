package dev.belfry.api.auth;

import dev.belfry.platform.config.Secret;
import dev.belfry.platform.seal.Sha256;
import java.security.SecureRandom;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;

/**
 * A new key that opens one thing and says nothing by itself, with what is known of it only now.
 *
 * @param raw the key itself: a prefix and 128 random bits in hexadecimal
 * @param createdAt in whole milliseconds, as it is stored
 */
public record OpaqueKey(UUID id, Secret raw, OffsetDateTime createdAt) {
  private static final int BYTES = 16;
  private static final int SHOWN = 4;

  /**
   * Makes up a key.
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

  /** What is stored of it. */
  public byte[] hash() {
    return hash(raw.value());
  }

  /** What is stored of a key: SHA-256, which is enough for one that nobody can guess. */
  public static byte[] hash(String raw) {
    return Sha256.of(raw);
  }

  /** What is shown of it ever after. */
  public String masked() {
    return "..." + raw.value().substring(raw.value().length() - SHOWN);
  }
}
