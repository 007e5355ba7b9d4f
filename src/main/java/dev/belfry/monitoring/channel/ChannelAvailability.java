package dev.belfry.monitoring.channel;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which types of channels this installation can send to.
 *
 * @param hindrances why nothing can be sent to a type; a type that is absent has none
 */
public record ChannelAvailability(Map<ChannelType, String> hindrances) {
  /** Why no e-mail can be sent. */
  public static final String NO_MAIL_SERVER = "No mail server is configured (BELFRY_SMTP_URL)";

  private static final String NO_WAY =
      "Browsers take push messages from https addresses alone (BELFRY_PUBLIC_URL), no mail server is"
          + " configured (BELFRY_SMTP_URL), and no text messages to persons are allowed"
          + " (BELFRY_SMS_URL, BELFRY_PERSONS_SMS)";

  public ChannelAvailability {
    hindrances = Map.copyOf(hindrances);
  }

  /** What the configuration allows. */
  public static ChannelAvailability of(Config config) {
    Map<ChannelType, String> hindrances = new EnumMap<>(ChannelType.class);
    for (ChannelType type : ChannelType.values()) {
      String hindrance = hindrance(type, config);
      if (!hindrance.isEmpty()) {
        hindrances.put(type, hindrance);
      }
    }
    return new ChannelAvailability(hindrances);
  }

  private static String hindrance(ChannelType type, Config config) {
    return switch (type) {
      case WEBHOOK, SLACK, PAGERDUTY, OPSGENIE -> "";
      case EMAIL -> without(config.smtp().server(), NO_MAIL_SERVER);
      case SMS ->
          without(
              config.sms().url(), "No gateway for text messages is configured (BELFRY_SMS_URL)");
      case CALL ->
          without(
              config.calls().url(), "No gateway for phone calls is configured (BELFRY_CALLS_URL)");
      case SLACK_APP ->
          without(config.slack().token(), "No Slack app is configured (BELFRY_SLACK_TOKEN)");
      case MEMBER -> hasWayToPersons(config) ? "" : NO_WAY;
    };
  }

  private static boolean hasWayToPersons(Config config) {
    boolean texts = config.sms().url() != null && !config.persons().sms().isEmpty();
    return PublicAddress.isSecure(config) || config.smtp().server() != null || texts;
  }

  private static String without(@Nullable Object needed, String reason) {
    return needed == null ? reason : "";
  }

  /** Why nothing can be sent to channels of a type; empty when it can. */
  public String hindrance(ChannelType type) {
    return hindrances.getOrDefault(type, "");
  }
}
