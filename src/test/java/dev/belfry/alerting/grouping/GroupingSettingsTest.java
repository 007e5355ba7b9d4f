package dev.belfry.alerting.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.grouping.GroupStep.Action;
import dev.belfry.alerting.grouping.GroupingSettings.Receives;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of grouping as they are stored, and the state of a group after each step. */
class GroupingSettingsTest {
  @Test
  void whatIsNotStoredHasItsDefault() {
    assertThat(GroupingSettings.of("{}"))
        .isEqualTo(
            new GroupingSettings(
                List.of(),
                30_000,
                300_000,
                14_400_000,
                new Receives(true, false, true),
                QuietHours.NONE));
  }

  @Test
  void whatIsStoredIsRead() {
    assertThat(
            GroupingSettings.of(
                """
                {"sendFailure": false, "sendDegraded": true, "sendRecovery": false, "grouping":
                  {"by": ["HOST"], "waitSeconds": 1, "intervalSeconds": 2, "repeatMinutes": 3}}"""))
        .isEqualTo(
            new GroupingSettings(
                List.of("HOST"),
                1_000,
                2_000,
                180_000,
                new Receives(false, true, false),
                QuietHours.NONE));
  }

  @ParameterizedTest
  @CsvSource({
    "NOTHING, 4, 2, 100",
    "CLOSE, 4, 2, 100",
    "TELL, 5, 0, 900",
    "REPEAT, 5, 3, 900",
    "RESOLVE, 5, 0, 900",
  })
  void eachMessageIsARevisionAndNewsBeginTheRepeatsAgain(
      Action action, int revision, int repeats, long told) {
    assertThat(new GroupStep(action, 1_000).after(new GroupState(4, 2, 100L), 900))
        .isEqualTo(new GroupState(revision, repeats, told));
  }

  /** Fresh failures, degradations and recoveries; the letters are what the channel receives. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, F, true, true",
    "1, 0, 0, DR, true, false",
    "0, 1, 0, D, true, true",
    "0, 1, 0, FR, true, false",
    "0, 0, 1, R, true, true",
    "0, 0, 1, FD, true, false",
    "0, 0, 1, R, false, false",
    "0, 0, 0, FDR, true, false",
  })
  void newsIsWhatTheChannelReceives(
      int failures, int degraded, int recoveries, String receives, boolean told, boolean news) {
    GroupCounts counts = new GroupCounts(1, 1, 1, 0, failures, degraded, recoveries, 0);
    Receives wanted =
        new Receives(receives.contains("F"), receives.contains("D"), receives.contains("R"));
    assertThat(counts.hasNews(wanted, told)).isEqualTo(news);
  }
}
