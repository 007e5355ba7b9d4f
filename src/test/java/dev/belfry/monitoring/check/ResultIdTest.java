package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ResultIdTest {
  private static final long FORTY_EIGHT_BITS = (1L << 48) - 1;

  @Test
  void showsTimeAttemptAndSeries() {
    assertThat(new ResultId(0x019A_0000_0001L, 0x2A, 3).toGuid())
        .isEqualTo(UUID.fromString("019a0000-0001-8003-8000-00000000002a"));
  }

  /** RFC 9562, section 5.8: version 8, variant 10. */
  @Property
  void isAGuidThatNamesTheSameResultAgain(
      @ForAll @LongRange(min = 0, max = FORTY_EIGHT_BITS) long at,
      @ForAll @IntRange(min = 0) int seriesId,
      @ForAll @IntRange(min = 0, max = 4_095) int attempt) {
    ResultId id = new ResultId(at, seriesId, attempt);
    assertThat(id.toGuid().version()).isEqualTo(8);
    assertThat(id.toGuid().variant()).isEqualTo(2);
    assertThat(ResultId.of(id.toGuid())).isEqualTo(id);
  }

  @Property
  void sortsByTime(
      @ForAll @LongRange(min = 0, max = FORTY_EIGHT_BITS - 1) long at,
      @ForAll @IntRange(min = 0) int one,
      @ForAll @IntRange(min = 0) int other) {
    assertThat(new ResultId(at, one, 4_095).toGuid().toString())
        .isLessThan(new ResultId(at + 1, other, 0).toGuid().toString());
  }

  @Property
  void readsAnyGuid(@ForAll long high, @ForAll long low) {
    assertThat(ResultId.of(new UUID(high, low)).at()).isBetween(0L, FORTY_EIGHT_BITS);
  }
}
