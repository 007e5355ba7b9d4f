package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.outbox.Delivery;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** The request body for a subscribed webhook; the contract describes it, tag "Subscriptions". */
final class SubscriberWebhook {
  private static final Pattern ECHO =
      Pattern.compile("^\\{\\s*\"token\"\\s*:\\s*\"([A-Za-z0-9_-]+)\"\\s*}$");

  private SubscriberWebhook() {}

  private static String page(SubscriberMessage message) {
    return JsonText.object()
        .plain("id", message.pageId().toString())
        .string("name", message.pageName())
        .string("url", message.pageUrl())
        .end();
  }

  /**
   * The JSON text that asks to confirm a subscription.
   *
   * @param token which the receiver may echo instead of opening the link
   */
  static String challenge(Delivery delivery, SubscriberMessage message, String token) {
    return JsonText.object()
        .plain("id", delivery.id().toString())
        .plain("type", "subscription.verification")
        .plain("token", token)
        .raw("page", page(message))
        .string("confirmUrl", message.confirmUrl())
        .end();
  }

  /**
   * Whether a body is the token, as plain text or as the only member {@code token} of an object. A
   * server that merely repeats its request has not confirmed.
   */
  static boolean isEcho(String body, String token) {
    String text = body.strip();
    return text.equals(token) || ECHO.matcher(text).replaceFirst("$1").equals(token);
  }

  /** The JSON text of an update. */
  static String body(Delivery delivery, SubscriberMessage message) {
    String incident =
        JsonText.object()
            .string("id", String.valueOf(message.incidentId()))
            .string("name", message.incidentName())
            .string("severity", message.severity())
            .raw("services", JsonText.strings(message.services()))
            .end();
    String update =
        JsonText.object()
            .string("id", String.valueOf(delivery.updateId()))
            .string("status", message.status())
            .string("description", message.description())
            .time(
                "publicDate",
                message.publicDate() == null ? null : message.publicDate().atOffset(ZoneOffset.UTC))
            .end();
    return JsonText.object()
        .plain("id", delivery.id().toString())
        .plain("type", "incident.update")
        .raw("page", page(message))
        .raw("incident", incident)
        .raw("update", update)
        .string("unsubscribeUrl", message.unsubscribeUrl())
        .end();
  }
}
