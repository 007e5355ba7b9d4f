package dev.belfry.api.idempotency;

import dev.belfry.platform.seal.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * One sending of a request that is to take effect once.
 *
 * @param account whose keys these are
 * @param within tells apart strangers, who have no account; empty for those who have one
 * @param key what the client sent
 * @param fingerprint the same for the same request alone
 */
public record KeyedAttempt(UUID account, String within, String key, String fingerprint) {

  /**
   * Whether what is refused is kept too: not for strangers, who can make up as many keys as they
   * like.
   */
  boolean keepsRefusals() {
    return within.isEmpty();
  }

  /** Says which row is this key's; tells nothing of the key. */
  byte[] id() {
    return Sha256.ofAll(
        account.toString().getBytes(StandardCharsets.UTF_8),
        within.getBytes(StandardCharsets.UTF_8),
        key.getBytes(StandardCharsets.UTF_8));
  }

  /** What is locked while a request with this key runs. */
  long lock() {
    return ByteBuffer.wrap(id()).getLong();
  }

  /** The id as text. */
  String name() {
    return HexFormat.of().formatHex(id());
  }
}
