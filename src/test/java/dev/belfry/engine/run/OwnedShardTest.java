package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import org.junit.jupiter.api.Test;

class OwnedShardTest {
  private final OwnedShard shard =
      new OwnedShard(new ShardClaim(new ShardKey("here", 3), 1_000, true, true));

  @Test
  void itBeginsWhereTheOwnerBeforeLeftOff() {
    assertThat(shard.claimed()).isEqualTo(1_000);
    assertThat(shard.marked()).isEqualTo(1_000);
    assertThat(shard.watermark(500)).isEqualTo(1_000);
  }

  @Test
  void withNothingUnderWayAllThatHasBegunIsAccountedFor() {
    assertThat(shard.watermark(5_000)).isEqualTo(4_999);
  }

  @Test
  void itStaysBeforeTheOldestRunUnderWay() {
    shard.open(2_000);
    shard.open(3_000);
    shard.open(2_000);
    assertThat(shard.watermark(5_000)).isEqualTo(1_999);
    shard.close(3_000);
    shard.close(2_000);
    assertThat(shard.watermark(5_000)).as("two runs of that time").isEqualTo(1_999);
    shard.close(2_000);
    assertThat(shard.watermark(5_000)).isEqualTo(4_999);
  }

  @Test
  void whatIsClosedTwiceOrWasNeverOpenChangesNothing() {
    shard.open(2_000);
    shard.close(2_000);
    shard.close(2_000);
    shard.close(7_000);
    shard.open(2_000);
    assertThat(shard.watermark(5_000)).isEqualTo(1_999);
  }

  @Test
  void itNeverGoesBack() {
    shard.mark(4_000, 0);
    shard.open(2_000);
    assertThat(shard.watermark(5_000)).isEqualTo(4_000);
  }

  @Test
  void afterTheStopItGoesNoFurther() {
    shard.open(2_000);
    shard.stop(3_000);
    shard.stop(9_000);
    shard.close(2_000);
    assertThat(shard.vacating).isTrue();
    assertThat(shard.watermark(20_000)).isEqualTo(2_999);
  }

  @Test
  void nothingIsWrittenBeforeItsSeriesAreKnownAndThenEverySoOften() {
    assertThat(shard.isMarkDue(1_000_000, 0)).isFalse();
    shard.loaded = true;
    assertThat(shard.isMarkDue(1_000_000, 2_000)).isTrue();
    shard.mark(4_000, 1_000_000);
    assertThat(shard.isMarkDue(1_001_999, 2_000)).isFalse();
    assertThat(shard.isMarkDue(1_002_000, 2_000)).isTrue();
  }
}
