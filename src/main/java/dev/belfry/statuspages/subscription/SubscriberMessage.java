package dev.belfry.statuspages.subscription;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message to a status page subscriber. A confirmation message has no incident: its
 * texts from {@code incidentName} to {@code description} and its services are empty.
 *
 * @param type how the subscriber gets messages
 * @param address e-mail address, web address or phone number; that of a webhook of Slack is secret
 * @param pageUrl absolute address of the page
 * @param incidentId null for a confirmation
 * @param severity CRITICAL, MAJOR, MEDIUM or MINOR, the incident's
 * @param status INVESTIGATING, IDENTIFIED, MONITORING or RESOLVED, the update's
 * @param services names of the incident's services that the page shows, in the incident's order
 * @param description the update's plain text
 * @param publicDate public date of the update, null for a confirmation
 * @param confirmUrl page with a button that confirms the subscription, absolute
 * @param unsubscribeUrl page with a button that ends the subscription, absolute; a POST to it with
 *     {@code List-Unsubscribe=One-Click} ends it at once (RFC 8058)
 * @param isChoiceGone whether the page shows none of the chosen services any more, so that the
 *     subscriber hears of all
 */
public record SubscriberMessage(
    SubscriptionType type,
    String address,
    UUID pageId,
    String pageName,
    String pageUrl,
    @Nullable UUID incidentId,
    String incidentName,
    String severity,
    String status,
    List<String> services,
    String description,
    @Nullable Instant publicDate,
    String confirmUrl,
    String unsubscribeUrl,
    boolean isChoiceGone) {
  public SubscriberMessage {
    services = List.copyOf(services);
  }

  /** The page and the incident, without the address and the links, which are secrets. */
  @Override
  public String toString() {
    return "SubscriberMessage[" + type + ", " + pageId + ", " + incidentId + "]";
  }
}
