package dev.belfry.account.people;

import java.util.Locale;
import java.util.Optional;

/** What a new password must be. */
final class PasswordPolicy {
  static final int SHORTEST = 10;

  private PasswordPolicy() {}

  /**
   * What is wrong with a new password; empty when it will do.
   *
   * @param email of the person, in lower case
   */
  static Optional<String> problem(String password, String email) {
    if (password.codePointCount(0, password.length()) < SHORTEST) {
      return Optional.of("must be at least " + SHORTEST + " characters long");
    }
    String given = password.strip().toLowerCase(Locale.ROOT);
    return given.equals(email) || given.equals(email.substring(0, email.indexOf('@')))
        ? Optional.of("must not be the e-mail address or its first part")
        : Optional.empty();
  }
}
