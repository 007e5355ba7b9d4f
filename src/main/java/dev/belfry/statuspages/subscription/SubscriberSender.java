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

  /**
   * What a receiver answered.
   *
   * @param text the beginning of the body, empty without an answer
   */
  public record Response(DeliveryResult result, String text) {}

  /** Posts to addresses that subscribers chose. */
  @FunctionalInterface
  public interface Poster {
    /**
     * Posts a JSON text under the address rules for subscribers. The future does not fail: the
     * response says what became of the request.
     *
     * @param id the same at every attempt, for the header {@code webhook-id}
     */
    Future<Response> post(String url, UUID id, String json);
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
                            delivery.kind() == Delivery.Kind.CONFIRMATION
                                ? challenge(delivery, message)
                                : update(delivery, message))
                    .orElseGet(() -> Future.succeededFuture(ENDED)));
  }

  private Future<DeliveryResult> update(Delivery delivery, SubscriberMessage message) {
    return poster
        .post(message.address(), delivery.id(), SubscriberWebhook.body(delivery, message))
        .map(Response::result);
  }

  /**
   * Asks the owner of a web address whether a stranger may subscribe it. The request is never
   * repeated: its receiver may be somebody who wants to hear nothing.
   */
  private Future<DeliveryResult> challenge(Delivery delivery, SubscriberMessage message) {
    String token = messages.confirmationToken(delivery);
    return poster
        .post(
            message.address(), delivery.id(), SubscriberWebhook.challenge(delivery, message, token))
        .compose(
            response -> {
              DeliveryResult result = response.result();
              if (result.outcome() != Outcome.DELIVERED) {
                return Future.succeededFuture(
                    new DeliveryResult(Outcome.FAILED, result.status(), result.answer(), null));
              }
              String status = "HTTP " + result.status();
              return SubscriberWebhook.isEcho(response.text(), token)
                  ? messages
                      .confirm(delivery)
                      .map(done -> result.answering(status + ": confirmed with the token"))
                  : Future.succeededFuture(result.answering(status + ": not confirmed yet"));
            });
  }
}
