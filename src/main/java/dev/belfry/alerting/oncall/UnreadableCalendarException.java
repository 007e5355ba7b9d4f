package dev.belfry.alerting.oncall;

/** A calendar that cannot be read. Its message is a sentence for people, without an address. */
final class UnreadableCalendarException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableCalendarException(String message) {
    super(message);
  }
}
