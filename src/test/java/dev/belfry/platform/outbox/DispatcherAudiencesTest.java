package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages to channels and messages to subscribers leave each other places. */
class DispatcherAudiencesTest {
  private final FakeTimers timers = new FakeTimers();
  private final FakeOutbox outbox = new FakeOutbox(timers);
  private final List<Delivery> sent = new ArrayList<>();
  private final List<Promise<DeliveryResult>> answers = new ArrayList<>();
  private final Dispatcher dispatcher =
      new Dispatcher(
          outbox,
          timers,
          this::send,
          new BackOffPlan(new Random(1)),
          new Dispatcher.Limits(8, 3, 6, 6),
          DeliveryListener.NONE);

  private Future<DeliveryResult> send(Delivery delivery) {
    sent.add(delivery);
    Promise<DeliveryResult> answer = Promise.promise();
    answers.add(answer);
    return answer.future();
  }

  private long toChannels() {
    return sent.stream().filter(Delivery::isToChannel).count();
  }

  private void deliver(int index) {
    answers.get(index).complete(new DeliveryResult(Outcome.DELIVERED, 200, "OK", null));
  }

  private void alert() {
    IntStream.range(0, 20).forEach(i -> outbox.add("channel " + i));
  }

  private void announce() {
    IntStream.range(0, 20).forEach(i -> outbox.addToSubscriber("subscriber " + i));
  }

  @Test
  void subscribersWhoHangLeavePlacesForAlerts() {
    announce();
    dispatcher.start();
    assertThat(dispatcher.inFlight()).isEqualTo(6);
    alert();
    dispatcher.wake();
    assertThat(dispatcher.inFlight()).isEqualTo(8);
    assertThat(toChannels()).isEqualTo(2);
    deliver(7);
    assertThat(toChannels()).isEqualTo(3);
  }

  @Test
  void channelsThatHangLeavePlacesForSubscribers() {
    alert();
    dispatcher.start();
    assertThat(dispatcher.inFlight()).isEqualTo(6);
    announce();
    dispatcher.wake();
    assertThat(dispatcher.inFlight()).isEqualTo(8);
    assertThat(toChannels()).isEqualTo(6);
  }

  @Test
  void anAudienceThatWasFullGoesOnWhenAPlaceIsFree() {
    alert();
    dispatcher.start();
    deliver(0);
    assertThat(sent).hasSize(7);
    assertThat(dispatcher.inFlight()).isEqualTo(6);
  }
}
