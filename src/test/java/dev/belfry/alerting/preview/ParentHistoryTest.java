package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Verdict;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ParentHistoryTest {
  private static final long MINUTE = 60_000;

  private final ParentHistory history =
      new ParentHistory(new ParentHistory.Facts(new UUID(0, 1), MINUTE, true, false));

  private void failed(long minute, long endMinute) {
    history.ran("eu-west-1", minute * MINUTE, Verdict.FAILED, minute * MINUTE, endMinute * MINUTE);
  }

  @Test
  void aRunThatEndedLateLeavesTheNewestFailureInForce() {
    history.turn(10 * MINUTE, true);
    failed(10, 18);
    failed(17, 17);
    assertThat(history.isFailing(31 * MINUTE)).isTrue();
    assertThat(history.isFailing(32 * MINUTE)).isFalse();
  }

  @Test
  void theLastRunIsTheNewestThatHadEnded() {
    failed(10, 18);
    failed(17, 17);
    assertThat(history.looked(16 * MINUTE)).isZero();
    assertThat(history.looked(17 * MINUTE)).isEqualTo(17 * MINUTE);
    assertThat(history.looked(18 * MINUTE)).isEqualTo(17 * MINUTE);
  }
}
