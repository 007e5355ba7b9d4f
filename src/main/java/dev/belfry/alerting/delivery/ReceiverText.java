package dev.belfry.alerting.delivery;

import java.util.List;

/** Texts of receivers, which may repeat a request and its secrets. */
final class ReceiverText {
  private static final String MASK = "****";

  /** Masking shorter values would make a text unreadable. */
  private static final int SHORTEST_SECRET = 4;

  private ReceiverText() {}

  /** The text without the secrets. */
  static String masked(String text, List<String> secrets) {
    String masked = text;
    for (String secret : secrets) {
      if (secret.length() >= SHORTEST_SECRET) {
        masked = masked.replace(secret, MASK);
      }
    }
    return masked;
  }
}
