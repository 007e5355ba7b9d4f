package dev.belfry.engine.run.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
  private static final long TICK = TimerWheel.TICK_MILLIS;
  private static final long START = 1_800_000_000_000L;
  private static final long DAY = 86_400_000;

  private final TimerWheel wheel = new TimerWheel(START);
  private final List<TimerEntry> given = new ArrayList<>();

  private static final class Thing extends TimerEntry {
    Thing(long due) {
      this.due = due;
    }
  }

  private Thing add(long due) {
    Thing thing = new Thing(due);
    wheel.add(thing);
    return thing;
  }

  @Test
  void whatIsDueComesWhenItsTickHasPassedWholly() {
    Thing thing = add(START + 10);
    wheel.advance(START + 11, given::add);
    assertThat(given).isEmpty();
    wheel.advance(START + 12, given::add);
    assertThat(given).containsExactly(thing);
    wheel.advance(START + DAY, given::add);
    assertThat(given).hasSize(1);
    assertThat(wheel.size()).isZero();
  }

  @Test
  void whatIsOverdueComesWithTheNextTick() {
    Thing thing = add(0);
    wheel.advance(START, given::add);
    assertThat(given).isEmpty();
    wheel.advance(START + TICK, given::add);
    assertThat(given).containsExactly(thing);
  }

  @Test
  void whatIsDueInDaysWaitsThroughManyRevolutions() {
    Thing thing = add(START + 3 * DAY);
    for (long now = START; now <= START + 3 * DAY; now += 60_000) {
      wheel.advance(now, given::add);
    }
    assertThat(given).isEmpty();
    wheel.advance(START + 3 * DAY + TICK, given::add);
    assertThat(given).containsExactly(thing);
  }

  @Test
  void aJumpGivesBackEverythingThatIsDueAndNothingElse() {
    Thing soon = add(START + 1);
    Thing later = add(START + 2 * DAY - 1);
    Thing after = add(START + 2 * DAY + 1_000);
    Thing never = add(ScheduleVersion.NEVER);
    wheel.advance(START + 2 * DAY, given::add);
    assertThat(given).containsExactlyInAnyOrder(soon, later).doesNotContain(after, never);
    assertThat(wheel.reached()).isEqualTo(START + 2 * DAY);
  }

  @Test
  void aClockThatGoesBackChangesNothing() {
    wheel.advance(START + 1_000, given::add);
    Thing thing = add(START + 1_500);
    wheel.advance(START - DAY, given::add);
    assertThat(wheel.reached()).isEqualTo(START + 1_000);
    wheel.advance(START + 1_500 + TICK, given::add);
    assertThat(given).containsExactly(thing);
  }

  @Test
  void whatIsCancelledNeverComesAndIsLetGoWithinARevolution() {
    Thing thing = add(START + 30 * DAY);
    thing.cancelled = true;
    wheel.advance(START + TICK * (1 << 14) + TICK, given::add);
    assertThat(given).isEmpty();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void whatIsAddedWhileGivingBackTakesItsTurn() {
    add(START + 2);
    List<Long> times = new ArrayList<>();
    wheel.advance(
        START + 100,
        entry -> {
          times.add(entry.due);
          entry.due += 30;
          wheel.add(entry);
        });
    assertThat(times).containsExactly(START + 2, START + 32, START + 62, START + 92);
    assertThat(wheel.size()).isEqualTo(1);
  }

  /** Adds, cancels, lets time pass and jump either way; a plain map says what should be there. */
  @Property(tries = 300)
  void whatIsAddedComesBackOnceNeverEarlyAndAtMostATickLate(@ForAll Random random) {
    TimerWheel turning = new TimerWheel(START);
    Map<TimerEntry, Long> expected = new HashMap<>();
    long now = START;
    long latest = START;
    for (int step = 0; step < 60; step++) {
      for (int i = random.nextInt(6); i > 0; i--) {
        put(turning, expected, new Thing(now + ahead(random)));
      }
      if (random.nextInt(4) == 0 && !expected.isEmpty()) {
        TimerEntry victim = expected.keySet().iterator().next();
        victim.cancelled = true;
        expected.remove(victim);
      }
      now += passed(random);
      latest = Math.max(latest, now);
      long limit = now;
      turning.advance(
          now,
          entry -> {
            assertThat(expected.remove(entry)).as("known, and for the first time").isNotNull();
            assertThat(entry.due).as("not early").isLessThanOrEqualTo(limit);
            if (random.nextInt(3) == 0) {
              entry.due += ahead(random);
              put(turning, expected, entry);
            }
          });
      long past = latest;
      assertThat(expected.values()).allMatch(since -> since + TICK > past);
      assertThat(turning.reached()).isBetween(past - TICK + 1, past);
      assertThat(turning.size()).isGreaterThanOrEqualTo(expected.size());
    }
  }

  private static void put(TimerWheel wheel, Map<TimerEntry, Long> expected, TimerEntry thing) {
    expected.put(thing, Math.max(thing.due, wheel.reached()));
    wheel.add(thing);
  }

  private static long ahead(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(300) - 150;
      case 1 -> random.nextInt(70_000);
      case 2 -> random.nextInt((int) DAY);
      default -> random.nextInt(60);
    };
  }

  private static long passed(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> random.nextInt((int) DAY);
      case 1 -> -random.nextInt(5_000);
      case 2 -> 65_000 + random.nextInt(1_000);
      default -> random.nextInt(40);
    };
  }
}
