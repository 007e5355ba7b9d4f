package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.testing.FakeTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Batches beside each other promise what one after the other did, whatever the database does. */
class ResultOrderTest {
  private static final int CHECKS = 4;

  @Property(tries = 300)
  void resultsOfACheckKeepTheirOrderAndNoWatermarkPassesAnUnwrittenOne(@ForAll long seed) {
    Course course = new Course(new Random(seed));
    course.run();
    assertThat(course.stored).as("in the order of each check").isEqualTo(course.added);
    assertThat(course.writer.waiting()).isZero();
  }

  @Property(tries = 100)
  void aFlushEndsWhenAllBeforeItIsWritten(@ForAll long seed) {
    Course course = new Course(new Random(seed));
    course.steps(40);
    Set<Long> before = Set.copyOf(course.unwritten);
    Future<Void> flushed = course.writer.flush(List.of(RunSamples.HERE));
    for (int turn = 0; turn < 10_000 && !flushed.isComplete(); turn++) {
      course.steps(1);
    }
    assertThat(flushed.succeeded()).isTrue();
    assertThat(course.unwritten).noneMatch(before::contains);
  }

  /** Results that come, and a database that takes, refuses or delays them, by chance. */
  private static final class Course implements ResultWriter.Progress {
    private final Map<UUID, List<Long>> added = new HashMap<>();
    private final Map<UUID, List<Long>> stored = new HashMap<>();
    private final Set<Long> unwritten = new HashSet<>();
    private final Map<Long, UUID> checks = new HashMap<>();
    private final FakeTimers timers = new FakeTimers();
    private final FakeRunStore store = new FakeRunStore();
    private final OwnedShard shard = RunSamples.shard(0);
    private final Random random;
    private final ResultWriter writer;
    private long slot = 1_000;

    Course(Random random) {
      this.random = random;
      shard.series.put(1, RunSamples.series(1, shard, null, RunSamples.EVERY_TEN_SECONDS));
      writer =
          new ResultWriter(
              store,
              timers,
              new EngineClock(timers::nanos),
              new FakeMembership(42),
              this,
              batch -> {},
              new RunMetrics(new SimpleMeterRegistry()),
              10_000);
      writer.start();
    }

    @Override
    public Collection<OwnedShard> all() {
      return List.of(shard);
    }

    @Override
    public long reached() {
      return slot + 1;
    }

    void run() {
      steps(200);
      for (int turn = 0; turn < 1_000 && writer.waiting() > 0; turn++) {
        answerAll();
        timers.pass(50);
      }
    }

    void steps(int count) {
      for (int step = 0; step < count; step++) {
        switch (random.nextInt(4)) {
          case 0 -> timers.pass(random.nextInt(120));
          case 1 -> answerOne();
          default -> add(random.nextInt(3) == 0);
        }
      }
    }

    private void add(boolean urgent) {
      UUID check = new UUID(1, random.nextInt(CHECKS));
      slot += 1 + random.nextInt(20);
      shard.open(slot);
      unwritten.add(slot);
      checks.put(slot, check);
      added.computeIfAbsent(check, one -> new ArrayList<>()).add(slot);
      ResultBatch batch = writer.batch(check, urgent);
      batch.add(RunSamples.result(1, slot));
      batch.closings.add(new ResultBatch.Closing(shard, slot));
      if (urgent) {
        writer.flushSoon(batch);
      }
    }

    private void answerAll() {
      for (int write = 0; write < store.writes.size(); write++) {
        if (!store.writes.get(write).answer().future().isComplete()) {
          accept(store.writes.get(write));
        }
      }
    }

    private void answerOne() {
      List<FakeRunStore.Write> open =
          store.writes.stream().filter(write -> !write.answer().future().isComplete()).toList();
      if (!open.isEmpty()) {
        FakeRunStore.Write write = open.get(random.nextInt(open.size()));
        if (random.nextInt(4) == 0) {
          write.answer().fail("away");
        } else {
          accept(write);
        }
      }
    }

    private void accept(FakeRunStore.Write write) {
      for (AttemptRow row : write.batch().results) {
        stored.computeIfAbsent(checks.get(row.at()), one -> new ArrayList<>()).add(row.at());
        assertThat(unwritten.remove(row.at())).as("written once").isTrue();
      }
      write
          .batch()
          .watermarks
          .values()
          .forEach(mark -> assertThat(unwritten).allMatch(slot -> slot > mark));
      write.answer().complete(true);
    }
  }
}
