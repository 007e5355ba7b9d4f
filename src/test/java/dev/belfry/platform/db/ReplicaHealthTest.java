package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaHealthTest {
  /** Each letter is a probe or read: good or bad. */
  @ParameterizedTest
  @CsvSource({
    "'', false",
    "gg, false",
    "ggg, true",
    "ggggg, true",
    "gggb, false",
    "gggbgg, false",
    "gggbggg, true",
    "gbgbgbgb, false",
    "ggbggg, true",
  })
  void isUsableAfterThreeGoodProbesInARow(String history, boolean usable) {
    ReplicaHealth health = new ReplicaHealth();
    history.chars().forEach(letter -> note(health, letter == 'g'));
    assertThat(health.isUsable()).isEqualTo(usable);
  }

  private static void note(ReplicaHealth health, boolean good) {
    if (good) {
      health.good();
    } else {
      health.bad();
    }
  }
}
