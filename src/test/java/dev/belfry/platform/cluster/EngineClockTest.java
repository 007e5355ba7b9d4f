package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EngineClockTest {
  private static final long EPOCH = 1_800_000_000_000L;

  private long nanos = 77_000_000_000L;
  private final EngineClock clock = new EngineClock(() -> nanos);

  private void pass(long millis) {
    nanos += millis * 1_000_000;
  }

  /** The database answers after some milliseconds; its clock is read halfway. */
  private long observe(long there, long tookMillis) {
    long sent = nanos;
    pass(tookMillis);
    return clock.observe(there, sent);
  }

  @Test
  void itGoesByTheDatabasesClockCarriedOnByTheCounter() {
    assertThat(observe(EPOCH, 10)).as("the first time nothing is set forward").isZero();
    assertThat(clock.now()).isEqualTo(EPOCH + 5);
    pass(1_234);
    assertThat(clock.now()).isEqualTo(EPOCH + 1_239);
  }

  @Test
  void itFollowsAClockThatWasSetForwardAndSaysSo() {
    observe(EPOCH, 0);
    pass(500);
    assertThat(observe(EPOCH + 60_500, 0)).isEqualTo(60_000);
    assertThat(clock.now()).isEqualTo(EPOCH + 60_500);
    pass(500);
    assertThat(observe(EPOCH + 62_000, 0)).as("up to a second is ordinary").isZero();
    assertThat(clock.now()).isEqualTo(EPOCH + 62_000);
  }

  @Test
  void behindAClockThatWasSetBackItRunsATenthSlowerAndNeverBack() {
    observe(EPOCH, 0);
    long before = clock.now();
    long database = EPOCH - 1_000;
    for (int beat = 1; beat <= 20; beat++) {
      pass(500);
      database += 500;
      assertThat(observe(database, 0)).isZero();
      assertThat(clock.now() - before).isEqualTo(450);
      before = clock.now();
    }
    assertThat(clock.now()).as("they agree again").isEqualTo(database);
    pass(500);
    observe(database + 500, 0);
    assertThat(clock.now()).isEqualTo(database + 500);
  }

  @Test
  void itIgnoresAnAnswerThatTookTooLong() {
    observe(EPOCH, 0);
    assertThat(observe(EPOCH + 30_000, 201)).isZero();
    assertThat(clock.now()).isEqualTo(EPOCH + 201);
  }

  @Test
  void theFirstAnswerCountsHoweverLongItTook() {
    observe(EPOCH, 1_000);
    assertThat(clock.now()).isEqualTo(EPOCH + 500);
  }

  @Test
  void itGoesOnFromTheRunsThatAreRecorded() {
    observe(EPOCH, 0);
    assertThat(clock.goOnFrom(EPOCH + 1_000)).as("up to a second is ordinary").isZero();
    assertThat(clock.now()).isEqualTo(EPOCH);
    assertThat(clock.goOnFrom(EPOCH + 3_600_000)).isEqualTo(3_600_000);
    pass(500);
    assertThat(observe(EPOCH + 500, 0)).isZero();
    assertThat(clock.now()).as("a tenth slower").isEqualTo(EPOCH + 3_600_450);
  }

  @Property(tries = 200)
  void itNeverGoesBackWhateverTheDatabaseSays(@ForAll Random random) {
    long[] counter = {0};
    EngineClock watched = new EngineClock(() -> counter[0]);
    watched.observe(EPOCH, 0);
    long last = watched.now();
    for (int i = 0; i < 200; i++) {
      long sent = counter[0];
      counter[0] += random.nextInt(300_000_000);
      watched.observe(EPOCH + counter[0] / 1_000_000 + random.nextInt(20_000) - 10_000, sent);
      long now = watched.now();
      assertThat(now).isGreaterThanOrEqualTo(last);
      last = now;
    }
  }
}
