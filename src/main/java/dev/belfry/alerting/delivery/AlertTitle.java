package dev.belfry.alerting.delivery;

/** The title of an alert in one line. */
final class AlertTitle {
  private AlertTitle() {}

  static String of(ChannelMessage message) {
    String title = message.text("ALERT_TITLE");
    if (!title.isEmpty()) {
      return title;
    }
    return message.text("CHECK_NAME") + ": " + message.text("ALERT_TYPE");
  }
}
