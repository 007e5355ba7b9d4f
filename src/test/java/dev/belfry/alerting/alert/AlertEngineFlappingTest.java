package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Alerts of a check that flaps. See {@link AlertStrip}; with eleven runs and 30 and 19 percent, it
 * flaps from three changes on and has settled with one.
 */
class AlertEngineFlappingTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @Test
  void flappingIsToldOnceAndItsEndOnce() {
    plays(
        """
        00:00 flaps=11x30x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 P
        05:00 F
        06:00 P
        07:00 P
        11:00 P
        12:00 P
        13:00 P
        14:00 P
        15:00 P
        16:00 P
        17:00 P
        18:00 P RECOVERY !
        19:00 F FAILURE
        """);
  }

  @Test
  void withoutTheSettingEachFlapIsTold() {
    plays(
        """
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE
        04:00 P RECOVERY
        05:00 F FAILURE
        06:00 P RECOVERY
        07:00 F FAILURE
        """);
  }

  @Test
  void theStateIsForgottenOnceTheWholeWindowPassed() {
    String flap =
        """
        00:00 flaps=5x100x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 P
        04:00 P
        05:00 P
        """;
    assertThat(AlertStrip.end(flap).isWell()).isFalse();
    assertThat(AlertStrip.end(flap + "06:00 P\n")).isEqualTo(AlertState.WELL);
  }

  @Test
  void aCheckThatSettlesWhileItFailsIsToldAsFailing() {
    plays(
        """
        00:00 flaps=11x30x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 F
        05:00 F
        06:00 F
        07:00 F
        08:00 F
        09:00 F
        10:00 F
        11:00 F
        12:00 F FAILURE !
        13:00 F
        14:00 F
        15:00 P RECOVERY
        """);
  }

  @Test
  void aCheckThatSettlesWhileItIsDegradedIsToldAsDegraded() {
    plays(
        """
        00:00 flaps=5x70x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 D
        05:00 D
        06:00 D
        07:00 D
        08:00 D FAILURE_DEGRADED !
        09:00 P DEGRADED_RECOVERY
        """);
  }

  @Test
  void flappingMayBeginWithARunThatPasses() {
    plays(
        """
        00:00 flaps=11x40x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE
        04:00 P FAILURE ~
        05:00 F
        """);
  }

  @Test
  void failuresBelowTheThresholdCountAsFlapping() {
    plays(
        """
        00:00 flaps=11x40x19,runs=2
        01:00 F
        02:00 P
        03:00 F
        04:00 P FAILURE ~
        05:00 F
        06:00 F
        07:00 F
        """);
  }

  @Test
  void aSingleOutageIsNoFlapping() {
    plays(
        """
        00:00 flaps=21x30x15
        01:00 F FAILURE
        02:00 F
        03:00 P RECOVERY
        20:00 F FAILURE
        21:00 P RECOVERY
        """);
  }

  @Test
  void degradationsFlapToo() {
    plays(
        """
        00:00 flaps=11x30x19
        01:00 D DEGRADED
        02:00 P DEGRADED_RECOVERY
        03:00 D DEGRADED ~
        04:00 P
        05:00 D
        06:00 F DEGRADED_FAILURE ~
        07:00 P
        08:00 D
        09:00 F
        """);
  }

  @Test
  void aFailureWhileDegradationsFlapIsToldAtItsThreshold() {
    plays(
        """
        00:00 flaps=11x30x19,runs=2
        01:00 D
        02:00 P
        03:00 D DEGRADED ~
        04:00 F
        05:00 F DEGRADED_FAILURE ~
        06:00 D
        07:00 F
        """);
  }

  @Test
  void failuresWithAPassBetweenThemAreNoFailureWhileDegradationsFlap() {
    plays(
        """
        00:00 flaps=11x30x19,runs=2
        01:00 D
        02:00 P
        03:00 D DEGRADED ~
        04:00 F
        05:00 P
        06:00 F
        07:00 F DEGRADED_FAILURE ~
        """);
  }

  @Test
  void aFailureWhileDegradationsFlapIsToldByTheClock() {
    plays(
        """
        00:00 flaps=11x30x19,minutes=5
        01:00 D
        02:00 P
        03:00 D DEGRADED ~
        04:00 F
        09:00 . DEGRADED_FAILURE ~
        """);
  }

  @Test
  void changesCountOverTheRunsOfTheWindowAlone() {
    plays(
        """
        00:00 flaps=5x75x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 P
        04:00 P
        05:00 F FAILURE
        06:00 P RECOVERY
        07:00 P
        08:00 F FAILURE ~
        """);
  }

  @Test
  void observerFaultsAndMissedRunsAreNoChange() {
    plays(
        """
        00:00 flaps=11x30x19
        01:00 F FAILURE
        02:00 O
        03:00 F
        04:00 M
        05:00 F
        06:00 O
        07:00 P RECOVERY
        08:00 M
        09:00 F FAILURE ~
        """);
  }

  @Test
  void runsOfAllLocationsCountOnce() {
    plays(
        """
        00:00 flaps=11x30x19,locations=2,percent=100
        01:00 a:F
        01:00 b:P
        02:00 a:P
        02:00 b:F
        03:00 a:F
        03:00 b:F FAILURE
        04:00 a:P
        04:00 b:P RECOVERY
        05:00 a:F
        05:00 b:F FAILURE ~
        06:00 a:P
        06:00 b:P
        """);
  }
}
