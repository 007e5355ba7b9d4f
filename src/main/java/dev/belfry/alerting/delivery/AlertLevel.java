package dev.belfry.alerting.delivery;

/** How bad the news of a message are, for receivers that show or route by it. */
enum AlertLevel {
  RECOVERY,
  /** A test message, which needs nobody. */
  TEST,
  WARNING,
  FAILURE;

  static AlertLevel of(ChannelMessage message) {
    return message.isTest() ? TEST : ofContent(message);
  }

  /** The level that the content of a message shows, also of a test. */
  static AlertLevel ofContent(ChannelMessage message) {
    AlertLevel level = ofType(message.text("ALERT_TYPE"));
    boolean canWait = level == FAILURE && message.text(ObjectiveNotice.SEVERITY).equals("TICKET");
    return canWait ? WARNING : level;
  }

  /** The level of an alert type of the wire contract (1.7). */
  static AlertLevel ofType(String type) {
    return switch (type) {
      case "ALERT_RECOVERY", "ALERT_DEGRADED_RECOVERY", "CHANNEL_RECOVERY", "OBJECTIVE_RECOVERY" ->
          RECOVERY;
      case "ALERT_DEGRADED",
          "ALERT_DEGRADED_REMAIN",
          "ALERT_FAILURE_DEGRADED",
          "ALERT_SSL",
          "CHANNEL_FAILURE" ->
          WARNING;
      default -> FAILURE;
    };
  }
}
