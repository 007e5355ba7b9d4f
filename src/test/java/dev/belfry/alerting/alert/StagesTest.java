package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which channels an alert goes to, by their delay. */
class StagesTest {
  @Test
  void aStageLeavesOutTheOnesBefore() {
    Stages second = new Stages(10, 30);
    assertThat(second.include(10)).isFalse();
    assertThat(second.include(11)).isTrue();
    assertThat(second.include(30)).isTrue();
    assertThat(second.include(31)).isFalse();
  }

  @Test
  void allHaveEveryDelay() {
    assertThat(Stages.ALL.include(0)).isTrue();
    assertThat(Stages.ALL.include(100_000)).isTrue();
  }
}
