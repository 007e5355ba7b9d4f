package dev.belfry.engine.run.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.CatchUpPlan.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatchUpPlanTest {
  /** After every slot that the property below makes: 50 s, and three versions with their pauses. */
  private static final long LATEST = 500_000;

  private static final ScheduleVersion EVERY_MINUTE =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 60_000, 7_000);

  private static CatchUpPlan plan(long after, long now, Long... done) {
    return CatchUpPlan.of(List.of(new Pending(EVERY_MINUTE, after)), List.of(done), now);
  }

  @Test
  void nothingIsOpenWhenAllIsAccountedFor() {
    assertThat(plan(67_000, 100_000))
        .isEqualTo(new CatchUpPlan(List.of(), ScheduleVersion.NEVER, 127_000));
  }

  @Test
  void theNewestIsMadeLateAndTheOthersAreMissed() {
    assertThat(plan(66_999, 250_000))
        .isEqualTo(
            new CatchUpPlan(List.of(new MissedRange(67_000, 187_000, 60_000)), 247_000, 307_000));
  }

  @Test
  void theNewestIsMissedTooWhenItIsTooLateForIt() {
    assertThat(plan(66_999, 258_000))
        .isEqualTo(
            new CatchUpPlan(
                List.of(new MissedRange(67_000, 247_000, 60_000)), ScheduleVersion.NEVER, 307_000));
  }

  @Test
  void whatHasAResultIsLeftOut() {
    assertThat(plan(66_999, 250_000, 127_000L, 247_000L).missed())
        .containsExactly(
            new MissedRange(67_000, 67_000, 60_000), new MissedRange(187_000, 187_000, 60_000));
  }

  @Test
  void whatTheFormerOwnerHasDoneAheadOfOurClockIsNotRepeated() {
    assertThat(plan(66_999, 126_000, 127_000L, 187_000L, 187_001L))
        .isEqualTo(
            new CatchUpPlan(
                List.of(new MissedRange(67_000, 67_000, 60_000)), ScheduleVersion.NEVER, 247_000));
  }

  @Test
  void aRunByHandStandsForNoTimeOfTheSchedule() {
    assertThat(plan(66_999, 190_000, 127_001L).missed())
        .containsExactly(new MissedRange(67_000, 127_000, 60_000));
  }

  @Test
  void aClosedVersionIsAccountedForToItsEndThoughTheDatabaseIsAhead() {
    ScheduleVersion atOnce = new ScheduleVersion(100_005, 100_006, 60_000, 40_005);
    ScheduleVersion regular = new ScheduleVersion(100_006, ScheduleVersion.OPEN, 60_000, 7_000);
    assertThat(
            CatchUpPlan.of(
                List.of(new Pending(atOnce, 100_004), new Pending(regular, 100_005)),
                List.of(),
                100_000))
        .isEqualTo(new CatchUpPlan(List.of(), 100_005, 127_000));
  }

  @Test
  void whatIsPausedHasItsPastAccountedForAndNoFuture() {
    ScheduleVersion closed = new ScheduleVersion(0, 200_000, 60_000, 7_000);
    CatchUpPlan plan = CatchUpPlan.of(List.of(new Pending(closed, 100_000)), List.of(), 190_000);
    assertThat(plan)
        .isEqualTo(
            new CatchUpPlan(
                List.of(new MissedRange(127_000, 187_000, 60_000)),
                ScheduleVersion.NEVER,
                ScheduleVersion.NEVER));
  }

  @ParameterizedTest(name = "{0} ms late with a period of {1} ms is too late: {2}")
  @CsvSource({
    "10000, 10000, false",
    "10001, 10000, true",
    "10000, 60000, false",
    "10001, 60000, true",
    "30000, 300000, false",
    "30001, 300000, true",
    "8640000, 86400000, false",
    "8640001, 86400000, true",
  })
  void tooLateIsATenthOfThePeriodAndAtLeastTenSeconds(long late, long period, boolean tooLate) {
    assertThat(CatchUpPlan.isTooLate(late, period)).isEqualTo(tooLate);
  }

  /** Versions in a row, each with its own watermark, and some of the slots done. */
  @Property(tries = 2_000)
  void missedLateDoneAndNextAreExactlyTheTimesOfTheSchedule(@ForAll Random random) {
    List<Pending> pending = new ArrayList<>();
    long from = random.nextInt(50_000);
    int versions = 1 + random.nextInt(3);
    for (int i = 1; i <= versions; i++) {
      long length = random.nextInt(120_000);
      boolean open = i == versions && random.nextInt(4) > 0;
      long period = 1_000L * (1 + random.nextInt(30));
      ScheduleVersion version =
          new ScheduleVersion(
              from, open ? ScheduleVersion.OPEN : from + length, period, random.nextInt(60_000));
      pending.add(
          new Pending(version, from - 1 + random.nextInt(3) * (long) random.nextInt(40_000)));
      from += length + random.nextInt(2) * (long) random.nextInt(20_000);
    }
    long now = random.nextInt(300_000);
    TreeSet<Long> due = new TreeSet<>();
    TreeSet<Long> coming = new TreeSet<>();
    for (Pending one : pending) {
      for (long t = one.after() + 1; t < LATEST; t++) {
        if (one.version().includes(t) && (t <= now || !one.version().isOpen())) {
          due.add(t);
        } else if (one.version().includes(t)) {
          coming.add(t);
        }
      }
    }
    List<Long> done = new ArrayList<>(due.stream().filter(t -> random.nextInt(3) == 0).toList());
    done.forEach(due::remove);
    while (coming.size() > 1 && random.nextInt(4) == 0) {
      done.add(coming.pollFirst());
    }
    check(CatchUpPlan.of(pending, done, now), pending, due, coming, now);
  }

  private static void check(
      CatchUpPlan plan,
      List<Pending> pending,
      NavigableSet<Long> due,
      NavigableSet<Long> coming,
      long now) {
    List<Long> covered = new ArrayList<>();
    for (MissedRange range : plan.missed()) {
      for (long t = range.first(); t <= range.last(); t += range.period()) {
        covered.add(t);
      }
    }
    assertThat(covered.size())
        .isEqualTo(plan.missed().stream().mapToLong(MissedRange::count).sum());
    if (plan.late() != ScheduleVersion.NEVER) {
      covered.add(plan.late());
      assertThat(plan.late()).isEqualTo(due.last());
      assertThat(plan.next()).isNotEqualTo(ScheduleVersion.NEVER);
      assertThat(now - plan.late()).isLessThanOrEqualTo(10_000);
    }
    assertThat(covered).containsExactlyElementsOf(due);
    boolean open = pending.get(pending.size() - 1).version().isOpen();
    assertThat(plan.next()).isEqualTo(open ? coming.first() : ScheduleVersion.NEVER);
  }
}
