package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.RunEvidence.AtLocation;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an alert says of the locations of its run. */
class RunEvidenceTest {
  private static AtLocation at(String location, @Nullable Verdict verdict) {
    return new AtLocation(location, verdict, null, null);
  }

  /** F failed, D degraded, P passed, O observer fault, M missed, - outstanding. */
  private static RunEvidence film(String states, int needed) {
    List<AtLocation> all = new ArrayList<>();
    for (int i = 0; i < states.length(); i++) {
      all.add(
          at(
              String.valueOf((char) ('a' + i)),
              switch (states.charAt(i)) {
                case 'F' -> Verdict.FAILED;
                case 'D' -> Verdict.DEGRADED;
                case 'P' -> Verdict.PASSED;
                case 'O' -> Verdict.OBSERVER_FAULT;
                case 'M' -> Verdict.MISSED;
                default -> null;
              }));
    }
    return new RunEvidence(all, needed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FPF  |2| failed at 2 of 3 locations (2 needed): a, c; passed: b",
        "F-   |1| failed at 1 of 2 locations (1 needed): a; no result: b",
        "PDPO |4| degraded at 1 of 4 locations: b; passed: a, c; no result: d",
        "FDPM-|1| failed at 1 of 5 locations (1 needed): a; degraded: b; passed: c; no result: d, e",
        "PP   |2| passed at 2 of 2 locations: a, b",
        "FFFFFFFF|4| failed at 8 of 8 locations (4 needed): a, b, c, d, e, f and 2 more",
      })
  void sumsUpWhatWasFoundWhere(String states, int needed, String summary) {
    assertThat(film(states, needed).summary()).isEqualTo(summary);
  }

  @Test
  void listsFailuresFirstAndThoseWithoutResultLast() {
    assertThat(film("-MPDF", 1).locations())
        .extracting(AtLocation::location, AtLocation::state)
        .containsExactly(
            tuple("e", "FAILED"),
            tuple("d", "DEGRADED"),
            tuple("c", "PASSED"),
            tuple("b", "MISSED"),
            tuple("a", "OUTSTANDING"));
  }

  @Test
  void locationsOfOneStateAreListedByName() {
    assertThat(
            new RunEvidence(
                    List.of(
                        at("c", Verdict.PASSED), at("b", Verdict.FAILED), at("a", Verdict.FAILED)),
                    1)
                .summary())
        .isEqualTo("failed at 2 of 3 locations (1 needed): a, b; passed: c");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "200, 200", "201, 199"})
  void aLongErrorIsCut(int length, int kept) {
    ObjectNode context = JsonNodeFactory.instance.objectNode();
    RunEvidence evidence =
        new RunEvidence(List.of(new AtLocation("a", Verdict.FAILED, "e".repeat(length), null)), 1);
    evidence.addTo(context);
    assertThat(context.at("/LOCATIONS/0/error").asText())
        .isEqualTo("e".repeat(kept) + (kept < length ? "…" : ""));
    assertThat(context.path("LOCATIONS_SUMMARY").asText()).isEqualTo(evidence.summary());
  }

  @Test
  void becomesVariablesOfTemplates() {
    ObjectNode context = JsonNodeFactory.instance.objectNode();
    new RunEvidence(
            List.of(
                at("us-east-1", Verdict.PASSED),
                new AtLocation("eu-west-1", Verdict.FAILED, "\uD83D\uDE00".repeat(300), 1_250L),
                at("cellar", null)),
            2)
        .addTo(context);
    assertThat(context.at("/LOCATIONS/0/location").asText()).isEqualTo("eu-west-1");
    assertThat(context.at("/LOCATIONS/0/responseTime").asLong()).isEqualTo(1_250);
    assertThat(context.at("/LOCATIONS/0/error").asText())
        .as("short, and no half of a character")
        .isEqualTo("\uD83D\uDE00".repeat(199) + "…");
    assertThat(context.at("/LOCATIONS/1").toString())
        .isEqualTo("{\"location\":\"us-east-1\",\"verdict\":\"PASSED\"}");
    assertThat(context.at("/LOCATIONS/2/verdict").asText()).isEqualTo("OUTSTANDING");
    context.remove(List.of("LOCATIONS", "LOCATIONS_SUMMARY"));
    assertThat(context.toString())
        .isEqualTo(
            "{\"LOCATIONS_FAILED\":1,\"LOCATIONS_DEGRADED\":0,\"LOCATIONS_PASSED\":1,"
                + "\"LOCATIONS_OUTSTANDING\":1,\"LOCATIONS_NEEDED\":2}");
  }
}
