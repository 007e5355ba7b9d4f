package dev.belfry.statuspages.incident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentRulesTest {
  private static List<String> paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).toList();
  }

  private static ObjectNode dated(String date) {
    return JsonText.parse("{\"publicIncidentUpdateDate\":\"" + date + "\"}");
  }

  @Test
  void everyRepetitionOfAServiceIsNamedWhateverItsCase() {
    ObjectNode body =
        JsonText.parse(
            """
            {"services":[{"id":"ab"},{"id":"cd"},{"id":"AB"},{},{},{"id":"cd"}]}""");
    assertThat(paths(IncidentRules.ofChange(body)))
        .containsExactly("/services/2/id", "/services/5/id");
  }

  @Test
  void aBodyWithoutListsBreaksNoRule() {
    assertThat(IncidentRules.ofDraft(JsonText.parse("{}"))).isEmpty();
  }

  @Test
  void theUpdateWithTheBadDateIsNamed() {
    ObjectNode body =
        JsonText.parse(
            """
            {"incidentUpdates":[{},
              {"publicIncidentUpdateDate":"9999-12-31T23:59:59-00:01"}]}""");
    assertThat(paths(IncidentRules.ofDraft(body)))
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
    assertThat(PublicDate.violations(dated(date)).isEmpty()).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T10:00:00+02:00, 2026-03-02T08:00Z",
    "2026-03-02T10:00:00.1239Z, 2026-03-02T10:00:00.123Z",
    "9999-12-31T23:59:59.9999Z, 9999-12-31T23:59:59.999Z",
  })
  void aDateIsCutToMillisecondsNeverRounded(String sent, String date) {
    assertThat(PublicDate.of(dated(sent))).hasToString(date);
  }

  @Test
  void noDateIsNull() {
    assertThat(PublicDate.of(JsonText.parse("{}"))).isNull();
  }
}
