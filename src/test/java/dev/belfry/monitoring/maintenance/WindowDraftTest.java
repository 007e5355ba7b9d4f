package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowDraftTest {
  private static WindowDraft draft(String members) {
    return WindowCodec.read(body(members));
  }

  private static ObjectNode body(String members) {
    ObjectNode body =
        JsonText.parse(
            """
            {"name":"w","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
             "tags":["a"]}""");
    body.setAll(JsonText.parse("{" + members.replace('\'', '"') + "}"));
    return body;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "",
      value = {
        "'endsAt':'2026-03-01T01:00:00Z' | /endsAt",
        "'startsAt':'1999-12-31T23:59:59Z' | /startsAt",
        "'endsAt':'2100-01-01T00:00:00Z' | /endsAt",
        "'timezone':'Mars/Olympus' | /timezone",
        "'timezone':'+05:00' | /timezone",
        "'repeatUnit':'DAY','repeatEndsAt':'soon' | /repeatEndsAt",
        "'repeatUnit':'DAY','repeatEndsAt':'2026-03-01T01:00:00Z' | /repeatEndsAt",
        "'repeatInterval':2 | /repeatUnit",
        "'repeatEndsAt':'2026-04-01T01:00:00Z' | /repeatUnit",
        "'tags':[] | /tags",
        "'tags':[],'silenceAlertsTags':[] | /tags",
      })
  void namesWhatIsWrong(String members, String path) {
    assertThat(WindowDraftRules.ofComplete(draft(members)))
        .extracting(Violation::path)
        .containsExactly(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'timezone':'Europe/Berlin'|.",
        "'timezone':'','repeatEndsAt':'','repeatInterval':0|.",
        "'timezone':null,'repeatEndsAt':null,'repeatInterval':null,'repeatUnit':null|.",
        "'repeatUnit':'MONTH'|.",
        "'tags':[],'silenceAllAlerts':true|.",
        "'tags':null,'pauseAllChecks':true|.",
        "'tags':[],'silenceAlertsTags':['b']|.",
      })
  void acceptsWhatClientsSend(String members, String nothing) {
    assertThat(WindowDraftRules.ofComplete(draft(members))).as(nothing).isEmpty();
  }

  @Test
  void fillsInWhatIsNotSaid() {
    MaintenanceWindow window = draft("'repeatUnit':'WEEK','tags':['b','a','b']").window();
    assertThat(window.plan().interval()).isEqualTo(1);
    assertThat(window.plan().zone()).isNull();
    assertThat(window.scope().tags()).containsExactly("b", "a");
    assertThat(draft("'repeatUnit':'DAY','repeatInterval':0").window().plan().interval())
        .isEqualTo(1);
  }

  @Test
  void whatDoesNotRepeatAnyMoreHasNoIntervalAndNoEnd() {
    WindowDraft stored =
        draft("'repeatUnit':'DAY','repeatInterval':2,'repeatEndsAt':'2026-04-01T01:00:00Z'");
    WindowDraft merged =
        WindowCodec.read(JsonText.parse("{\"repeatUnit\":null}"))
            .over(WindowDraft.of(stored.window()));
    assertThat(WindowDraftRules.ofComplete(merged)).isEmpty();
    assertThat(merged.window().plan().unit()).isNull();
  }

  @Test
  void aStoredWindowIsTheDraftThatWouldCreateIt() {
    MaintenanceWindow window =
        draft(
                "'description':'d','repeatUnit':'DAY','repeatInterval':2,'timezone':'Asia/Tokyo',"
                    + "'statusPageVisibility':{'enabled':true,'serviceIds':[]}")
            .window();
    assertThat(WindowDraft.of(window).window()).isEqualTo(window);
    assertThat(WindowCodec.read(WindowCodec.document(window)).window()).isEqualTo(window);
  }

  @ParameterizedTest(name = "{0} pause {1} silence {2} more {3} on {4}: holds {5}, pauses {6}")
  @CsvSource({
    "a,  false, false, '', a, true, false",
    "a,  false, false, '', b, false, false",
    "a,  true, false, '', a, true, true",
    "a,  true, false, '', b, false, false",
    "'', true, false, '', b, true, true",
    "'', false, true, '', b, true, false",
    "a,  false, true, '', b, true, false",
    "'', false, false, b, b, true, false",
    "'', false, false, b, a, false, false",
    "'', true, false, b, '', true, true",
    "a, true, false, b, b, true, false",
  })
  void concernsTheChecksItNames(
      String tags,
      boolean pause,
      boolean silence,
      String more,
      String of,
      boolean holds,
      boolean pauses) {
    WindowScope scope = new WindowScope(words(tags), pause, silence, words(more));
    assertThat(MaintenanceRules.holds(scope, words(of))).isEqualTo(holds);
    assertThat(MaintenanceRules.pauses(scope, words(of))).isEqualTo(pauses);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }
}
