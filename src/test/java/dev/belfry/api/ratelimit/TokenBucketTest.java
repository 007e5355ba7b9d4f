package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long WINDOW = 60_000;

  @Test
  void admits600InAWindowAndRefuses601() {
    TokenBucket bucket = TokenBucket.first(1_000, 600, WINDOW);
    for (int i = 2; i <= 600; i++) {
      bucket = bucket.take(1_000 + i, 600, WINDOW);
      assertThat(bucket.admitted()).as("request %d", i).isTrue();
    }
    bucket = bucket.take(60_999, 600, WINDOW);
    assertThat(bucket.admitted()).isFalse();
    bucket = bucket.take(61_000, 600, WINDOW);
    assertThat(bucket.admitted()).isTrue();
    assertThat(bucket.used()).isEqualTo(1);
    assertThat(bucket.windowEnd()).isEqualTo(121_000);
  }

  @Test
  void locksNobodyOutWhenTheClockIsSetBack() {
    TokenBucket bucket = TokenBucket.first(3_600_000, 1, WINDOW);
    assertThat(bucket.take(3_600_000, 1, WINDOW).admitted()).isFalse();
    assertThat(bucket.take(1_000, 1, WINDOW).admitted()).isTrue();
  }

  @Test
  void chargesNothingForWhatItRefuses() {
    TokenBucket bucket = TokenBucket.first(0, 1, WINDOW);
    for (int i = 0; i < 10; i++) {
      bucket = bucket.take(i, 1, WINDOW);
    }
    assertThat(bucket.used()).isEqualTo(1);
    assertThat(bucket.windowEnd()).isEqualTo(WINDOW);
  }

  @Test
  void admitsMoreAtOnceWhenTheLimitIsRaised() {
    TokenBucket bucket = TokenBucket.first(0, 1, WINDOW).take(1, 1, WINDOW);
    assertThat(bucket.admitted()).isFalse();
    assertThat(bucket.take(2, 2, WINDOW).admitted()).isTrue();
  }

  /** Specification, "Limits" 1: never more than the limit in the window after its first request. */
  @Property
  void neverAdmitsMoreThanItsCapacityInAWindow(
      @ForAll @Size(max = 400) List<@IntRange(max = 5_000) Integer> pauses,
      @ForAll @IntRange(min = 1, max = 40) int capacity) {
    List<Long> admitted = new ArrayList<>();
    @Nullable TokenBucket bucket = null;
    long windowStart = 0;
    long now = 0;
    for (int pause : pauses) {
      now += pause;
      TokenBucket before = bucket;
      if (before == null) {
        bucket = TokenBucket.first(now, capacity, WINDOW);
      } else {
        bucket = before.take(now, capacity, WINDOW);
      }
      if (before == null || before.over(now)) {
        windowStart = now;
        admitted.clear();
      }
      if (bucket.admitted()) {
        admitted.add(now);
      }
      assertThat(admitted).hasSizeLessThanOrEqualTo(capacity);
      assertThat(bucket.windowEnd()).isEqualTo(windowStart + WINDOW);
    }
  }
}
