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
  interface Way {
    Future<DeliveryResult> send(ChannelMessage message);
  }

  private final ChannelMessageStore messages;
  private final Map<ChannelType, Way> ways;
  private final Map<ChannelType, Sender> senders;

  /**
   * @param ways for types that need the message read for them
   * @param senders for types that read what they need themselves
   */
  ChannelSender(
      ChannelMessageStore messages, Map<ChannelType, Way> ways, Map<ChannelType, Sender> senders) {
    this.messages = messages;
    this.ways = Map.copyOf(ways);
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
                            ResponseClassifier.never("The channel is no more"))));
  }

  private Future<DeliveryResult> send(ChannelMessage message) {
    Sender sender = senders.get(message.type());
    if (sender != null) {
      return sender.send(message.delivery());
    }
    Way way = ways.get(message.type());
    return way == null
        ? Future.succeededFuture(
            ResponseClassifier.never("Nothing is sent to channels of type " + message.type()))
        : way.send(message)
            .recover(ChannelSender::failed)
            .map(receipt -> receipt.answering(message.masked(receipt.answer())));
  }

  private static Future<DeliveryResult> failed(Throwable failure) {
    return Future.succeededFuture(ResponseClassifier.of(failure));
  }
}
