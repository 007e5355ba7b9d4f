package dev.belfry.monitoring.assertion;

import dev.belfry.monitoring.check.AssertionSource;

/** Puts the outcomes of assertions into words. */
final class AssertionMessages {
  private static final int MOST_SHOWN = 200;

  private AssertionMessages() {}

  static String of(AssertionOutcome outcome) {
    String subject = "The " + name(outcome.source());
    if (!outcome.property().isEmpty() && outcome.isOfAnswer()) {
      subject += " at " + quoted(outcome.property());
    }
    if (outcome.error() != null) {
      return subject + " was not compared: " + outcome.error();
    }
    return subject + " " + actual(outcome) + ", expected " + wanted(outcome);
  }

  private static String name(AssertionSource source) {
    return source.words();
  }

  private static String actual(AssertionOutcome outcome) {
    if (outcome.actual().isNull()) {
      String regex = outcome.regex();
      return regex == null ? "had no value" : "had no match of " + quoted(regex);
    }
    if (!outcome.actual().isNumber()) {
      return "was " + quoted(outcome.actual().asText());
    }
    String unit = outcome.source() == AssertionSource.RESPONSE_TIME ? " ms" : "";
    return "was " + outcome.actual().asText() + unit;
  }

  private static String wanted(AssertionOutcome outcome) {
    String words =
        switch (outcome.comparison()) {
          case EQUALS -> "to equal";
          case NOT_EQUALS -> "not to equal";
          case LESS_THAN -> "to be less than";
          case GREATER_THAN -> "to be greater than";
          case CONTAINS -> "to contain";
          case NOT_CONTAINS -> "not to contain";
          case HAS_KEY -> "to have the key";
          case NOT_HAS_KEY -> "not to have the key";
          case HAS_VALUE -> "to have the value";
          case NOT_HAS_VALUE -> "not to have the value";
          case IS_EMPTY -> "to be empty";
          case NOT_EMPTY -> "not to be empty";
          case IS_NULL -> "to be null";
          case NOT_NULL -> "not to be null";
        };
    return outcome.comparison().hasTarget() ? words + " " + quoted(outcome.target()) : words;
  }

  private static String quoted(String text) {
    String start = AssertionRules.start(text, MOST_SHOWN);
    return '"' + start + (start.length() < text.length() ? "..." : "") + '"';
  }
}
