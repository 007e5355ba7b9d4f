package dev.belfry.monitoring.channel;

import dev.belfry.platform.config.Config;

/**
 * Which types of channels this installation can send to.
 *
 * @param mail whether there is a mail server
 * @param sms whether there is a gateway for text messages
 */
public record ChannelAvailability(boolean mail, boolean sms) {
  /** What the configuration allows. */
  public static ChannelAvailability of(Config config) {
    return new ChannelAvailability(config.smtp().server() != null, config.sms().url() != null);
  }

  /** Why nothing can be sent to channels of a type; empty when it can. */
  public String hindrance(ChannelType type) {
    return switch (type) {
      case WEBHOOK, SLACK, PAGERDUTY, OPSGENIE -> "";
      case EMAIL -> mail ? "" : "No mail server is configured (BELFRY_SMTP_URL)";
      case SMS -> sms ? "" : "No gateway for text messages is configured (BELFRY_SMS_URL)";
      case SLACK_APP, CALL -> "Belfry cannot send to channels of type " + type;
    };
  }
}
