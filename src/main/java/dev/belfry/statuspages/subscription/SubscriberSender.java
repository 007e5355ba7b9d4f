package dev.belfry.statuspages.subscription;

import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Sends deliveries to subscribers of status pages, by the type of the subscriber. */
public final class SubscriberSender implements Sender {
  private static final int GONE = 410;

  private static final DeliveryResult ENDED =
      new DeliveryResult(
          Outcome.FAILED, 0, "The subscription ended or the incident update was deleted", null);

  private final SubscriberMessages messages;
  private final Sender mail;
  private final Poster poster;
  private final Texter texter;

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

  /** Sends text messages. */
  @FunctionalInterface
  public interface Texter {
    /**
     * Hands a text message to the gateway. The future fails when the gateway does not respond.
     *
     * @param number in E.164
     * @param id the same at every attempt
     */
    Future<DeliveryResult> text(String number, UUID id, String text);
  }

  /**
   * @param mail sends the deliveries of the mail lane and loads their content itself
   */
  public SubscriberSender(SubscriberMessages messages, Sender mail, Poster poster, Texter texter) {
    this.messages = messages;
    this.mail = mail;
    this.poster = poster;
    this.texter = texter;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    if (delivery.lane().equals(Announcements.MAIL_LANE)) {
      return mail.send(delivery);
    }
    return delivery.kind() == Delivery.Kind.DIGEST
        ? messages.loadDigest(delivery).compose(found -> or(found, one -> digest(delivery, one)))
        : messages.load(delivery).compose(found -> or(found, one -> send(delivery, one)));
  }

  private static <T> Future<DeliveryResult> or(
      Optional<T> found, Function<T, Future<DeliveryResult>> send) {
    return found.map(send).orElseGet(() -> Future.succeededFuture(ENDED));
  }

  private Future<DeliveryResult> send(Delivery delivery, SubscriberMessage message) {
    boolean isRequest = delivery.kind() == Delivery.Kind.CONFIRMATION;
    return switch (message.type()) {
      case EMAIL -> mail.send(delivery);
      case WEBHOOK -> isRequest ? challenge(delivery, message) : update(delivery, message);
      case SMS ->
          isRequest
              ? messages
                  .code(delivery)
                  .compose(
                      code ->
                          or(
                              code,
                              one -> text(delivery, message, SubscriberSms.code(message, one))))
              : text(delivery, message, SubscriberSms.update(message));
      case SLACK ->
          isRequest
              ? slack(delivery, message, SubscriberSlack.confirmation(message))
                  .map(SubscriberSender::once)
              : slack(delivery, message, SubscriberSlack.update(message));
    };
  }

  private Future<DeliveryResult> digest(Delivery delivery, SubscriberDigest digest) {
    return digest.message().type() == SubscriptionType.SMS
        ? text(delivery, digest.message(), SubscriberSms.digest(digest))
        : slack(delivery, digest.message(), SubscriberSlack.digest(digest));
  }

  /** Gateways answer 410 for a number whose owner wants no more messages. */
  private Future<DeliveryResult> text(Delivery delivery, SubscriberMessage message, String text) {
    return texter
        .text(message.address(), delivery.id(), text)
        .compose(result -> ending(delivery, result, result.status() == GONE));
  }

  private Future<DeliveryResult> slack(Delivery delivery, SubscriberMessage message, String json) {
    return poster
        .post(message.address(), delivery.id(), json)
        .compose(
            response -> {
              int status = response.result().status();
              return ending(
                  delivery,
                  response.result(),
                  status == GONE || SubscriberSlack.isGone(status, response.text()));
            });
  }

  /** Ends the subscription of a receiver that is gone, with its other messages. */
  private Future<DeliveryResult> ending(Delivery delivery, DeliveryResult result, boolean isGone) {
    return isGone
        ? messages
            .end(delivery)
            .map(
                ended -> new DeliveryResult(Outcome.FAILED, result.status(), result.answer(), null))
        : Future.succeededFuture(result);
  }

  /** The result of a request that is never repeated. */
  private static DeliveryResult once(DeliveryResult result) {
    return result.outcome() == Outcome.DELIVERED
        ? result
        : new DeliveryResult(Outcome.FAILED, result.status(), result.answer(), null);
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
                return Future.succeededFuture(once(result));
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
