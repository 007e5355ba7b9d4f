package dev.belfry.platform.outbox;

import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages from the outbox and has them sent, at most so many at once in total and in each
 * lane. A message is closed only after its receiver's answer; whoever falls silent loses it when
 * the lease is over, and it is sent again under the same id. Confined to one thread.
 */
public final class Dispatcher {
  /** How long an attempt may take. */
  public static final long ATTEMPT_MILLIS = 10_000;

  /** How long a message belongs to whoever claimed it. */
  public static final long LEASE_MILLIS = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final long POLL_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 250;
  private static final long SLOW_NANOS = 2_000_000_000L;
  private static final long NANOS = 1_000_000;

  private final Outbox outbox;
  private final Timers timers;
  private final Sender sender;
  private final BackOffPlan plan;
  private final Lanes lanes;
  private final DeliveryListener witness;
  private final Map<UUID, DeliveryAttempt> underWay = new HashMap<>();
  private boolean claiming;
  private boolean woken;
  private boolean away;
  private boolean stopped;
  private @Nullable Promise<Void> idle;

  /**
   * How much is sent at once.
   *
   * @param total messages under way
   * @param perLane of them in one lane
   */
  public record Limits(int total, int perLane) {}

  public Dispatcher(
      Outbox outbox,
      Timers timers,
      Sender sender,
      BackOffPlan plan,
      Limits limits,
      DeliveryListener witness) {
    this.outbox = outbox;
    this.timers = timers;
    this.sender = sender;
    this.plan = plan;
    this.lanes = new Lanes(limits.total(), limits.perLane());
    this.witness = witness;
  }

  /** Begins to look for messages, and looks every two seconds. */
  public void start() {
    if (!stopped) {
      wake();
      timers.after(POLL_MILLIS, this::start);
    }
  }

  /** There may be something to send. */
  public void wake() {
    woken = true;
    if (claiming || stopped || lanes.isFull()) {
      return;
    }
    woken = false;
    claiming = true;
    long asked = timers.nanos();
    outbox
        .claim(lanes.room())
        .onComplete(
            claimed -> {
              claiming = false;
              if (claimed.succeeded()) {
                came(claimed.result(), asked);
              } else {
                failed(claimed.cause());
              }
              completeIfIdle();
            });
  }

  /** Messages that are being sent. */
  public int inFlight() {
    return lanes.inFlight();
  }

  /**
   * Takes no more; completes when what is under way has ended, or after the grace, when the rest is
   * given back.
   */
  public Future<Void> stop(long graceMillis) {
    stopped = true;
    Promise<Void> promise = Promise.promise();
    idle = promise;
    timers.after(graceMillis, this::giveUp);
    completeIfIdle();
    return promise.future();
  }

  /** Ends without a word, as a crash would. */
  public void crash() {
    stopped = true;
    underWay.clear();
  }

  private void came(List<Delivery> deliveries, long asked) {
    if (away) {
      away = false;
      LOG.info("Messages are sent again");
    }
    boolean late = timers.nanos() - asked > (LEASE_MILLIS - ATTEMPT_MILLIS) * NANOS;
    if (!deliveries.isEmpty() && (stopped || late)) {
      outbox.release(deliveries).onFailure(lost -> LOG.debug("Not given back", lost));
    } else {
      deliveries.forEach(this::begin);
    }
    if (woken || !deliveries.isEmpty()) {
      wake();
    }
  }

  private void failed(Throwable cause) {
    if (!away && !stopped) {
      away = true;
      LOG.warn("No messages can be sent, for they cannot be read: {}", cause.toString());
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
      known.renewed(delivery);
      return;
    }
    DeliveryAttempt attempt = new DeliveryAttempt(delivery, timers.nanos());
    underWay.put(delivery.id(), attempt);
    lanes.enter(delivery.lane());
    timers.after(
        ATTEMPT_MILLIS,
        () -> answered(attempt, again("No answer within " + ATTEMPT_MILLIS / 1_000 + " s")));
    send(delivery)
        .onComplete(
            sent ->
                answered(
                    attempt,
                    sent.succeeded() ? sent.result() : again(String.valueOf(sent.cause()))));
  }

  private Future<DeliveryResult> send(Delivery delivery) {
    try {
      return sender.send(delivery);
    } catch (RuntimeException e) {
      LOG.error("Delivery {} could not be sent", delivery.id(), e);
      return Future.failedFuture(e);
    }
  }

  private static DeliveryResult again(String reason) {
    return new DeliveryResult(DeliveryResult.Outcome.RETRY, 0, reason, null);
  }

  private void answered(DeliveryAttempt attempt, DeliveryResult receipt) {
    if (attempt.answered(receipt)) {
      if (isUnderWay(attempt)) {
        note(attempt, receipt);
        settle(attempt, receipt, waitMillis(attempt, receipt));
      }
    } else if (receipt.outcome() == DeliveryResult.Outcome.DELIVERED && !isUnderWay(attempt)) {
      // It was given up for lost; unless somebody else has it by now it need not be sent again.
      outbox
          .close(attempt.delivery(), receipt)
          .onSuccess(ended -> witness.ended(attempt.delivery(), receipt, ended))
          .onFailure(lost -> LOG.debug("A late answer was not noted", lost));
    }
  }

  private void note(DeliveryAttempt attempt, DeliveryResult receipt) {
    String lane = attempt.delivery().lane();
    if (receipt.outcome() == DeliveryResult.Outcome.DELIVERED) {
      if (lanes.trust(lane)) {
        wake();
      }
    } else if (timers.nanos() - attempt.begun() > SLOW_NANOS) {
      lanes.suspect(lane);
    }
  }

  private long waitMillis(DeliveryAttempt attempt, DeliveryResult receipt) {
    return receipt.outcome() == DeliveryResult.Outcome.RETRY
        ? plan.waitMillis(attempt.delivery().attempts(), receipt.after())
        : 0;
  }

  /** Keeps its place until it is written down: a database that is away stops the sending. */
  private void settle(DeliveryAttempt attempt, DeliveryResult receipt, long wait) {
    if (!isUnderWay(attempt)) {
      return;
    }
    Delivery delivery = attempt.delivery();
    Future<AttemptOutcome> written =
        switch (receipt.outcome()) {
          case DELIVERED -> outbox.close(delivery, receipt);
          case RETRY -> outbox.again(delivery, receipt, wait);
          case FAILED -> outbox.dead(delivery, receipt);
        };
    written
        .onSuccess(
            ended -> {
              if (ended.state() == AttemptOutcome.State.LOST
                  && attempt.delivery().claim() != delivery.claim()) {
                settle(attempt, receipt, wait); // Lost to our own newer claim.
              } else {
                ended(attempt, receipt, ended, wait);
              }
            })
        .onFailure(failure -> timers.after(PAUSE_MILLIS, () -> settle(attempt, receipt, wait)));
  }

  private void ended(
      DeliveryAttempt attempt, DeliveryResult receipt, AttemptOutcome ended, long wait) {
    Delivery delivery = attempt.delivery();
    if (!underWay.remove(delivery.id(), attempt)) {
      return;
    }
    witness.ended(delivery, receipt, ended);
    if (lanes.leave(delivery.lane())) {
      wake();
    }
    if (ended.state() == AttemptOutcome.State.PENDING && wait < POLL_MILLIS) {
      timers.after(wait, this::wake);
    }
    completeIfIdle();
  }

  private boolean isUnderWay(DeliveryAttempt attempt) {
    return underWay.get(attempt.delivery().id()) == attempt;
  }

  private void giveUp() {
    List<Delivery> rest = underWay.values().stream().map(DeliveryAttempt::delivery).toList();
    if (rest.isEmpty()) {
      return;
    }
    LOG.warn("{} messages were under way at the end; they are given back", rest.size());
    underWay.clear();
    outbox
        .release(rest)
        .onComplete(
            given -> {
              if (idle != null) {
                idle.tryComplete();
              }
            });
  }

  private void completeIfIdle() {
    if (idle != null && underWay.isEmpty() && !claiming) {
      idle.tryComplete();
    }
  }
}
