package dev.belfry.statuspages.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentRulesTest {
  private static final String ONE = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f";
  private static final String OTHER = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e70";

  private static List<String> paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).toList();
  }

  private static IncidentUpdateDraft dated(String date) {
    return IncidentUpdateCodec.draft(
        JsonText.parse("{\"publicIncidentUpdateDate\":\"" + date + "\"}"));
  }

  @Test
  void everyRepetitionOfAServiceIsNamedWhateverItsCase() {
    String body =
        """
        {"services":[{"id":"%1$s"},{"id":"%2$s"},{"id":"%3$s"},{},{},{"id":"%2$s"}]}"""
            .formatted(ONE, OTHER, ONE.toUpperCase(java.util.Locale.ROOT));
    assertThat(paths(IncidentRules.ofChange(IncidentCodec.change(JsonText.parse(body)))))
        .containsExactly("/services/2/id", "/services/5/id");
  }

  @Test
  void aBodyWithoutListsBreaksNoRule() {
    assertThat(IncidentRules.ofDraft(IncidentCodec.draft(JsonText.parse("{}")))).isEmpty();
  }

  @Test
  void theUpdateWithTheBadDateIsNamed() {
    String body =
        """
        {"incidentUpdates":[{},
          {"publicIncidentUpdateDate":"9999-12-31T23:59:59-00:01"}]}""";
    assertThat(paths(IncidentRules.ofDraft(IncidentCodec.draft(JsonText.parse(body)))))
        .containsExactly("/incidentUpdates/1/publicIncidentUpdateDate");
  }

  @ParameterizedTest
  @CsvSource({
    "0000-01-01T00:00:00Z, true",
    "0000-01-01T00:00:00-18:00, true",
    "0000-01-01T00:00:00+00:01, false",
    "9999-12-31T23:59:59.999999999Z, true",
    "9999-12-31T23:59:59+18:00, true",
    "9999-12-31T23:59:59-00:01, false",
  })
  void aDateMustBeInAYearOfFourDigitsInUtc(String date, boolean valid) {
    assertThat(IncidentRules.ofUpdate(dated(date)).isEmpty()).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T10:00:00+02:00, 2026-03-02T08:00Z",
    "2026-03-02T10:00:00.1239Z, 2026-03-02T10:00:00.123Z",
    "9999-12-31T23:59:59.9999Z, 9999-12-31T23:59:59.999Z",
  })
  void aDateIsCutToMillisecondsNeverRounded(String sent, String date) {
    assertThat(dated(sent).publicDate().value()).hasToString(date);
  }

  @Test
  void absentMembersStayAbsent() {
    IncidentUpdateDraft update = IncidentUpdateCodec.draft(JsonText.parse("{}"));
    IncidentChange change = IncidentCodec.change(JsonText.parse("{\"name\":\"Outage\"}"));

    assertThat(update.publicDate().isPresent()).isFalse();
    assertThat(update.notifySubscribers().isPresent()).isFalse();
    assertThat(change.name().value()).isEqualTo("Outage");
    assertThat(change.severity().isPresent()).isFalse();
    assertThat(change.services().isPresent()).isFalse();
  }
}
