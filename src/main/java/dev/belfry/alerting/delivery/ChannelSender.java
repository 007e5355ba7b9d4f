package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Receipt;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.Map;

/** Sends to a channel whatever type it has. */
final class ChannelSender implements Sender {
  /** Sends a message that has been read. */
  interface Way {
    Future<Receipt> send(Message message);
  }

  private final MessageStore messages;
  private final Map<ChannelType, Way> ways;
  private final Map<ChannelType, Sender> senders;

  /**
   * @param ways for types that need the message read for them
   * @param senders for types that read what they need themselves
   */
  ChannelSender(
      MessageStore messages, Map<ChannelType, Way> ways, Map<ChannelType, Sender> senders) {
    this.messages = messages;
    this.ways = Map.copyOf(ways);
    this.senders = Map.copyOf(senders);
  }

  @Override
  public Future<Receipt> send(Delivery delivery) {
    return messages
        .read(delivery)
        .compose(
            found ->
                found
                    .map(this::send)
                    .orElse(Future.succeededFuture(ReceiptRules.never("The channel is no more"))));
  }

  private Future<Receipt> send(Message message) {
    Sender sender = senders.get(message.type());
    if (sender != null) {
      return sender.send(message.delivery());
    }
    Way way = ways.get(message.type());
    return way == null
        ? Future.succeededFuture(
            ReceiptRules.never("Nothing is sent to channels of type " + message.type()))
        : way.send(message)
            .recover(ChannelSender::failed)
            .map(receipt -> receipt.answering(message.masked(receipt.answer())));
  }

  private static Future<Receipt> failed(Throwable failure) {
    return Future.succeededFuture(ReceiptRules.of(failure));
  }
}
