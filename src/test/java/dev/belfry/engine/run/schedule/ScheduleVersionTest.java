package dev.belfry.engine.run.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleVersionTest {
  private static final long HORIZON = 400;

  /** The times to run up to the horizon, one after the other. */
  static List<Long> slots(ScheduleVersion version) {
    return LongStream.rangeClosed(version.from(), HORIZON)
        .filter(
            t -> t < version.until() && Math.floorMod(t - version.phase(), version.period()) == 0)
        .boxed()
        .toList();
  }

  @ParameterizedTest(
      name = "[{0}, {1}) every {2} from {3} on: after {4} first {5}, before it last {6}")
  @CsvSource({
    "100, 9223372036854775807, 10, 3, 100, 103, 93",
    "100, 9223372036854775807, 10, 3, 103, 103, 103",
    "100, 9223372036854775807, 10, 3, 104, 113, 103",
    "100, 9223372036854775807, 10, 0, 100, 100, 100",
    "100, 9223372036854775807, 10, 0, -5, 100, -10",
    "100, 113, 10, 3, 104, 9223372036854775807, 103",
    "100, 114, 10, 3, 104, 113, 103",
    "100, 114, 10, 3, 500, 9223372036854775807, 113",
    "100, 100, 10, 0, 100, 9223372036854775807, 90",
  })
  void firstAndLastRoundToTheTimesOfTheVersion(
      long from, long until, long period, long phase, long moment, long first, long last) {
    ScheduleVersion version = new ScheduleVersion(from, until, period, phase);
    assertThat(version.first(moment)).isEqualTo(first);
    assertThat(version.last(moment)).isEqualTo(last);
    assertThat(version.isOpen()).isEqualTo(until == ScheduleVersion.OPEN);
  }

  @Property
  void firstLastAndIncludesAgreeWithCountingOneByOne(
      @ForAll @LongRange(min = 0, max = 100) long from,
      @ForAll @LongRange(min = 0, max = 250) long length,
      @ForAll @LongRange(min = 1, max = 40) long period,
      @ForAll @LongRange(min = 0, max = 80) long phase,
      @ForAll @LongRange(min = -20, max = 350) long moment) {
    ScheduleVersion version =
        new ScheduleVersion(
            from, length > 200 ? ScheduleVersion.OPEN : from + length, period, phase);
    List<Long> slots = slots(version);
    assertThat(version.first(moment))
        .isEqualTo(
            slots.stream().filter(t -> t >= moment).findFirst().orElse(ScheduleVersion.NEVER));
    assertThat(version.includes(moment)).isEqualTo(slots.contains(moment));
    List<Long> before = slots.stream().filter(t -> t <= moment).toList();
    if (before.isEmpty()) {
      assertThat(version.last(moment)).isLessThan(from);
    } else {
      assertThat(version.last(moment)).isEqualTo(before.get(before.size() - 1));
    }
  }
}
