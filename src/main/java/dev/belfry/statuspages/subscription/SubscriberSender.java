package dev.belfry.statuspages.subscription;

import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.UUID;

/** Sends deliveries of kind UPDATE and CONFIRMATION to subscribers, by their type. */
public final class SubscriberSender implements Sender {
  private static final DeliveryResult ENDED =
      new DeliveryResult(
          Outcome.FAILED, 0, "The subscription ended or the incident update was deleted", null);

  private final SubscriberMessages messages;
  private final Sender mail;
  private final Poster poster;

  /** Posts to addresses that subscribers chose. */
  @FunctionalInterface
  public interface Poster {
    /**
     * Posts a JSON text under the address rules and limits of webhook channels. The future does not
     * fail: its result says what the receiver answered.
     *
     * @param id the same at every attempt, for the header {@code webhook-id}
     */
    Future<DeliveryResult> post(String url, UUID id, String json);
  }

  /**
   * @param mail sends the deliveries of the mail lane and loads their content itself
   */
  public SubscriberSender(SubscriberMessages messages, Sender mail, Poster poster) {
    this.messages = messages;
    this.mail = mail;
    this.poster = poster;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    if (delivery.lane().equals(Announcements.MAIL_LANE)) {
      return mail.send(delivery);
    }
    return messages
        .load(delivery)
        .compose(
            found ->
                found
                    .map(
                        message ->
                            poster.post(
                                message.address(),
                                delivery.id(),
                                SubscriberWebhook.body(delivery, message)))
                    .orElseGet(() -> Future.succeededFuture(ENDED)));
  }
}
