package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private static final DeliveryResult DELIVERED =
      new DeliveryResult(Outcome.DELIVERED, 200, "OK", null);
  private static final DeliveryResult RETRY = new DeliveryResult(Outcome.RETRY, 503, "busy", null);

  private final FakeTimers timers = new FakeTimers();
  private final FakeOutbox outbox = new FakeOutbox(timers);
  private final List<Sent> sent = new ArrayList<>();
  private final List<AttemptOutcome.State> told = new ArrayList<>();
  private final Dispatcher dispatcher = dispatcher(8, 3);

  private record Sent(Delivery delivery, Promise<DeliveryResult> answer) {
    UUID id() {
      return delivery.id();
    }
  }

  private Dispatcher dispatcher(int total, int perLane) {
    return new Dispatcher(
        outbox,
        timers,
        this::send,
        new BackOffPlan(new Random(1)),
        new Dispatcher.Limits(total, perLane, total, total),
        (delivery, result, outcome) -> told.add(outcome.state()));
  }

  private Future<DeliveryResult> send(Delivery delivery) {
    Promise<DeliveryResult> answer = Promise.promise();
    sent.add(new Sent(delivery, answer));
    return answer.future();
  }

  @Test
  void closesWhatItsReceiverAcknowledgedAndSendsItOnce() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    assertThat(message.state).isEqualTo(AttemptOutcome.State.PENDING);
    sent.get(0).answer().complete(DELIVERED);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DELIVERED);
    timers.pass(60_000);
    assertThat(sent).hasSize(1);
    assertThat(told).containsExactly(AttemptOutcome.State.DELIVERED);
  }

  @Test
  void findsWhatNobodyToldItOfWithinTwoSeconds() {
    dispatcher.start();
    outbox.add("a");
    timers.pass(2_000);
    assertThat(sent).hasSize(1);
  }

  @Test
  void sendsAtOnceWhenWoken() {
    dispatcher.start();
    outbox.add("a");
    dispatcher.wake();
    assertThat(sent).hasSize(1);
  }

  @Test
  void triesAgainUnderTheSameIdAfterARefusal() {
    outbox.add("a");
    dispatcher.start();
    sent.get(0).answer().complete(RETRY);
    timers.pass(1_000);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1).id()).isEqualTo(sent.get(0).id());
    assertThat(sent.get(1).delivery().attempts()).isEqualTo(2);
  }

  @Test
  void waitsAsLongAsTheReceiverAsked() {
    outbox.add("a");
    dispatcher.start();
    sent.get(0)
        .answer()
        .complete(new DeliveryResult(Outcome.RETRY, 429, "slowly", Duration.ofSeconds(30)));
    timers.pass(29_000);
    assertThat(sent).hasSize(1);
    timers.pass(4_000);
    assertThat(sent).hasSize(2);
  }

  @Test
  void aSenderThatFailsOrThrowsIsTriedAgain() {
    outbox.add("a");
    dispatcher.start();
    sent.get(0).answer().fail("reset");
    assertThat(outbox.messages.values())
        .allSatisfy(one -> assertThat(one.answer).contains("reset"));
    timers.pass(1_000);
    assertThat(sent).hasSize(2);
  }

  @Test
  void whatCannotBeDeliveredIsDeadAtOnce() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    sent.get(0).answer().complete(new DeliveryResult(Outcome.FAILED, 0, "No mail", null));
    timers.pass(60_000);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DEAD);
    assertThat(message.answer).isEqualTo("No mail");
    assertThat(sent).hasSize(1);
  }

  @Test
  void isDeadAfterADayOfRefusals() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    for (int seen = 0; message.state == AttemptOutcome.State.PENDING; ) {
      for (; seen < sent.size(); seen++) {
        sent.get(seen).answer().complete(RETRY);
      }
      timers.pass(1_000);
    }
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DEAD);
    assertThat(timers.millis()).isBetween(84_000_000L, 86_500_000L);
    assertThat(sent).hasSizeBetween(90, 400);
    assertThat(told).endsWith(AttemptOutcome.State.PENDING, AttemptOutcome.State.DEAD);
  }

  @Test
  void aHangingReceiverTakesOnlyThePlacesOfItsLane() {
    IntStream.range(0, 20).forEach(i -> outbox.add("hangs"));
    outbox.add("well");
    dispatcher.start();
    assertThat(sent).hasSize(4);
    assertThat(sent.get(3).delivery().lane()).isEqualTo("well");
    assertThat(dispatcher.inFlight()).isEqualTo(4);
  }

  @Test
  void aLaneThatHangsKeepsOnePlaceUntilSomethingIsDelivered() {
    IntStream.range(0, 20).forEach(i -> outbox.add("hangs"));
    dispatcher.start();
    assertThat(dispatcher.inFlight()).isEqualTo(3);
    timers.pass(Dispatcher.ATTEMPT_MILLIS);
    assertThat(dispatcher.inFlight()).isEqualTo(1);
    sent.get(sent.size() - 1).answer().complete(DELIVERED);
    assertThat(dispatcher.inFlight()).isEqualTo(3);
  }

  @Test
  void neverHasMoreUnderWayThanItMay() {
    IntStream.range(0, 20).forEach(i -> outbox.add("lane " + i));
    dispatcher.start();
    assertThat(dispatcher.inFlight()).isEqualTo(8);
    sent.get(0).answer().complete(DELIVERED);
    assertThat(dispatcher.inFlight()).isEqualTo(8);
    assertThat(sent).hasSize(9);
  }

  @Test
  void takesItBackFromAReceiverThatDoesNotAnswerInTime() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    timers.pass(Dispatcher.ATTEMPT_MILLIS);
    assertThat(message.answer).isEqualTo("No answer within 10 s");
    timers.pass(2_000);
    assertThat(sent).hasSize(2);
  }

  @Test
  void anAnswerThatComesTooLateStillClosesWhatNobodyElseHas() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    timers.pass(Dispatcher.ATTEMPT_MILLIS);
    sent.get(0).answer().complete(DELIVERED);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DELIVERED);
  }

  @Test
  void onlyTheNewestClaimCloses() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    Promise<DeliveryResult> first = sent.get(0).answer();
    timers.pass(Dispatcher.ATTEMPT_MILLIS + 2_000);
    assertThat(sent).hasSize(2);
    first.complete(DELIVERED);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.PENDING);
    sent.get(1).answer().complete(DELIVERED);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DELIVERED);
  }

  @Test
  void twoDispatchersNeverHaveTheSameMessageUnderWay() {
    IntStream.range(0, 6).forEach(i -> outbox.add("lane " + i));
    Dispatcher other = dispatcher(8, 3);
    dispatcher.start();
    other.start();
    timers.pass(9_000);
    assertThat(sent.stream().map(Sent::id)).doesNotHaveDuplicates().hasSize(6);
  }

  @Test
  void whatACrashLeftIsSentByAnotherUnderTheSameIdWhenTheLeaseIsOver() {
    outbox.add("a");
    dispatcher.start();
    Dispatcher other = dispatcher(8, 3);
    other.start();
    dispatcher.crash();
    sent.get(0).answer().complete(DELIVERED);
    timers.pass(Dispatcher.LEASE_MILLIS - 2_000);
    assertThat(sent).hasSize(1);
    timers.pass(4_000);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1).id()).isEqualTo(sent.get(0).id());
    assertThat(told).isEmpty();
  }

  @Test
  void anAnswerThatCannotBeNotedIsNotedWhenTheDatabaseIsBack() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    outbox.away = true;
    sent.get(0).answer().complete(DELIVERED);
    timers.pass(5_000);
    assertThat(dispatcher.inFlight()).isEqualTo(1);
    outbox.away = false;
    timers.pass(300);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DELIVERED);
    assertThat(sent).hasSize(1);
  }

  @Test
  void itsOwnNewerClaimOfWhatWasAnsweredIsClosedWithoutSendingAgain() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    outbox.away = true;
    sent.get(0).answer().complete(DELIVERED);
    timers.pass(Dispatcher.LEASE_MILLIS + 10);
    outbox.away = false;
    timers.pass(3_000);
    assertThat(message.state).isEqualTo(AttemptOutcome.State.DELIVERED);
    assertThat(sent).hasSize(1);
  }

  @Test
  void waitsForADatabaseThatIsAwayAndGoesOn() {
    outbox.away = true;
    outbox.add("a");
    dispatcher.start();
    timers.pass(60_000);
    assertThat(sent).isEmpty();
    outbox.away = false;
    timers.pass(300);
    assertThat(sent).hasSize(1);
    assertThat(outbox.claims).isLessThan(600);
  }

  @Test
  void aStopWaitsForWhatIsUnderWay() {
    outbox.add("a");
    dispatcher.start();
    Future<Void> stopped = dispatcher.stop(5_000);
    outbox.add("b");
    dispatcher.wake();
    assertThat(stopped.isComplete()).isFalse();
    sent.get(0).answer().complete(DELIVERED);
    assertThat(stopped.succeeded()).isTrue();
    assertThat(sent).hasSize(1);
  }

  @Test
  void aStopGivesBackWhatHasNotEndedWhenTheGraceIsOver() {
    FakeOutbox.Message message = outbox.add("a");
    dispatcher.start();
    Future<Void> stopped = dispatcher.stop(5_000);
    timers.pass(5_000);
    assertThat(stopped.succeeded()).isTrue();
    assertThat(message.claimedUntil).isZero();
    assertThat(message.state).isEqualTo(AttemptOutcome.State.PENDING);
  }

  @Test
  void aStopWithNothingUnderWayIsImmediate() {
    dispatcher.start();
    assertThat(dispatcher.stop(5_000).succeeded()).isTrue();
  }
}
