package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ShardClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissedQueueTest {
  private static final long PERIOD = 10_000;

  /** So many series that none may have more ranges than any. */
  private static final int MANY = 62_501;

  private final MissedQueue queue = new MissedQueue();
  private final OwnedShard here = new OwnedShard(new ShardClaim(HERE, 0, false, true));
  private final OwnedShard there = new OwnedShard(new ShardClaim(THERE, 0, false, true));

  /** Adds slots from first to last, in periods since 1970. */
  private void add(OwnedShard shard, int series, long first, long last) {
    add(shard, series, first, last, Reason.OVERLOADED);
  }

  private void add(OwnedShard shard, int series, long first, long last, Reason reason) {
    queue.add(shard, series, new MissedRange(first * PERIOD, last * PERIOD, PERIOD), reason);
  }

  /** One range each of series elsewhere. */
  private void addOthers(int count) {
    for (int series = 2; series < 2 + count; series++) {
      add(there, series, 1, 1);
    }
  }

  /** Moves up to so many; what the batch got, as "series: first-last" in periods. */
  private List<String> move(int most) {
    MissedBatch batch = new MissedBatch();
    queue.moveTo(batch, most);
    batch.closings.forEach(ResultBatch.Closing::close);
    return batch.ranges.stream().map(MissedQueueTest::text).toList();
  }

  private static String text(MissedBatch.Missed missed) {
    MissedRange range = missed.range();
    return missed.seriesId() + ": " + range.first() / PERIOD + "-" + range.last() / PERIOD;
  }

  private static long watermark(OwnedShard shard) {
    return shard.watermark(Long.MAX_VALUE) + 1;
  }

  @Test
  void consecutiveSlotsBecomeOneRange() {
    for (int slot = 1; slot <= 5; slot++) {
      add(here, 1, slot, slot);
      add(here, 2, 2L * slot, 2L * slot);
    }
    add(here, 1, 6, 7, Reason.OBSERVER_PAUSED);
    assertThat(queue.rows()).isEqualTo(12);
    assertThat(move(8)).containsExactly("1: 1-5", "1: 6-7", "2: 2-2");
  }

  @Test
  void theSeriesThatHasWaitedLongestGoesFirst() {
    add(here, 9, 1, 1);
    add(here, 4, 1, 1);
    add(here, 9, 3, 3);
    assertThat(move(2)).containsExactly("9: 1-1", "9: 3-3");
    add(here, 9, 5, 5);
    assertThat(move(2)).containsExactly("4: 1-1", "9: 5-5");
    assertThat(queue.rows()).isZero();
  }

  @Test
  void theWatermarkFollowsWhatIsMovedOfARange() {
    add(here, 1, 1, 10);
    assertThat(watermark(here)).isEqualTo(PERIOD);
    assertThat(move(4)).containsExactly("1: 1-4");
    assertThat(watermark(here)).isEqualTo(5 * PERIOD);
    assertThat(queue.rows()).isEqualTo(6);
    add(here, 1, 11, 11);
    assertThat(move(7)).containsExactly("1: 5-11");
    assertThat(watermark(here)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aSeriesIsCrowdedUntilItsRangesAreMoved() {
    addOthers(MANY);
    for (int range = 1; range <= MissedQueue.MOST_RANGES; range++) {
      assertThat(queue.isCrowded(1)).isFalse();
      add(here, 1, 2L * range, 2L * range);
    }
    assertThat(queue.isCrowded(1)).isTrue();
    assertThat(queue.isCrowded(2)).isFalse();
    queue.promote(List.of(THERE));
    move(MANY);
    addOthers(MANY);
    move(1);
    assertThat(queue.isCrowded(1)).isFalse();
  }

  @Test
  void fewSeriesMayHaveMoreRanges() {
    for (int range = 1; range <= 10 * MissedQueue.MOST_RANGES; range++) {
      add(here, 1, 2L * range, 2L * range);
    }
    assertThat(queue.isCrowded(1)).isFalse();
  }

  @Test
  void theRoomIsFilledByRangesAndNotByRuns() {
    add(here, 1, 1, 1_000_000_000);
    assertThat(queue.filled()).isLessThan(0.001);
    for (int range = 1; range <= 16; range++) {
      for (int series = 2; series < MANY; series++) {
        add(here, series, 2L * range, 2L * range);
      }
    }
    assertThat(queue.filled()).isBetween(0.99, 1.0);
    queue.promote(List.of(HERE));
    assertThat(queue.filled()).as("they are written without pauses").isZero();
  }

  @Test
  void whatIsPromotedGoesFirstAndIsLengthenedNoMore() {
    add(here, 1, 1, 1);
    add(there, 2, 1, 1);
    add(there, 3, 1, 2);
    queue.promote(List.of(THERE));
    add(there, 2, 2, 2);
    assertThat(move(2)).containsExactly("2: 1-1", "3: 1-1");
    assertThat(queue.hasPromoted()).isTrue();
    queue.promote(List.of(THERE));
    assertThat(move(2)).containsExactly("3: 2-2", "2: 2-2");
    assertThat(queue.hasPromoted()).isFalse();
    assertThat(move(2)).containsExactly("1: 1-1");
  }

  @Test
  void whatIsPromotedTwiceKeepsAllItsRanges() {
    add(here, 1, 1, 1);
    queue.promote(List.of(HERE));
    add(here, 1, 3, 3);
    add(here, 1, 5, 5);
    queue.promote(List.of(HERE));
    assertThat(move(9)).containsExactly("1: 1-1", "1: 3-3", "1: 5-5");
  }

  @Test
  void nothingIsLeftAfterItIsCleared() {
    add(here, 1, 1, 3);
    queue.promote(List.of(HERE));
    add(here, 1, 5, 5);
    queue.clear();
    assertThat(queue.rows()).isZero();
    assertThat(queue.hasPromoted()).isFalse();
    assertThat(move(9)).isEmpty();
  }
}
