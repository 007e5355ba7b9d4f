package dev.belfry.alerting.phone;

import dev.belfry.platform.config.Config;
import dev.belfry.statuspages.subscription.PhoneNumber;
import org.jspecify.annotations.Nullable;

/** What the operator allows: a gateway, and beginnings of numbers. */
final class PhoneRules {
  private static final String NO_GATEWAY =
      "No gateway for text messages is configured; the operator sets BELFRY_SMS_URL";

  private static final String NO_NUMBERS =
      "No phone numbers of persons are allowed; the operator names their beginnings in"
          + " BELFRY_PERSONS_SMS";

  private static final String NO_MORE =
      "The operator does not allow this number any more (BELFRY_PERSONS_SMS)";

  private static final String REFUSED =
      "The gateway takes no messages to this number any more; confirm it again to try";

  private final Config config;

  PhoneRules(Config config) {
    this.config = config;
  }

  /** Why no person gets text messages; null when they may. */
  @Nullable String hindrance() {
    if (config.sms().url() == null) {
      return NO_GATEWAY;
    }
    return config.persons().sms().isEmpty() ? NO_NUMBERS : null;
  }

  /** Why this number gets no text messages; null when it may. */
  @Nullable String hindrance(String number, boolean isRefused) {
    String general = hindrance();
    if (general != null) {
      return general;
    }
    if (!PhoneNumber.isAllowed(number, config.persons().sms())) {
      return NO_MORE;
    }
    return isRefused ? REFUSED : null;
  }

  /** What is wrong with a number that a person gives; null when it is right. */
  @Nullable String problem(String number) {
    if (!PhoneNumber.isWellFormed(number)) {
      return "must be a phone number with country code, such as +4915112345678";
    }
    return PhoneNumber.isAllowed(number, config.persons().sms())
        ? null
        : "must begin like a number that the operator allows: "
            + String.join(", ", config.persons().sms());
  }
}
