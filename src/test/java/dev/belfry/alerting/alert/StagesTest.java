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
  void aRecoveryGoesToAllAndAnythingElseToThoseWhoWereTold() {
    AlertState state = AlertState.WELL;
    assertThat(new AlertStep(state, AlertType.ALERT_RECOVERY, 0).stages()).isEqualTo(Stages.ALL);
    assertThat(new AlertStep(state, AlertType.ALERT_FAILURE, 0).stages())
        .isEqualTo(new Stages(-1, 0));
    assertThat(Stages.ALL.isEscalation()).isFalse();
    assertThat(new Stages(0, 5).isEscalation()).isTrue();
  }

  @Test
  void allHaveEveryDelay() {
    assertThat(Stages.ALL.include(0)).isTrue();
    assertThat(Stages.ALL.include(100_000)).isTrue();
  }
}
