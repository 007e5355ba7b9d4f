package dev.belfry.account.people;

import java.util.Optional;
import java.util.regex.Pattern;

/** The name of a person, which others read in lists and e-mails. */
final class PersonName {
  private static final Pattern BREAKS =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]");

  private PersonName() {}

  /** What is wrong with a name; empty when it is one. */
  static Optional<String> problem(String name) {
    if (name.isBlank()) {
      return Optional.of("must not be empty");
    }
    return BREAKS.matcher(name).find()
        ? Optional.of("must be one line without control characters")
        : Optional.empty();
  }
}
