package dev.belfry.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.ShortRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseTimeTest {
  private static final long FINE = 163_840;

  @Property
  void losesLessThanAStep(@ForAll @LongRange(max = 32_000_000) long micros) {
    long step = micros < FINE ? 10 : 2_000;
    assertThat(PhaseTime.decode(PhaseTime.encode(micros))).isCloseTo(micros, within(step - 1));
  }

  @Property
  void keepsWhatItHasStored(@ForAll @ShortRange(max = Short.MAX_VALUE) short stored) {
    assertThat(PhaseTime.encode(PhaseTime.decode(stored))).isEqualTo(stored);
  }

  @Property
  void keepsTheOrder(
      @ForAll @LongRange(max = 40_000_000) long one,
      @ForAll @LongRange(max = 40_000_000) long other) {
    assertThat(PhaseTime.encode(Math.min(one, other)))
        .isLessThanOrEqualTo(PhaseTime.encode(Math.max(one, other)));
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0",
    "9, 0",
    "10, 10",
    "163839, 163830",
    "163840, 163840",
    "165839, 163840",
    "99999999999, 32929840"
  })
  void roundsDownWithinItsRange(long micros, long told) {
    assertThat(PhaseTime.decode(PhaseTime.encode(micros))).isEqualTo(told);
  }
}
