package dev.belfry.alerting.grouping;

/** The state of a message as lists of messages word it. */
public final class MessageStatus {
  private MessageStatus() {}

  /**
   * The word for a state.
   *
   * @param state as the outbox stores it
   */
  public static String of(String state) {
    return switch (state) {
      case "DELIVERED" -> "SUCCESS";
      case "DEAD" -> "FAILURE";
      default -> "IN_PROGRESS";
    };
  }
}
