package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a job is done that can be woken. */
class WakeableJobTest {
  private static final Duration NEVER = Duration.ofHours(1);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final BlockingQueue<Promise<Duration>> rounds = new LinkedBlockingQueue<>();
  private final WakeableJob job = new WakeableJob(vertx, this::round, stopped::get);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private Future<Duration> round() {
    Promise<Duration> promise = Promise.promise();
    rounds.add(promise);
    return promise.future();
  }

  private Promise<Duration> begun() throws InterruptedException {
    Promise<Duration> round = rounds.poll(20, TimeUnit.SECONDS);
    if (round == null) {
      throw new AssertionError("no round has begun");
    }
    return round;
  }

  @Test
  void isDoneWhenItIsWokenHoweverLongItsPauseIs() throws InterruptedException {
    job.wake();
    begun().complete(NEVER);
    job.wake();
    begun().complete(NEVER);
    job.wake();
    begun();
    assertThat(rounds).isEmpty();
  }

  @Test
  void isDoneAgainAfterItsPause() throws InterruptedException {
    job.wake();
    begun().complete(Duration.ofMillis(1));
    begun().complete(Duration.ofMillis(1));
    begun();
  }

  @Test
  void isDoneOnceMoreWhenItWasWokenMeanwhile() throws InterruptedException {
    job.wake();
    Promise<Duration> first = begun();
    job.wake();
    job.wake();
    assertThat(rounds).as("one round at a time").isEmpty();
    first.complete(NEVER);
    begun().complete(NEVER);
    job.wake();
    begun();
    assertThat(rounds).isEmpty();
  }

  @Test
  void isNotDoneOnceItsRunnerHasStopped() throws InterruptedException {
    job.wake();
    begun().complete(Duration.ofMillis(1));
    Promise<Duration> last = begun();
    stopped.set(true);
    job.wake();
    last.complete(Duration.ofMillis(1));
    vertx.timer(20, TimeUnit.MILLISECONDS).await();
    assertThat(rounds).isEmpty();
  }
}
