package dev.belfry.alerting.delivery;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures of webhook requests: those of Standard Webhooks (specification 1.0, "Signature
 * scheme") and the one of the wire contract (1.7).
 */
final class Signatures {
  private static final String PREFIX = "whsec_";

  private Signatures() {}

  /**
   * The headers that identify and sign a request.
   *
   * @param secret whsec_ and base64, or any text whose UTF-8 bytes are the key; empty for none
   * @param seconds now, seconds since 1970
   */
  static Map<String, String> headers(String secret, String id, long seconds, String body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(seconds));
    if (!secret.isEmpty()) {
      byte[] signature = hmac(key(secret), id + "." + seconds + "." + body);
      headers.put("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature));
      byte[] plain = hmac(secret.getBytes(StandardCharsets.UTF_8), body);
      headers.put("x-checkly-signature", HexFormat.of().formatHex(plain));
    }
    return headers;
  }

  private static byte[] key(String secret) {
    byte[] plain = secret.getBytes(StandardCharsets.UTF_8);
    if (!secret.startsWith(PREFIX)) {
      return plain;
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      return decoded.length == 0 ? plain : decoded;
    } catch (IllegalArgumentException e) {
      return plain;
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("The JDK has no HMAC-SHA256", e);
    }
  }
}
