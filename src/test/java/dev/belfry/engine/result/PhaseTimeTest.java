package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseTimeTest {
  @DisplayName("Steps of 10 us up to 163 ms, of 2 ms above")
  @ParameterizedTest(name = "{0} us is stored as {1} and read as {2} us")
  @CsvSource({
    "0, 0, 0",
    "9, 0, 0",
    "10, 1, 10",
    "163839, 16383, 163830",
    "163840, 16384, 163840",
    "165839, 16384, 163840",
    "165840, 16385, 165840",
    "32000000, 32302, 31999840",
    "-1, 0, 0",
    "9223372036854775807, 32767, 32929840",
  })
  void durationsAreStoredInSteps(long micros, short stored, long read) {
    assertThat(PhaseTime.encode(micros)).isEqualTo(stored);
    assertThat(PhaseTime.decode(stored)).isEqualTo(read);
  }

  @Property
  void whatIsReadIsAtMostOneStepShort(@ForAll @LongRange(min = 0, max = 32_000_000) long micros) {
    long step = micros < 163_840 ? 10 : 2_000;
    assertThat(micros - PhaseTime.decode(PhaseTime.encode(micros))).isBetween(0L, step - 1);
  }

  @Property
  void whatWasReadIsStoredTheSame(@ForAll @LongRange(min = 0, max = Short.MAX_VALUE) long stored) {
    assertThat(PhaseTime.encode(PhaseTime.decode((short) stored))).isEqualTo((short) stored);
  }

  @Property
  void longerIsNeverStoredAsShorter(@ForAll long one, @ForAll long other) {
    assertThat(PhaseTime.encode(Math.min(one, other)))
        .isLessThanOrEqualTo(PhaseTime.encode(Math.max(one, other)));
  }
}
