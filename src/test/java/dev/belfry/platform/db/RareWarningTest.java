package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RareWarningTest {
  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 20})
  void isDueAtOnceAndAgainAfterThePause(long start) {
    RareWarning warning = new RareWarning(Duration.ofNanos(30));
    assertThat(warning.isDue(start)).isTrue();
    assertThat(warning.isDue(start)).isFalse();
    assertThat(warning.isDue(start + 29)).isFalse();
    assertThat(warning.isDue(start + 30)).isTrue();
    assertThat(warning.isDue(start + 31)).isFalse();
  }
}
