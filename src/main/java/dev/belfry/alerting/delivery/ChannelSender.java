package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.Map;

/** Sends messages to channels of every type. */
final class ChannelSender implements Sender {
  /** Sends loaded messages of one channel type. */
  interface MessageSender {
    Future<DeliveryResult> send(ChannelMessage message);
  }

  private final ChannelMessageStore messages;
  private final Map<ChannelType, MessageSender> messageSenders;
  private final Map<ChannelType, Sender> senders;

  /**
   * @param messageSenders for types whose senders get a loaded message
   * @param senders for types whose senders load their data themselves
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
                            ResponseClassifier.failed("The channel was deleted"))));
  }

  private Future<DeliveryResult> send(ChannelMessage message) {
    Sender sender = senders.get(message.type());
    if (sender != null) {
      return sender.send(message.delivery());
    }
    MessageSender messageSender = messageSenders.get(message.type());
    return messageSender == null
        ? Future.succeededFuture(
            ResponseClassifier.failed("Belfry cannot send to channels of type " + message.type()))
        : messageSender
            .send(message)
            .recover(ChannelSender::failed)
            .map(result -> result.answering(message.masked(result.answer())));
  }

  private static Future<DeliveryResult> failed(Throwable failure) {
    return Future.succeededFuture(ResponseClassifier.of(failure));
  }
}
