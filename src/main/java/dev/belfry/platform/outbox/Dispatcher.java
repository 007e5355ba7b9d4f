package dev.belfry.platform.outbox;

import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims messages from the outbox and sends them, with a bound on attempts in total, in each lane
 * and for each audience. A message is closed only after its receiver's answer. If an instance dies
 * before it stores the answer, the claim runs out and the message is sent again with the same id.
 * Confined to one thread.
 */
public final class Dispatcher {
  /** Milliseconds that an attempt may take. */
  public static final long ATTEMPT_MILLIS = 10_000;

  /** Milliseconds for which a claim holds. */
  public static final long LEASE_MILLIS = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final long POLL_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 250;

  /** A claim of so many leaves more; behind fewer, which are sent first, is looked soon. */
  private static final int MANY = 16;

  private static final long LOOK_AGAIN_MILLIS = 10;
  private static final long SLOW_NANOS = 2_000_000_000L;
  private static final long NANOS = 1_000_000;

  private final Outbox outbox;
  private final Timers timers;
  private final Sender sender;
  private final BackOffPlan plan;
  private final Lanes lanes;
  private final DeliveryListener listener;
  private final Map<UUID, DeliveryAttempt> underWay = new HashMap<>();
  private boolean claiming;
  private boolean woken;
  private boolean away;
  private boolean stopped;
  private @Nullable Promise<Void> idle;

  /**
   * How many attempts may be under way.
   *
   * @param total in all lanes
   * @param perLane in one lane
   * @param perAudience to alert channels, and to subscribers; the rest of the total is the other's
   * @param perAccount of one account to alert channels, and as many to subscribers; fewer when many
   *     are under way ({@link ClaimLimits#share})
   */
  public record Limits(int total, int perLane, int perAudience, int perAccount) {}

  /** Creates a dispatcher that has not started. */
  public Dispatcher(
      Outbox outbox,
      Timers timers,
      Sender sender,
      BackOffPlan plan,
      Limits limits,
      DeliveryListener listener) {
    this.outbox = outbox;
    this.timers = timers;
    this.sender = sender;
    this.plan = plan;
    this.lanes = new Lanes(limits);
    this.listener = listener;
  }

  /** Claims messages now and every two seconds. */
  public void start() {
    if (!stopped) {
      wake();
      timers.after(POLL_MILLIS, this::start);
    }
  }

  /** Claims messages now, since there may be new ones. */
  public void wake() {
    woken = true;
    if (claiming || stopped || lanes.isFull()) {
      return;
    }
    woken = false;
    claiming = true;
    long asked = timers.nanos();
    outbox
        .claim(lanes.claimLimits())
        .onComplete(
            claimed -> {
              claiming = false;
              if (claimed.succeeded()) {
                onClaimed(claimed.result(), asked);
              } else {
                onClaimFailed(claimed.cause());
              }
              completeIfIdle();
            });
  }

  /** The number of attempts under way. */
  public int inFlight() {
    return lanes.inFlight();
  }

  /**
   * Claims no more messages. Completes when no attempt is under way; after the grace the rest is
   * released and sent by another instance. The future never fails.
   */
  public Future<Void> stop(long graceMillis) {
    stopped = true;
    Promise<Void> promise = Promise.promise();
    idle = promise;
    timers.after(graceMillis, this::releaseRest);
    completeIfIdle();
    return promise.future();
  }

  /** Stops at once and releases nothing, as a crash would. */
  public void crash() {
    stopped = true;
    underWay.clear();
  }

  private void onClaimed(List<Delivery> deliveries, long asked) {
    if (away) {
      away = false;
      LOG.info("Claiming deliveries from the database works again");
    }
    boolean late = timers.nanos() - asked > (LEASE_MILLIS - ATTEMPT_MILLIS) * NANOS;
    if (!deliveries.isEmpty() && (stopped || late)) {
      outbox
          .release(deliveries)
          .onFailure(lost -> LOG.debug("Cannot release deliveries; their claims run out", lost));
    } else {
      deliveries.forEach(this::begin);
    }
    if (woken || deliveries.size() >= MANY) {
      wake();
    } else if (!deliveries.isEmpty()) {
      timers.after(LOOK_AGAIN_MILLIS, this::wake);
    }
  }

  private void onClaimFailed(Throwable cause) {
    if (!away && !stopped) {
      away = true;
      LOG.warn("Cannot claim deliveries from the database; retrying: {}", cause.toString());
    }
    claiming = true; // Until the pause is over, so that polls do not add up.
    timers.after(
        PAUSE_MILLIS,
        () -> {
          claiming = false;
          wake();
          completeIfIdle();
        });
  }

  private void begin(Delivery delivery) {
    DeliveryAttempt known = underWay.get(delivery.id());
    if (known != null) {
      known.onClaimedAgain(delivery);
      return;
    }
    DeliveryAttempt attempt = new DeliveryAttempt(delivery, timers.nanos());
    underWay.put(delivery.id(), attempt);
    lanes.enter(delivery);
    timers.after(
        ATTEMPT_MILLIS,
        () ->
            onResult(
                attempt,
                DeliveryResult.retry("No answer within " + ATTEMPT_MILLIS / 1_000 + " s")));
    send(delivery)
        .onComplete(
            sent ->
                onResult(
                    attempt,
                    sent.succeeded()
                        ? sent.result()
                        : DeliveryResult.retry(String.valueOf(sent.cause()))));
  }

  private Future<DeliveryResult> send(Delivery delivery) {
    try {
      return sender.send(delivery);
    } catch (RuntimeException e) {
      LOG.error("Sending delivery {} failed with a defect; retrying later", delivery.id(), e);
      return Future.failedFuture(e);
    }
  }

  private void onResult(DeliveryAttempt attempt, DeliveryResult result) {
    if (attempt.onResult(result)) {
      if (isUnderWay(attempt)) {
        updateLane(attempt, result);
        store(attempt, result, waitMillis(attempt, result));
      }
    } else if (result.outcome() == DeliveryResult.Outcome.DELIVERED && !isUnderWay(attempt)) {
      // The attempt had timed out. Closing the message now saves another, unless it is claimed
      // again.
      outbox
          .close(attempt.delivery(), result)
          .onSuccess(outcome -> listener.onAttemptEnded(attempt.delivery(), result, outcome))
          .onFailure(
              lost -> LOG.debug("Cannot store a late answer; the message is sent again", lost));
    }
  }

  private void updateLane(DeliveryAttempt attempt, DeliveryResult result) {
    String lane = attempt.delivery().lane();
    if (result.outcome() == DeliveryResult.Outcome.DELIVERED) {
      if (lanes.trust(lane)) {
        wake();
      }
    } else if (result.receipt() == null && timers.nanos() - attempt.begun() > SLOW_NANOS) {
      lanes.suspect(lane); // With a receipt a part of the receivers have it.
    }
  }

  private long waitMillis(DeliveryAttempt attempt, DeliveryResult result) {
    return result.outcome() == DeliveryResult.Outcome.RETRY
        ? plan.waitMillis(attempt.delivery().attempts(), result.after())
        : 0;
  }

  /** Stores a result. The attempt keeps its place until then, so an outage stops the sending. */
  private void store(DeliveryAttempt attempt, DeliveryResult result, long wait) {
    if (!isUnderWay(attempt)) {
      return;
    }
    Delivery delivery = attempt.delivery();
    Future<AttemptOutcome> stored =
        switch (result.outcome()) {
          case DELIVERED -> outbox.close(delivery, result);
          case RETRY -> outbox.retry(delivery, result, wait);
          case FAILED -> outbox.giveUp(delivery, result);
        };
    stored
        .onSuccess(
            outcome -> {
              if (outcome.state() == AttemptOutcome.State.LOST
                  && attempt.delivery().claim() != delivery.claim()) {
                store(attempt, result, wait); // Lost to our own newer claim.
              } else {
                finish(attempt, result, outcome, wait);
              }
            })
        .onFailure(failure -> timers.after(PAUSE_MILLIS, () -> store(attempt, result, wait)));
  }

  private void finish(
      DeliveryAttempt attempt, DeliveryResult result, AttemptOutcome outcome, long wait) {
    Delivery delivery = attempt.delivery();
    if (!underWay.remove(delivery.id(), attempt)) {
      return;
    }
    listener.onAttemptEnded(delivery, result, outcome);
    if (lanes.leave(delivery)) {
      wake();
    }
    if (outcome.state() == AttemptOutcome.State.PENDING && wait < POLL_MILLIS) {
      timers.after(wait, this::wake);
    }
    completeIfIdle();
  }

  private boolean isUnderWay(DeliveryAttempt attempt) {
    return underWay.get(attempt.delivery().id()) == attempt;
  }

  private void releaseRest() {
    List<Delivery> rest = underWay.values().stream().map(DeliveryAttempt::delivery).toList();
    if (rest.isEmpty()) {
      return;
    }
    LOG.warn(
        "Stopping with {} deliveries under way; releasing them for other instances", rest.size());
    underWay.clear();
    outbox
        .release(rest)
        .onComplete(released -> Optional.ofNullable(idle).ifPresent(Promise::tryComplete));
  }

  private void completeIfIdle() {
    if (idle != null && underWay.isEmpty() && !claiming) {
      idle.tryComplete();
    }
  }
}
