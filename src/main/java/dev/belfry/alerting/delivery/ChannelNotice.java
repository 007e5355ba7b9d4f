package dev.belfry.alerting.delivery;

import dev.belfry.platform.outbox.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a message says about another channel of the account that broke or works again. */
final class ChannelNotice {
  private static final String ADVICE =
      "Alerts to it do not arrive. Correct the channel and send it a test.";

  private ChannelNotice() {}

  /**
   * The variables of the message.
   *
   * @param channel type and name of the other channel
   * @param reason why it cannot deliver, possibly empty
   * @param link where it is changed
   */
  static Map<String, Object> variables(
      Delivery.Kind kind, String channel, String reason, String link) {
    boolean broken = kind == Delivery.Kind.CHANNEL_FAILURE;
    Map<String, Object> variables = new LinkedHashMap<>();
    variables.put(
        "ALERT_TITLE", "Channel " + channel + (broken ? " cannot deliver" : " delivers again"));
    variables.put("ALERT_TYPE", kind.name());
    variables.put("CHECK_NAME", "Channel " + channel);
    variables.put("IS_REMINDER", false);
    if (broken) {
      variables.put("CHECK_ERROR_MESSAGE", reason.isEmpty() ? ADVICE : sentence(reason) + ADVICE);
    }
    variables.put("RESULT_LINK", link);
    return variables;
  }

  private static String sentence(String reason) {
    String text = reason.strip();
    return text.endsWith(".") ? text + " " : text + ". ";
  }
}
