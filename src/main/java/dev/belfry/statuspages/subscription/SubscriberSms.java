package dev.belfry.statuspages.subscription;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text messages to subscribed phone numbers. */
final class SubscriberSms {
  private SubscriberSms() {}

  /** The message with the code that confirms a subscription. */
  static String code(SubscriberMessage message, String code) {
    return SmsText.of(
        code
            + " is your code to subscribe to "
            + message.pageName()
            + ". It is valid for an hour. If you did not request it, ignore this message.",
        List.of(message.pageUrl()));
  }

  static String update(SubscriberMessage message) {
    String description = message.description().strip();
    return text(
        message.pageName()
            + ": "
            + message.incidentName()
            + " - "
            + word(message.status())
            + (description.isEmpty() ? "" : "\n" + description),
        message);
  }

  static String digest(SubscriberDigest digest) {
    SubscriberMessage message = digest.message();
    long all = digest.incidents().size() + digest.more();
    return text(
        message.pageName()
            + ": "
            + (all == 1 ? "one incident" : all + " incidents")
            + (digest.frequency() == DigestFrequency.DAILY ? " of the day: " : " of the week: ")
            + digest.incidents().stream()
                .map(one -> one.name() + " (" + word(one.status()) + ")")
                .collect(Collectors.joining(", ")),
        message);
  }

  private static String text(String text, SubscriberMessage message) {
    return SmsText.of(text, List.of(message.pageUrl(), "Stop: " + message.unsubscribeUrl()));
  }

  /** A constant such as RESOLVED as a word. */
  static String word(String constant) {
    return constant.isEmpty()
        ? ""
        : constant.charAt(0) + constant.substring(1).toLowerCase(Locale.ROOT);
  }
}
