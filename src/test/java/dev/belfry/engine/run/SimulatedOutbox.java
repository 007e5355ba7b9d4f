package dev.belfry.engine.run;

import dev.belfry.platform.outbox.AttemptOutcome;
import dev.belfry.platform.outbox.ClaimLimits;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Dispatcher;
import dev.belfry.platform.outbox.Outbox;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The table of messages and what its statements do. */
final class SimulatedOutbox {
  private static final long DAY_MILLIS = 86_400_000;
  private static final UUID ACCOUNT = new UUID(1, 1);

  final Map<UUID, Message> pending = new LinkedHashMap<>();
  final Map<UUID, AttemptOutcome.State> closed = new HashMap<>();
  Runnable messagesLeft = () -> {};
  private final SimulatedDatabase database;

  /** A row. */
  private static final class Message {
    final UUID id;
    final UUID alert;
    final long channel;
    final long created;
    long due;
    long claim;
    int attempts;
    long claimedUntil;

    Message(UUID id, UUID alert, long channel, long created) {
      this.id = id;
      this.alert = alert;
      this.channel = channel;
      this.created = created;
      this.due = created;
    }

    String lane() {
      return "channel:" + channel;
    }

    Delivery delivery() {
      return new Delivery(
          id,
          ACCOUNT,
          Delivery.Kind.ALERT,
          lane(),
          claim,
          attempts,
          created,
          alert,
          channel,
          null,
          null);
    }
  }

  SimulatedOutbox(SimulatedDatabase database) {
    this.database = database;
  }

  static UUID id(UUID alert, long channel) {
    return UUID.nameUUIDFromBytes((alert + "/" + channel).getBytes(StandardCharsets.UTF_8));
  }

  void add(UUID alert, long channel) {
    UUID id = id(alert, channel);
    pending.put(id, new Message(id, alert, channel, database.world.databaseMillis()));
    messagesLeft.run();
  }

  /** As an instance sees it. */
  Outbox seenBy(SimulatedClient client) {
    return new Outbox() {
      @Override
      public Future<List<Delivery>> claim(ClaimLimits limits) {
        return client.ask(() -> take(limits));
      }

      @Override
      public Future<AttemptOutcome> close(Delivery delivery, DeliveryResult result) {
        return client.ask(() -> end(delivery, AttemptOutcome.State.DELIVERED, 0));
      }

      @Override
      public Future<AttemptOutcome> retry(
          Delivery delivery, DeliveryResult result, long waitMillis) {
        return client.ask(() -> end(delivery, AttemptOutcome.State.PENDING, waitMillis));
      }

      @Override
      public Future<AttemptOutcome> giveUp(Delivery delivery, DeliveryResult result) {
        return client.ask(() -> end(delivery, AttemptOutcome.State.DEAD, 0));
      }

      @Override
      public Future<Void> release(Collection<Delivery> deliveries) {
        return client.ask(
            () -> {
              deliveries.forEach(delivery -> end(delivery, AttemptOutcome.State.PENDING, 0));
              return null;
            });
      }
    };
  }

  private List<Delivery> take(ClaimLimits limits) {
    long now = database.world.databaseMillis();
    Map<String, Integer> left = new HashMap<>(limits.lanes());
    List<Delivery> taken = new ArrayList<>();
    List<Message> due =
        pending.values().stream()
            .filter(message -> message.due <= now && message.claimedUntil <= now)
            .sorted(Comparator.comparingLong(message -> message.due))
            .toList();
    for (Message message : due) {
      int places = left.getOrDefault(message.lane(), limits.perLane());
      if (places > 0 && taken.size() < Math.min(limits.limit(), limits.channels())) {
        left.put(message.lane(), places - 1);
        message.claim++;
        message.attempts++;
        message.claimedUntil = now + Dispatcher.LEASE_MILLIS;
        taken.add(message.delivery());
      }
    }
    return taken;
  }

  private AttemptOutcome end(Delivery delivery, AttemptOutcome.State wanted, long wait) {
    Message message = pending.get(delivery.id());
    if (message == null || message.claim != delivery.claim()) {
      return AttemptOutcome.LOST;
    }
    long now = database.world.databaseMillis();
    message.claimedUntil = 0;
    message.due = now + wait;
    boolean old =
        wanted == AttemptOutcome.State.PENDING && message.due > message.created + DAY_MILLIS;
    AttemptOutcome.State state = old ? AttemptOutcome.State.DEAD : wanted;
    if (state != AttemptOutcome.State.PENDING) {
      pending.remove(message.id);
      closed.put(message.id, state);
    }
    return new AttemptOutcome(state, now - message.created);
  }
}
