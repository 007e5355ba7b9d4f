package dev.belfry.alerting.mail;

import dev.belfry.statuspages.subscription.SubscriberMessage;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber of a status page is told.
 *
 * @param address of the subscriber
 * @param page the status page's name
 * @param pageUrl where it is, null when nobody knows
 * @param confirm confirms the subscription, null once it is confirmed
 * @param unsubscribe ends the subscription, on GET for people and on POST at once (RFC 8058)
 * @param update null when the subscription is to be confirmed
 */
record SubscriberEmailModel(
    String address,
    String page,
    @Nullable URI pageUrl,
    @Nullable URI confirm,
    @Nullable URI unsubscribe,
    @Nullable Update update) {

  /**
   * An update of an incident.
   *
   * @param severity word of the wire, such as MAJOR
   * @param status word of the wire, such as INVESTIGATING
   * @param services names of those concerned
   * @param text what a person wrote
   */
  record Update(
      UUID incidentId,
      String name,
      String severity,
      String status,
      List<String> services,
      String text,
      Instant at) {
    Update {
      services = List.copyOf(services);
    }
  }

  /**
   * What a message says.
   *
   * @param incident which one it tells of, null for a confirmation
   */
  static SubscriberEmailModel of(SubscriberMessage message, @Nullable UUID incident) {
    Instant at = message.publicDate();
    Update update = incident == null || at == null ? null : update(message, incident, at);
    return new SubscriberEmailModel(
        message.address(),
        message.pageName(),
        Wording.link(message.pageUrl()),
        update == null ? Wording.link(message.confirmUrl()) : null,
        Wording.link(message.unsubscribeUrl()),
        update);
  }

  private static Update update(SubscriberMessage message, UUID incident, Instant at) {
    return new Update(
        incident,
        message.incidentName(),
        message.severity(),
        message.status(),
        message.services(),
        message.description(),
        at);
  }
}
