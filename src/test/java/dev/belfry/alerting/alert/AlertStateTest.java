package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.NotificationState.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stored form of states, which earlier versions wrote with fewer members. */
class AlertStateTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"notice\":{\"level\":\"NONE\"}}",
        "{\"failed\":{\"runs\":0,\"since\":0},\"bad\":{\"runs\":0,\"since\":0}}",
        "{\"tallies\":{\"slots\":[],\"floor\":0},\"flapping\":{\"runs\":\"\",\"since\":0}}"
      })
  void membersThatAreMissingSayThatAllIsWell(String stored) {
    assertThat(AlertState.of(stored)).isEqualTo(AlertState.WELL);
  }

  @Test
  void whatIsCalmIsNotStored() {
    assertThat(AlertState.WELL.json()).doesNotContain("flapping");
  }

  @Test
  void aLevelBeganAtItsLastMessageWhereNothingElseIsKnown() {
    NotificationState told =
        AlertState.of("{\"notice\":{\"level\":\"FAILED\",\"at\":5}}").notification();
    assertThat(told.begun()).isEqualTo(5);
    assertThat(told.attention()).isEqualTo(new Attention(0, 0, false, 0));
    assertThat(told.with(new Attention(1, 0, false, 0)).begun()).isEqualTo(1);
  }

  @Test
  void theWorstLevelIsHeld() {
    NotificationState none = NotificationState.NOTHING;
    assertThat(none.hold(Level.DEGRADED).hold(Level.FAILED).held()).isEqualTo(Level.FAILED);
    assertThat(none.hold(Level.FAILED).hold(Level.DEGRADED).held()).isEqualTo(Level.FAILED);
  }
}
