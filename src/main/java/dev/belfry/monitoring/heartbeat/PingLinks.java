package dev.belfry.monitoring.heartbeat;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The ping URLs of heartbeat monitors. A token is the monitor's id and an HMAC (RFC 2104, SHA-256)
 * over it, so it is not stored, and a token that is not genuine costs no look at the database.
 */
public final class PingLinks {
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] PURPOSE = "belfry ping ".getBytes(StandardCharsets.US_ASCII);
  private static final int ID_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int CHARACTERS = 64;

  private final String base;
  private final List<SecretKeySpec> keys;

  private PingLinks(String base, List<String> secrets) {
    this.base = base;
    this.keys =
        secrets.stream()
            .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
            .toList();
  }

  /**
   * The links of an installation.
   *
   * @param secrets secrets of API keys: the first signs and all verify, so that URLs stay valid
   *     when a secret is rotated
   */
  public static PingLinks of(Config config, List<String> secrets) {
    return new PingLinks(PublicAddress.of(config), secrets);
  }

  /** The token of a monitor: 64 characters that need no escaping in an address. */
  public String token(UUID monitor) {
    byte[] token =
        ByteBuffer.allocate(ID_BYTES + MAC_BYTES)
            .put(bytes(monitor))
            .put(mac(keys.get(0), monitor))
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** The address for pings with a token. */
  public String url(String token) {
    return base + "/ping/" + token;
  }

  /** The monitor of a token, empty when the token is not genuine. */
  public Optional<UUID> verify(String token) {
    if (token.length() != CHARACTERS) {
      return Optional.empty();
    }
    byte[] decoded;
    try {
      decoded = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    ByteBuffer id = ByteBuffer.wrap(decoded);
    UUID monitor = new UUID(id.getLong(), id.getLong());
    byte[] mac = Arrays.copyOfRange(decoded, ID_BYTES, decoded.length);
    boolean genuine = false;
    for (SecretKeySpec key : keys) {
      genuine |= MessageDigest.isEqual(mac, mac(key, monitor));
    }
    return genuine ? Optional.of(monitor) : Optional.empty();
  }

  /** A prefix separates these signatures from other uses of the secret. */
  private static byte[] mac(SecretKeySpec key, UUID monitor) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(PURPOSE);
      return mac.doFinal(bytes(monitor));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC-SHA-256", e);
    }
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(ID_BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }
}
