package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.outbox.Delivery;
import java.time.ZoneOffset;

/** The request body for a subscribed webhook; the contract describes it, tag "Subscriptions". */
final class SubscriberWebhook {
  private SubscriberWebhook() {}

  /** The JSON text of an update. */
  static String body(Delivery delivery, SubscriberMessage message) {
    String page =
        JsonText.object()
            .plain("id", message.pageId().toString())
            .string("name", message.pageName())
            .string("url", message.pageUrl())
            .end();
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
        .raw("page", page)
        .raw("incident", incident)
        .raw("update", update)
        .string("unsubscribeUrl", message.unsubscribeUrl())
        .end();
  }
}
