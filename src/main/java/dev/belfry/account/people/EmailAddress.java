package dev.belfry.account.people;

import dev.belfry.monitoring.check.MailAddress;
import java.util.Locale;
import java.util.Optional;

/** The address by which a person signs in. */
final class EmailAddress {
  private EmailAddress() {}

  /** The address as it is stored, in lower case; empty when a text is none. */
  static Optional<String> of(String text) {
    String address = text.strip().toLowerCase(Locale.ROOT);
    return MailAddress.isWellFormed(address) ? Optional.of(address) : Optional.empty();
  }
}
