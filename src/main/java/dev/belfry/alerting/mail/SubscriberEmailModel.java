package dev.belfry.alerting.mail;

import dev.belfry.statuspages.subscription.SubscriberMessage;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The data of an e-mail to a status page subscriber.
 *
 * @param address of the subscriber
 * @param page the status page's name
 * @param pageUrl address of the page, null when it is unknown
 * @param confirm link to confirm, null once it is confirmed
 * @param unsubscribe link to unsubscribe: GET shows a page, POST unsubscribes (RFC 8058)
 * @param isChoiceGone whether the page no longer shows the services that the subscriber chose
 * @param update null in a confirmation message
 */
record SubscriberEmailModel(
    String address,
    String page,
    @Nullable URI pageUrl,
    @Nullable URI confirm,
    @Nullable URI unsubscribe,
    boolean isChoiceGone,
    @Nullable Update update) {

  /**
   * An update of an incident.
   *
   * @param severity word of the wire, such as MAJOR
   * @param status word of the wire, such as INVESTIGATING
   * @param services names of the affected services
   * @param text description by a user
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
   * The data of a message.
   *
   * @param incident id of its incident, null for a confirmation message
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
        message.isChoiceGone(),
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
