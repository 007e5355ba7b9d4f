package dev.belfry.alerting.phone;

import java.util.UUID;

/**
 * A confirmed phone number, as the sender of messages uses it.
 *
 * @param number E.164
 * @param use not {@link PhoneUse#NEVER}
 */
public record PersonPhone(UUID person, String number, PhoneUse use) {
  /** Omits the number, which no log may have. */
  @Override
  public String toString() {
    return "PersonPhone[" + person + ", " + use + "]";
  }
}
