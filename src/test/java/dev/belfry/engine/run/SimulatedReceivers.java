package dev.belfry.engine.run;

import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Those who are told: one who is always there, one who fails at times, one who hangs, one who
 * answers late and one whose answers get lost. Each keeps a log of the ids.
 */
final class SimulatedReceivers {
  static final int CHANNELS = 5;

  /** How long a channel waits for an acknowledgement; some do. */
  static int delayMinutes(long channel) {
    return channel % 3 == 2 ? 1 + (int) channel % 2 : 0;
  }

  final List<String> violations = new ArrayList<>();
  final Map<UUID, Reception> log = new HashMap<>();
  boolean calm;
  int repeats;
  private final SimulatedDatabase database;
  private final SimulatedWorld world;
  private final SimulatedWorld.Machine process;

  /**
   * A message that came.
   *
   * @param sent when its sender began, milliseconds
   * @param answered whether the sender got to know in time
   */
  record Reception(SimulatedWorld.Machine sender, long sent, boolean answered) {}

  private enum Habit {
    ANSWERS,
    FAILS,
    HANGS,
    ANSWERS_LATE,
    ANSWER_LOST
  }

  SimulatedReceivers(SimulatedDatabase database) {
    this.database = database;
    world = database.world;
    process = world.new Machine();
  }

  /** As the sender of an instance sees them. */
  Future<DeliveryResult> send(SimulatedWorld.Machine sender, Delivery delivery) {
    long sent = world.millis();
    Long channel = delivery.channelId();
    Habit habit = channel == null ? Habit.ANSWERS : habit(channel.intValue());
    return sender.ask(
        500 + world.random.nextInt(40_000),
        process,
        () -> answer(habit, delivery, new Reception(sender, sent, habit == Habit.ANSWERS)));
  }

  private Habit habit(int channel) {
    return calm || world.random.nextInt(4) > 0 ? Habit.ANSWERS : Habit.values()[channel];
  }

  private Future<DeliveryResult> answer(Habit habit, Delivery delivery, Reception reception) {
    DeliveryResult thanks = new DeliveryResult(DeliveryResult.Outcome.DELIVERED, 200, "OK", null);
    switch (habit) {
      case FAILS -> {
        return Future.succeededFuture(
            new DeliveryResult(DeliveryResult.Outcome.RETRY, 503, "Busy", null));
      }
      case HANGS -> {
        if (world.random.nextBoolean()) {
          accept(delivery, reception);
        }
        return Promise.<DeliveryResult>promise().future();
      }
      case ANSWERS_LATE -> {
        accept(delivery, reception);
        Promise<DeliveryResult> later = Promise.promise();
        process.after(10_000 + world.random.nextInt(15_000), () -> later.complete(thanks));
        return later.future();
      }
      case ANSWER_LOST -> {
        accept(delivery, reception);
        return Future.failedFuture("connection reset");
      }
      case ANSWERS -> {
        accept(delivery, reception);
        return Future.succeededFuture(thanks);
      }
    }
    throw new AssertionError(habit);
  }

  private void accept(Delivery delivery, Reception reception) {
    Reception before = log.put(delivery.id(), reception);
    if (before == null) {
      return;
    }
    repeats++;
    Reception first = before.sent() <= reception.sent() ? before : reception;
    boolean excused =
        !first.answered()
            || first.sender().isTroubledSince(first.sent())
            || database.isTroubledSince(first.sent())
            || world.isClockSteppedSince(first.sent());
    if (!excused) {
      violations.add("told twice without need: " + delivery + " " + before + " " + reception);
    }
  }
}
