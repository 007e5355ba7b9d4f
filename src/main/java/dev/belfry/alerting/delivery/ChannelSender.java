package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.Map;

/** Sends to a channel whatever type it has. */
final class ChannelSender implements Sender {
  /** Sends a message that has been read. */
  interface MessageSender {
    Future<DeliveryResult> send(ChannelMessage message);
  }

  private final ChannelMessageStore messages;
  private final Map<ChannelType, MessageSender> messageSenders;
  private final Map<ChannelType, Sender> senders;

  /**
   * @param messageSenders for types that need the message read for them
   * @param senders for types that read what they need themselves
   */
  ChannelSender(
      ChannelMessageStore messages,
      Map<ChannelType, MessageSender> messageSenders,
      Map<ChannelType, Sender> senders) {
    this.messages = messages;
    this.messageSenders = Map.copyOf(messageSenders);
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
                            ResponseClassifier.failed("The channel is no more"))));
  }

  private Future<DeliveryResult> send(ChannelMessage message) {
    Sender sender = senders.get(message.type());
    if (sender != null) {
      return sender.send(message.delivery());
    }
    MessageSender messageSender = messageSenders.get(message.type());
    return messageSender == null
        ? Future.succeededFuture(
            ResponseClassifier.failed("Nothing is sent to channels of type " + message.type()))
        : messageSender
            .send(message)
            .recover(ChannelSender::failed)
            .map(result -> result.answering(message.masked(result.answer())));
  }

  private static Future<DeliveryResult> failed(Throwable failure) {
    return Future.succeededFuture(ResponseClassifier.of(failure));
  }
}
