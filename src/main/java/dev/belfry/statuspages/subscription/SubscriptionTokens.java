package dev.belfry.statuspages.subscription;

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
 * The tokens in links to subscribers: the subscription's id and an HMAC (RFC 2104, SHA-256) over
 * the id and the purpose of the link. Tokens are not stored.
 */
final class SubscriptionTokens {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int MAC_BYTES = 32;

  private final List<SecretKeySpec> keys;

  /** The purpose of a link; a token is valid for one purpose. */
  enum Purpose {
    CONFIRM,
    UNSUBSCRIBE
  }

  /**
   * @param secrets secrets of API keys: the first signs and all verify, so that links stay valid
   *     when a secret is rotated
   */
  SubscriptionTokens(List<String> secrets) {
    keys =
        secrets.stream()
            .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
            .toList();
  }

  /** The token of a link: 64 characters that need no escaping in an address. */
  String of(Purpose purpose, UUID subscription) {
    byte[] token =
        ByteBuffer.allocate(ID_BYTES + MAC_BYTES)
            .put(bytes(subscription))
            .put(mac(keys.get(0), purpose, subscription))
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** The subscription of a token, empty when the token is not genuine. */
  Optional<UUID> verify(Purpose purpose, String token) {
    byte[] decoded;
    try {
      decoded = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (decoded.length != ID_BYTES + MAC_BYTES) {
      return Optional.empty();
    }
    ByteBuffer id = ByteBuffer.wrap(decoded);
    UUID subscription = new UUID(id.getLong(), id.getLong());
    byte[] mac = Arrays.copyOfRange(decoded, ID_BYTES, decoded.length);
    boolean genuine = false;
    for (SecretKeySpec key : keys) {
      genuine |= MessageDigest.isEqual(mac, mac(key, purpose, subscription));
    }
    return genuine ? Optional.of(subscription) : Optional.empty();
  }

  /** A prefix separates these signatures from other uses of the secret. */
  private static byte[] mac(SecretKeySpec key, Purpose purpose, UUID subscription) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(("belfry subscription " + purpose + ' ').getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(bytes(subscription));
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
