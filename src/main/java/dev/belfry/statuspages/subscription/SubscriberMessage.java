package dev.belfry.statuspages.subscription;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a message to a subscriber of a status page says. A confirmation tells of no incident: its
 * texts from {@code incidentName} to {@code description} are empty, and so are its services.
 *
 * @param type how the subscriber is told
 * @param address e-mail address or web address, as it was given
 * @param pageUrl where people read the page, absolute
 * @param incidentId null for a confirmation
 * @param severity CRITICAL, MAJOR, MEDIUM or MINOR, the incident's
 * @param status INVESTIGATING, IDENTIFIED, MONITORING or RESOLVED, the update's
 * @param services names of the incident's services that the page shows, in the incident's order
 * @param description the update's text, plain
 * @param publicDate when the update says it happened, null for a confirmation
 * @param confirmUrl page with a button that confirms the subscription, absolute
 * @param unsubscribeUrl page with a button that ends the subscription, absolute; a POST to it with
 *     {@code List-Unsubscribe=One-Click} ends it at once (RFC 8058)
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
    String unsubscribeUrl) {
  public SubscriberMessage {
    services = List.copyOf(services);
  }
}
