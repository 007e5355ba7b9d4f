package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which replicas a read may go to. */
class WalPositionTest {
  private static final WalPosition NEEDED = new WalPosition(7, 2, 1_000);

  @ParameterizedTest
  @CsvSource({
    // server, timeline, replayed, allowed
    "7, 2, 1000, true",
    "7, 2, 1001, true",
    "7, 2,  999, false",
    "7, 1, 1001, false", // It missed a promotion, and may have things that were lost in it.
    "7, 3, 1001, false", // The primary that was asked missed it.
    "8, 2, 1001, false", // A replica of another database.
  })
  void aReplicaNeedsAllOfTheSameHistory(long server, int timeline, long lsn, boolean allowed) {
    assertThat(NEEDED.isIn(new WalPosition(server, timeline, lsn))).isEqualTo(allowed);
  }

  @Test
  void aReplicaThatTellsNothingHasNothing() {
    assertThat(NEEDED.isIn(null)).isFalse();
    assertThat(NEEDED.isSameHistory(null)).isFalse();
  }
}
