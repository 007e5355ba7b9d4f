package dev.belfry.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ResultIdTest {
  private static final long MOST = (1L << 48) - 1;

  @Property
  void comesBackFromItsGuid(
      @ForAll @LongRange(max = MOST) long at,
      @ForAll int series,
      @ForAll @IntRange(max = 4_095) int attempt) {
    ResultId id = new ResultId(at, series, attempt);
    assertThat(ResultId.of(id.toGuid())).isEqualTo(id);
    assertThat(id.toGuid().version()).isEqualTo(8);
    assertThat(id.toGuid().variant()).isEqualTo(2);
  }

  @Property
  void sortsByTime(@ForAll @LongRange(max = MOST - 1) long at, @ForAll int one, @ForAll int other) {
    assertThat(new ResultId(at, one, 0).toGuid().toString())
        .isLessThan(new ResultId(at + 1, other, 0).toGuid().toString());
  }

  /** Whoever asks for a GUID that was not made here must see that it is another one. */
  @Property
  void makesNoOtherGuid(@ForAll long high, @ForAll long low) {
    UUID guid = new UUID(high, low);
    UUID again = ResultId.of(guid).toGuid();
    boolean ours = guid.version() == 8 && (low >>> 32) == 0x8000_0000L;
    assertThat(again.equals(guid)).isEqualTo(ours);
  }
}
