package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.testing.FakeTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** What people wait for does not linger. */
class UrgentResultsTest {
  private final FakeTimers timers = new FakeTimers();
  private final FakeRunStore store = new FakeRunStore();
  private final EngineClock clock = new EngineClock(timers::nanos);
  private final ResultWriter writer =
      new ResultWriter(
          store,
          timers,
          clock,
          new FakeMembership(42),
          new OwnedShards(clock),
          batch -> {},
          new RunMetrics(new SimpleMeterRegistry()),
          10_000);

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      writer.batch().add(RunSamples.result(1, i));
    }
  }

  @Test
  void whatIsUrgentIsWrittenAtOnceWhenItIsQuiet() {
    writer.start();
    timers.pass(10);
    add(2);
    writer.flushSoon();
    assertThat(store.writes).hasSize(1);
    assertThat(store.last().batch().results).hasSize(2);
    store.last().answer().complete(true);
    add(1);
    timers.pass(39);
    assertThat(store.writes).as("nothing urgent in it").hasSize(1);
  }

  @Test
  void whatIsUrgentWhenItIsNotQuietSharesBatches() {
    writer.start();
    writer.flushSoon();
    add(1);
    writer.flushSoon();
    assertThat(store.writes).hasSize(1);
    add(1);
    writer.flushSoon();
    timers.pass(5);
    store.last().answer().complete(true);
    assertThat(store.writes).as("the last one has only just begun").hasSize(1);
    add(1);
    writer.flushSoon();
    timers.pass(15);
    assertThat(store.writes).hasSize(2);
    assertThat(store.last().batch().results).hasSize(2);
    store.last().answer().complete(true);
    timers.pass(1_000);
    assertThat(store.writes).hasSize(2);
  }
}
