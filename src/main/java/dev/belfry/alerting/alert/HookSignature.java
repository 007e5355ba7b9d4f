package dev.belfry.alerting.alert;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signature of PagerDuty's webhooks (V3): {@code v1=} and an HMAC-SHA256 of the body. */
final class HookSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private HookSignature() {}

  /**
   * Whether one of the signatures is genuine.
   *
   * @param header signatures with commas between them
   * @param secret not empty
   */
  static boolean isGenuine(String header, String secret, byte[] body) {
    byte[] wanted =
        ("v1=" + HexFormat.of().formatHex(mac(secret, body))).getBytes(StandardCharsets.UTF_8);
    boolean genuine = false;
    for (String signature : header.split(",", -1)) {
      genuine |= MessageDigest.isEqual(wanted, signature.strip().getBytes(StandardCharsets.UTF_8));
    }
    return genuine;
  }

  private static byte[] mac(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC-SHA-256", e);
    }
  }
}
