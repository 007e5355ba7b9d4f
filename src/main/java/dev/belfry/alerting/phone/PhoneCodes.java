package dev.belfry.alerting.phone;

import dev.belfry.platform.seal.IdTokens;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The codes that confirm phone numbers. A code is computed from the id of its message and a secret
 * of the service, so no table holds it: a hash of six digits would give them away.
 */
public final class PhoneCodes {
  /** How long a code is valid. */
  static final Duration VALIDITY = Duration.ofMinutes(10);

  private static final String PURPOSE = "belfry phone code ";

  private final IdTokens tokens;

  /**
   * @param secrets secrets of API keys: the first makes codes and all verify
   */
  public PhoneCodes(List<String> secrets) {
    tokens = new IdTokens(secrets);
  }

  /** The six digits that a message takes to a phone. */
  String of(UUID message) {
    return tokens.code(PURPOSE, message);
  }

  /** Whether these are the digits of a message. */
  boolean matches(UUID message, String entered) {
    return tokens.isCode(PURPOSE, message, entered);
  }
}
