package dev.belfry.platform.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens that authorize their bearer: an id and an HMAC (RFC 2104, SHA-256) over it. They are not
 * stored, and one that is not genuine costs no look at the database. Any thread may call.
 */
public final class IdTokens {
  /** Stands in an answer in place of a token that the caller may not see. */
  public static final String HIDDEN = "********";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int CODES = 1_000_000;

  private final List<SecretKeySpec> keys;

  /**
   * Tokens that are signed with a secret.
   *
   * @param secrets the first signs and all verify, so that tokens stay valid when a secret is
   *     rotated
   */
  public IdTokens(List<String> secrets) {
    keys =
        secrets.stream()
            .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
            .toList();
  }

  /**
   * The token of an id: 64 characters that need no escaping in an address.
   *
   * @param purpose ASCII; it separates these signatures from other uses of the secret
   */
  public String of(String purpose, UUID id) {
    byte[] token =
        ByteBuffer.allocate(ID_BYTES + MAC_BYTES)
            .put(bytes(id))
            .put(mac(keys.get(0), purpose, id))
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** The id of a token, empty when the token is not genuine or was made for another purpose. */
  public Optional<UUID> verify(String purpose, String token) {
    byte[] decoded;
    try {
      decoded = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (decoded.length != ID_BYTES + MAC_BYTES) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(decoded);
    UUID id = new UUID(bytes.getLong(), bytes.getLong());
    byte[] mac = Arrays.copyOfRange(decoded, ID_BYTES, decoded.length);
    boolean genuine = false;
    for (SecretKeySpec key : keys) {
      genuine |= MessageDigest.isEqual(mac, mac(key, purpose, id));
    }
    return genuine ? Optional.of(id) : Optional.empty();
  }

  /**
   * A code of six digits for people to type.
   *
   * @param purpose ASCII, as for tokens
   */
  public String code(String purpose, UUID id) {
    return code(keys.get(0), purpose, id);
  }

  /** Whether a text is the code of {@link #code}, also one made before a secret was rotated. */
  public boolean isCode(String purpose, UUID id, String entered) {
    boolean genuine = false;
    for (SecretKeySpec key : keys) {
      genuine |=
          MessageDigest.isEqual(
              code(key, purpose, id).getBytes(StandardCharsets.UTF_8),
              entered.getBytes(StandardCharsets.UTF_8));
    }
    return genuine;
  }

  private static String code(SecretKeySpec key, String purpose, UUID id) {
    int number = ByteBuffer.wrap(mac(key, purpose, id)).getInt(MAC_BYTES - Integer.BYTES);
    return String.format(Locale.ROOT, "%06d", (number & Integer.MAX_VALUE) % CODES);
  }

  private static byte[] mac(SecretKeySpec key, String purpose, UUID id) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(bytes(id));
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
