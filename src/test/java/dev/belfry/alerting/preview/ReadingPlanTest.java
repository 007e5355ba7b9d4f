package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReadingPlanTest {
  private static final long HOUR = ReadingPlan.HOUR;
  private static final long BEFORE = CheckReplay.LONGEST_RUN_MILLIS;

  private static ReadingPlan plan(long hours, long summed, Long... notable) {
    return new ReadingPlan(0, hours * HOUR, new TreeSet<>(List.of(notable)), summed * HOUR);
  }

  @Test
  void readsNothingWhereEveryRunPassed() {
    assertThat(plan(720, 720).next(true)).isNull();
  }

  @Test
  void readsNotableHoursAndWhatLiesBefore() {
    ReadingPlan plan = plan(720, 720, 100 * HOUR, 101 * HOUR, 300 * HOUR);
    assertThat(plan.next(true)).isEqualTo(new ReadingPlan.Part(100 * HOUR - BEFORE, 102 * HOUR));
    assertThat(plan.next(true)).isEqualTo(new ReadingPlan.Part(300 * HOUR - BEFORE, 301 * HOUR));
    assertThat(plan.next(true)).isNull();
  }

  @Test
  void goesOnWhileSomethingIsWrong() {
    ReadingPlan plan = plan(720, 720, 100 * HOUR);
    assertThat(plan.next(true)).isEqualTo(new ReadingPlan.Part(100 * HOUR - BEFORE, 101 * HOUR));
    assertThat(plan.next(false)).isEqualTo(new ReadingPlan.Part(101 * HOUR, 102 * HOUR));
    assertThat(plan.next(true)).isNull();
  }

  @Test
  void readsAllThatIsNotSummedUpInPartsThatFit() {
    ReadingPlan plan = plan(720, 0);
    assertThat(plan.next(true)).isEqualTo(new ReadingPlan.Part(0, 6 * HOUR));
    plan.onRead(360);
    assertThat(plan.next(true)).isEqualTo(new ReadingPlan.Part(6 * HOUR, 18 * HOUR));
    plan.onRead(50_000);
    assertThat(plan.next(false)).isEqualTo(new ReadingPlan.Part(18 * HOUR, 24 * HOUR));
    assertThat(plan(3, 2).next(true)).isEqualTo(new ReadingPlan.Part(2 * HOUR - BEFORE, 3 * HOUR));
  }
}
