package dev.belfry.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RestartPausesTest {
  private final RestartPauses pauses = new RestartPauses();

  @Test
  void waitsLongerEachTimeAndGivesUp() {
    assertThat(pauses.next(0)).hasValue(0);
    assertThat(pauses.next(0)).hasValue(500);
    assertThat(pauses.next(0)).hasValue(1_000);
    assertThat(pauses.next(0)).hasValue(2_000);
    assertThat(pauses.next(0)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void forgetsAnAttemptAfterFiveMinutes() {
    long now = Long.MAX_VALUE - 1;
    for (int i = 0; i < 100; i++) {
      assertThat(pauses.next(now)).hasValue(0);
      now += Duration.ofMinutes(5).toNanos() + 1;
    }
  }
}
