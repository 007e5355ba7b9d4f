package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertSettingsTest {
  private static AlertSettings settings(String text) {
    return SettingsJson.read(json(text), AlertSettings.class);
  }

  @Test
  @DisplayName("Spec, AlertSettings object: default value when absent")
  void theDefaultIsTheDocumentedOne() {
    assertThat(SettingsJson.write(AlertSettings.DEFAULT))
        .isEqualTo(
            json(
                """
                {'escalationType':'RUN_BASED','runBasedEscalation':{'failedRunThreshold':1},
                 'reminders':{'amount':0,'interval':5},
                 'parallelRunFailureThreshold':{'enabled':false,'percentage':10}}
                """));
  }

  @DisplayName("Wire contract 1.2: every inner object may be {}")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'reminders':{},'runBasedEscalation':{},'parallelRunFailureThreshold':{},'sslCertificates':{}}",
        "{'reminders':null,'runBasedEscalation':null,'timeBasedEscalation':null,'escalationType':null}",
        "{'reminders':{'amount':null,'interval':null},'runBasedEscalation':{'failedRunThreshold':null}}",
        "{'parallelRunFailureThreshold':{'enabled':null,'percentage':null}}"
      })
  void emptyPartsHaveTheirDefaults(String text) {
    assertThat(settings(text)).isEqualTo(AlertSettings.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'timeBasedEscalation':{}}"})
  void aTimeBasedEscalationWithoutMinutesWaitsTheShortestTime(String text) {
    assertThat(settings(text).failingThreshold()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void readsEveryMember() {
    AlertSettings read =
        settings(
            """
            {'escalationType':'TIME_BASED','timeBasedEscalation':{'minutesFailingThreshold':30},
             'runBasedEscalation':{'failedRunThreshold':5},'reminders':{'amount':100000,'interval':15},
             'parallelRunFailureThreshold':{'enabled':true,'percentage':50}}
            """);
    assertThat(read)
        .isEqualTo(
            new AlertSettings(
                EscalationType.TIME_BASED,
                new AlertSettings.Reminders(100000, 15),
                new AlertSettings.RunBasedEscalation(5),
                new AlertSettings.TimeBasedEscalation(30),
                new AlertSettings.ParallelRunFailureThreshold(true, 50)));
    assertThat(read.failingThreshold()).isEqualTo(Duration.ofMinutes(30));
    assertThat(read.reminders().period()).isEqualTo(Duration.ofMinutes(15));
    assertThat(settings(SettingsJson.write(read).toString())).isEqualTo(read);
  }

  @Test
  void flapDetectionIsAbsentUnlessItIsSent() {
    assertThat(settings("{}").flapDetection()).isNull();
    assertThat(settings("{'flapDetection':null}").detectsFlapping()).isFalse();
    assertThat(settings("{'flapDetection':{}}").detectsFlapping()).isFalse();
    AlertSettings read = settings("{'flapDetection':{'enabled':true,'windowRuns':10}}");
    assertThat(read.flapDetection()).isEqualTo(new FlapDetection(true, 10, 30, 15));
    assertThat(settings(SettingsJson.write(read).toString())).isEqualTo(read);
  }
}
