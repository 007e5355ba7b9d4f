package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import dev.belfry.testing.ContractBodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the payload of a window. */
class WindowResourceTest {
  private static final String WINDOW =
      """
      {"name":"w","description":null,"startsAt":"2026-03-01T01:00:00.000Z",
       "endsAt":"2026-03-01T03:00:00.500Z","repeatUnit":"WEEK","repeatInterval":1,
       "repeatEndsAt":"2026-12-31T23:00:00.000Z","timezone":null,"tags":["a","b"],
       "pauseAllChecks":false,"silenceAllAlerts":false,"silenceAlertsTags":[],
       "statusPageVisibility":{"enabled":false,"serviceIds":[]}}""";

  private final List<Violation> violations = new ArrayList<>();

  private ObjectNode document(String payload) {
    return WindowCodec.ofPayload(
        JsonText.parse(payload.replace('\'', '"')), new ContractBodies(), violations);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'startsAt':'2026-03-01T02:00:00+01:00','endsAt':'2026-03-01T03:00:00.5Z',"
            + "'repeatEndsAt':'2027-01-01T00:00:00+01:00','tags':['a','b','a']",
        "'startsAt':'2026-03-01T01:00:00.000400Z','endsAt':'2026-03-01T03:00:00.500999Z',"
            + "'repeatEndsAt':'2026-12-31T23:00:00Z','tags':['a','b'],'timezone':'',"
            + "'repeatInterval':0,'silenceAlertsTags':null",
      })
  void equalWindowsCompareEqual(String members) {
    assertThat(document("{'name':'w','repeatUnit':'WEEK'," + members + "}"))
        .isEqualTo(JsonText.parse(WINDOW));
    assertThat(violations).isEmpty();
  }

  @Test
  void aDocumentStaysAsItIs() {
    assertThat(document(WINDOW)).isEqualTo(JsonText.parse(WINDOW));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':'w','endsAt':'2026-03-01T03:00:00Z','tags':['a']} | /startsAt",
        "{'name':'w','startsAt':'x','endsAt':'2026-03-01T03:00:00Z','tags':['a']} | /startsAt",
        "{'name':'w','startsAt':'2026-03-01T03:00:00Z','endsAt':'2026-03-01T03:00:00Z',"
            + "'tags':['a']} | /endsAt",
        "{'name':'w','startsAt':'2026-03-01T01:00:00Z','endsAt':'2026-03-01T03:00:00Z'} | /tags",
        "{'name':'w','startsAt':'2026-03-01T01:00:00Z','endsAt':'2026-03-01T03:00:00Z',"
            + "'tags':['a'],'timezone':'Mars/North'} | /timezone",
        "{'name':'w','startsAt':'2026-03-01T01:00:00Z','endsAt':'2026-03-01T03:00:00Z',"
            + "'tags':['a'],'repeatInterval':2} | /repeatUnit",
      })
  void faultsAreNamed(String payload, String path) {
    document(payload);

    assertThat(violations).singleElement().extracting(Violation::path).isEqualTo(path);
  }
}
