package dev.belfry.alerting.delivery;

import dev.belfry.platform.outbox.AttemptOutcome;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryListener;
import dev.belfry.platform.outbox.DeliveryResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** The metrics of deliveries. */
final class DeliveryMetrics implements DeliveryListener {
  private static final double MILLIS = 1_000;

  private final Timer delivered;
  private final Map<String, Counter> ends = new HashMap<>();
  private volatile long waiting;
  private volatile long dead;
  private volatile long announcements;
  private volatile long oldestMillis;

  DeliveryMetrics(MeterRegistry registry) {
    for (Delivery.Kind kind : Delivery.Kind.values()) {
      for (String outcome : new String[] {"DELIVERED", "RETRY", "DEAD", "LOST"}) {
        ends.put(
            kind + outcome,
            Counter.builder("belfry.deliveries")
                .description("Finished delivery attempts by kind and outcome")
                .tag("kind", kind.name())
                .tag("outcome", outcome)
                .register(registry));
      }
    }
    delivered =
        Timer.builder("belfry.deliveries.delay")
            .description("Time from queueing a message to its receiver's acknowledgement")
            .serviceLevelObjectives(
                Duration.ofMillis(25),
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofHours(1))
            .register(registry);
    Gauge.builder("belfry.deliveries.waiting", this, one -> one.waiting)
        .description("Undelivered messages of all instances")
        .register(registry);
    Gauge.builder("belfry.deliveries.dead", this, one -> one.dead)
        .description("Messages of all instances that failed for good within a day")
        .register(registry);
    Gauge.builder("belfry.announcements.waiting", this, one -> one.announcements)
        .description("Incident updates whose messages to subscribers are not all queued")
        .register(registry);
    Gauge.builder("belfry.announcements.age", this, one -> one.oldestMillis / MILLIS)
        .description("Time since the oldest of these updates was posted, 0 for none")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Registers the number of messages in transmission on this instance. */
  void watch(MeterRegistry registry, IntSupplier inFlight) {
    // Held strongly: nothing else holds a method reference, and a gauge of a collected one is NaN.
    Gauge.builder("belfry.deliveries.in.flight", inFlight::getAsInt)
        .description("Messages in transmission on this instance")
        .register(registry);
  }

  /**
   * Sets the counts of the queue.
   *
   * @param announcing incident updates whose messages are not all queued
   * @param oldest milliseconds since the oldest of these updates was posted, 0 for none
   */
  void counted(long nowWaiting, long nowDead, long announcing, long oldest) {
    waiting = nowWaiting;
    dead = nowDead;
    announcements = announcing;
    oldestMillis = oldest;
  }

  @Override
  public void onAttemptEnded(Delivery delivery, DeliveryResult result, AttemptOutcome ended) {
    String outcome = ended.state() == AttemptOutcome.State.PENDING ? "RETRY" : ended.state().name();
    Counter counter = ends.get(delivery.kind() + outcome);
    if (counter != null) {
      counter.increment();
    }
    if (ended.state() == AttemptOutcome.State.DELIVERED) {
      delivered.record(ended.ageMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
