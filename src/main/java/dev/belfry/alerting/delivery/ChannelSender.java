package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Objects;

/** Sends messages to channels of every type. */
final class ChannelSender implements Sender {
  /** Sends loaded messages of one channel type. */
  interface MessageSender {
    Future<DeliveryResult> send(ChannelMessage message);
  }

  private final ChannelMessageStore messages;
  private final ChannelAvailability availability;
  private final Map<ChannelType, MessageSender> senders;

  /**
   * @param availability which types can be sent to; a message to another fails with the reason
   * @param senders one for each type
   */
  ChannelSender(
      ChannelMessageStore messages,
      ChannelAvailability availability,
      Map<ChannelType, MessageSender> senders) {
    this.messages = messages;
    this.availability = availability;
    this.senders = Map.copyOf(senders);
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    return messages
        .read(delivery)
        .compose(
            found ->
                found
                    .map(this::send)
                    .orElse(
                        Future.succeededFuture(
                            ResponseClassifier.failed("The channel or the message was deleted"))));
  }

  private Future<DeliveryResult> send(ChannelMessage message) {
    String hindrance = availability.hindrance(message.type());
    if (!hindrance.isEmpty()) {
      return Future.succeededFuture(ResponseClassifier.failed(hindrance));
    }
    return Objects.requireNonNull(senders.get(message.type()))
        .send(message)
        .recover(ChannelSender::failed)
        .map(result -> result.answering(message.masked(result.answer())));
  }

  private static Future<DeliveryResult> failed(Throwable failure) {
    return Future.succeededFuture(ResponseClassifier.of(failure));
  }
}
