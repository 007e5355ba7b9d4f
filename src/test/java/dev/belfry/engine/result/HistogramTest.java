package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HistogramTest {
  private static final double MOST_OFF = 0.05;

  @Property
  void isOffByLessThanFivePerCent(
      @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 1, max = 40_000_000) Integer> times,
      @ForAll @IntRange(min = 1, max = 100) int percent) {
    Histogram histogram = new Histogram();
    times.forEach(histogram::add);
    Collections.sort(times);
    int exact = times.get((int) Math.ceil(percent / 100.0 * times.size()) - 1);
    double told = histogram.percentile(percent / 100.0);
    // Up to two milliseconds the width of a bucket is below a microsecond, which is all we know.
    assertThat(told).isCloseTo(exact, within(Math.max(1, exact * MOST_OFF)));
  }

  @Property
  void addsUp(
      @ForAll List<@IntRange(max = Integer.MAX_VALUE) Integer> one,
      @ForAll List<@IntRange(max = Integer.MAX_VALUE) Integer> other) {
    Histogram all = new Histogram();
    one.forEach(all::add);
    other.forEach(all::add);
    Histogram sum = new Histogram();
    sum.add(stored(one));
    sum.add(stored(other));
    assertThat(sum.total()).isEqualTo(all.total());
    for (double share : List.of(0.01, 0.5, 0.99, 1.0)) {
      assertThat(sum.percentile(share)).isEqualTo(all.percentile(share));
    }
  }

  @Property
  void countsWithinBoundsByTheMiddleOfABucket(
      @ForAll List<@IntRange(min = 1, max = 40_000_000) Integer> times,
      @ForAll @IntRange(min = 100, max = 50_000_000) int bound) {
    Histogram histogram = new Histogram();
    times.forEach(histogram::add);
    long within = histogram.within(new long[] {bound})[0];
    assertThat(within)
        .isBetween(
            times.stream().filter(time -> time <= bound * (1 - MOST_OFF)).count(),
            times.stream().filter(time -> time <= bound * (1 + MOST_OFF)).count());
    assertThat(histogram.within(new long[] {bound, 2L * bound})[1]).isGreaterThanOrEqualTo(within);
  }

  @Test
  void countsUpToSixteenBits() {
    Histogram histogram = new Histogram();
    histogram.add(ByteBuffer.wrap(new byte[] {0, 100, (byte) 0x7F, (byte) 0xFF, 0, 120, 0, 1}));
    assertThat(histogram.total()).isEqualTo(32_768);
    assertThat(histogram.percentile(1)).isGreaterThan(histogram.percentile(0.999));
  }

  @Test
  void knowsNothingFromNothing() {
    assertThat(new Histogram().percentile(0.5)).isZero();
  }

  private static ByteBuffer stored(List<Integer> times) {
    ByteBuffer stored = ByteBuffer.allocate(times.size() * 4);
    times.forEach(time -> stored.putShort((short) Histogram.bucket(time)).putShort((short) 1));
    return stored.flip();
  }
}
