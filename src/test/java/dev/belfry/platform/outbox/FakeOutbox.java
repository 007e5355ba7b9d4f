package dev.belfry.platform.outbox;

import static java.util.Objects.requireNonNull;

import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rules of the queue in memory, which can be away. */
final class FakeOutbox implements Outbox {
  private static final long DAY_MILLIS = 86_400_000;

  final Map<UUID, Message> messages = new LinkedHashMap<>();
  boolean away;
  int claims;
  private final FakeTimers timers;

  FakeOutbox(FakeTimers timers) {
    this.timers = timers;
  }

  /** A row. */
  static final class Message {
    Delivery delivery;
    AttemptOutcome.State state = AttemptOutcome.State.PENDING;
    long claimedUntil;
    long due;
    String answer = "";

    Message(Delivery delivery, long due) {
      this.delivery = delivery;
      this.due = due;
    }
  }

  Message add(String lane) {
    return add(lane, 1L);
  }

  Message addToSubscriber(String lane) {
    return add(lane, null);
  }

  private Message add(String lane, @Nullable Long channel) {
    UUID id = new UUID(0, messages.size() + 1);
    Message message = new Message(delivery(id, lane, channel), timers.millis());
    messages.put(id, message);
    return message;
  }

  private Delivery delivery(UUID id, String lane, @Nullable Long channel) {
    return new Delivery(
        id,
        new UUID(1, 1),
        channel == null ? Delivery.Kind.UPDATE : Delivery.Kind.TEST,
        lane,
        0,
        0,
        timers.millis(),
        null,
        channel,
        null,
        null);
  }

  @Override
  public Future<List<Delivery>> claim(ClaimLimits limits) {
    claims++;
    if (away) {
      return Future.failedFuture("away");
    }
    Map<String, Integer> left = new HashMap<>(limits.lanes());
    Map<Boolean, Integer> audiences = new HashMap<>();
    audiences.put(true, limits.channels());
    audiences.put(false, limits.subscribers());
    List<Delivery> claimed = new ArrayList<>();
    messages.values().stream()
        .filter(one -> one.state == AttemptOutcome.State.PENDING)
        .filter(one -> one.due <= timers.millis() && one.claimedUntil <= timers.millis())
        .sorted(Comparator.comparingLong(one -> one.due))
        .forEach(
            one -> {
              int places = left.getOrDefault(one.delivery.lane(), limits.perLane());
              int audience = audiences.getOrDefault(one.delivery.isToChannel(), 0);
              if (claimed.size() < limits.limit() && places > 0 && audience > 0) {
                audiences.put(one.delivery.isToChannel(), audience - 1);
                left.put(one.delivery.lane(), places - 1);
                claimed.add(take(one));
              }
            });
    return Future.succeededFuture(claimed);
  }

  private Delivery take(Message one) {
    Delivery before = one.delivery;
    one.claimedUntil = timers.millis() + Dispatcher.LEASE_MILLIS;
    one.delivery =
        new Delivery(
            before.id(),
            before.accountId(),
            before.kind(),
            before.lane(),
            before.claim() + 1,
            before.attempts() + 1,
            before.createdMs(),
            before.alertId(),
            before.channelId(),
            before.updateId(),
            before.subscriptionId());
    return one.delivery;
  }

  @Override
  public Future<AttemptOutcome> close(Delivery delivery, DeliveryResult result) {
    return end(delivery, result, AttemptOutcome.State.DELIVERED, 0);
  }

  @Override
  public Future<AttemptOutcome> retry(Delivery delivery, DeliveryResult result, long wait) {
    boolean over = timers.millis() + wait > delivery.createdMs() + DAY_MILLIS;
    return end(
        delivery, result, over ? AttemptOutcome.State.DEAD : AttemptOutcome.State.PENDING, wait);
  }

  @Override
  public Future<AttemptOutcome> giveUp(Delivery delivery, DeliveryResult result) {
    return end(delivery, result, AttemptOutcome.State.DEAD, 0);
  }

  private Future<AttemptOutcome> end(
      Delivery delivery, DeliveryResult result, AttemptOutcome.State state, long wait) {
    if (away) {
      return Future.failedFuture("away");
    }
    Message message = requireNonNull(messages.get(delivery.id()));
    if (message.delivery.claim() != delivery.claim()
        || message.state != AttemptOutcome.State.PENDING) {
      return Future.succeededFuture(AttemptOutcome.LOST);
    }
    message.state = state;
    message.claimedUntil = 0;
    message.due = timers.millis() + wait;
    message.answer = result.answer();
    return Future.succeededFuture(
        new AttemptOutcome(state, timers.millis() - delivery.createdMs()));
  }

  @Override
  public Future<Void> release(Collection<Delivery> deliveries) {
    if (away) {
      return Future.failedFuture("away");
    }
    for (Delivery delivery : deliveries) {
      Message message = requireNonNull(messages.get(delivery.id()));
      if (message.delivery.claim() == delivery.claim()) {
        message.claimedUntil = 0;
      }
    }
    return Future.succeededFuture();
  }
}
