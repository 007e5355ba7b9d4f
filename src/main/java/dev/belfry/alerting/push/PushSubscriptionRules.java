package dev.belfry.alerting.push;

import dev.belfry.platform.error.Violation;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules of a push subscription that its schema cannot say. */
final class PushSubscriptionRules {
  private static final int POINT_BYTES = 65;
  private static final int COORDINATE_BYTES = 32;
  private static final byte UNCOMPRESSED = 4;
  private static final int SECRET_BYTES = 16;

  /** The prime of the curve P-256 and its constant b (FIPS 186-5). */
  private static final BigInteger P =
      new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);

  private static final BigInteger B =
      new BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);

  private static final BigInteger THREE = BigInteger.valueOf(3);

  private PushSubscriptionRules() {}

  /** What is wrong with a registration. */
  static List<Violation> of(PushSubscription sent) {
    List<Violation> violations = new ArrayList<>();
    if (!isEndpoint(sent)) {
      violations.add(
          new Violation(
              "/endpoint", "must be an https address without user name, as the browser gives it"));
    }
    if (!isPoint(bytes(sent.p256dh()))) {
      violations.add(
          new Violation(
              "/keys/p256dh",
              "must be 65 bytes in Base64 for URLs: an uncompressed point of the curve P-256"));
    }
    if (bytes(sent.auth()).length != SECRET_BYTES) {
      violations.add(new Violation("/keys/auth", "must be 16 bytes in Base64 for URLs"));
    }
    return violations;
  }

  /** The host is judged when a message is sent, as of any address. */
  private static boolean isEndpoint(PushSubscription sent) {
    try {
      Target target = sent.target();
      return target.isSecure() && target.userInfo() == null;
    } catch (TargetRefusedException refused) {
      return false;
    }
  }

  private static byte[] bytes(String text) {
    try {
      return PushSubscription.decoded(text);
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }

  /** A point off the curve would give away bits of keys, or end an attempt with an exception. */
  private static boolean isPoint(byte[] key) {
    if (key.length != POINT_BYTES || key[0] != UNCOMPRESSED) {
      return false;
    }
    BigInteger x = new BigInteger(1, Arrays.copyOfRange(key, 1, 1 + COORDINATE_BYTES));
    BigInteger y = new BigInteger(1, Arrays.copyOfRange(key, 1 + COORDINATE_BYTES, POINT_BYTES));
    BigInteger right = x.pow(3).subtract(THREE.multiply(x)).add(B).mod(P);
    return x.compareTo(P) < 0 && y.compareTo(P) < 0 && y.multiply(y).mod(P).equals(right);
  }
}
