package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookEventsTest {
  private static final UUID EPISODE = UUID.fromString("3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30");
  private static final long DAY = 86_400_000;

  private static ObjectNode opsgenie(String action, String more) {
    return JsonText.parse(
        "{\"action\":\"%s\",\"alert\":{\"alias\":\"%s\"%s}}".formatted(action, EPISODE, more));
  }

  private static @Nullable Long snooze(String end) {
    return HookEvents.ofOpsgenie(opsgenie("Snooze", ",\"snoozeEndDate\":" + end), 1_000)
        .map(told -> told.action().until())
        .orElse(null);
  }

  @Test
  void aSnoozeEndsWithinLimits() {
    assertThat(snooze("5000")).isEqualTo(5_000);
    assertThat(snooze("\"1970-01-01T01:00:00+01:00\"")).as("past").isNull();
    assertThat(snooze("\"1970-01-02T00:00:00Z\"")).isEqualTo(DAY);
    assertThat(snooze(Long.toString(99 * DAY))).isEqualTo(1_000 + 30 * DAY);
    assertThat(snooze("null")).isNull();
    assertThat(snooze("{}")).isNull();
  }

  @Test
  void longTextsAreCutAndNulIsLeftOut() {
    String note = "😀".repeat(1_500);
    HookAction told =
        HookEvents.ofOpsgenie(
                opsgenie("AddNote", ",\"note\":\"" + note + "\",\"username\":\"a\\u0000b\""), 0)
            .orElseThrow();
    assertThat(told.action().note()).hasSize(2_000).endsWith("😀");
    assertThat(told.actor()).isEqualTo("Opsgenie: ab");
    assertThat(
            HookEvents.ofOpsgenie(
                    opsgenie("AddNote", ",\"note\":\"x" + note + "\",\"username\":null"), 0)
                .orElseThrow()
                .action()
                .note())
        .hasSize(1_999);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "Acknowledge     | ACKNOWLEDGE   | none               | none",
        "UnAcknowledge   | UNACKNOWLEDGE | none               | none",
        "Close           | ACKNOWLEDGE   | Closed in Opsgenie | none",
        "AssignOwnership | ASSIGN        | none               | Ada",
        "AddNote         | COMMENT       | seen               | none",
        "Snooze          | SNOOZE        | none               | none",
      })
  void eachActionOfOpsgenieHasAType(
      String action, AlertActionType type, @Nullable String note, @Nullable String assignee) {
    String more = ",\"owner\":\"Ada\",\"note\":\"seen\",\"snoozedUntil\":2000,\"updatedAt\":7";
    HookAction told = HookEvents.ofOpsgenie(opsgenie(action, more), 1_000).orElseThrow();
    assertThat(told.action().type()).isEqualTo(type);
    assertThat(told.action().note()).isEqualTo(note);
    assertThat(told.action().assignee()).isEqualTo(assignee);
    assertThat(told.event()).isEqualTo(action + " 7");
  }

  @Test
  void aSnoozeThatEndsNowIsNone() {
    assertThat(snooze("1000")).isNull();
    assertThat(snooze("1001")).isEqualTo(1_001);
  }

  /** Names have 200 characters at most, events 100; texts of just that length stay whole. */
  @ParameterizedTest
  @CsvSource({"200, 200", "201, 200"})
  void namesAreCut(int length, int kept) {
    String name = "n".repeat(length);
    HookAction told =
        HookEvents.ofOpsgenie(
                opsgenie(
                    "AssignOwnership",
                    ",\"owner\":\"%s\",\"username\":\"%s\",\"updatedAt\":\"%s\""
                        .formatted(name, name, name)),
                0)
            .orElseThrow();
    assertThat(told.action().assignee()).hasSize(kept);
    assertThat(told.actor()).isEqualTo("Opsgenie: " + "n".repeat(kept));
    assertThat(told.event()).hasSize(100);
  }

  @Test
  void nothingIsMadeOfNothing() {
    assertThat(HookEvents.ofOpsgenie(opsgenie("AddNote", ""), 0)).isEmpty();
    assertThat(HookEvents.ofOpsgenie(opsgenie("AssignOwnership", ",\"owner\":\" \""), 0)).isEmpty();
    assertThat(HookEvents.ofOpsgenie(JsonText.parse("{\"action\":null,\"alert\":[]}"), 0))
        .isEmpty();
    assertThat(
            HookEvents.ofPagerDuty(
                JsonText.parse(
                    """
                    {"event":{"event_type":"incident.reassigned",
                     "data":{"incident_key":"%s","assignees":null}}}"""
                        .formatted(EPISODE))))
        .isEmpty();
  }

  @Test
  void whatBelfryDidThereIsNoNews() {
    assertThat(HookEvents.ofOpsgenie(opsgenie("Acknowledge", ",\"username\":\"Ada\""), 0))
        .isPresent();
    assertThat(HookEvents.ofOpsgenie(opsgenie("Acknowledge", ",\"username\":\"Belfry\""), 0))
        .isEmpty();
    ObjectNode sent = opsgenie("UnAcknowledge", "");
    sent.putObject("source").put("name", "Belfry").put("type", "API");
    assertThat(HookEvents.ofOpsgenie(sent, 0)).isEmpty();
  }

  @Test
  void severalAssigneesAreNamed() {
    HookAction told =
        HookEvents.ofPagerDuty(
                JsonText.parse(
                    """
                    {"event":{"id":"e","event_type":"incident.reassigned","agent":null,
                     "data":{"incident_key":"%s",
                       "assignees":[{"summary":"A"},{"summary":" "},{"summary":"B"}]}}}"""
                        .formatted(EPISODE)))
            .orElseThrow();
    assertThat(told.action().assignee()).isEqualTo("A, B");
    assertThat(told.actor()).isEqualTo("PagerDuty");
    assertThat(told.event()).isEqualTo("e");
  }
}
