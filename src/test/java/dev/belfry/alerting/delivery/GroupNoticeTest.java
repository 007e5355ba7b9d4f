package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.grouping.AlertGroup;
import dev.belfry.alerting.grouping.AlertGroup.Counts;
import dev.belfry.alerting.grouping.AlertGroup.Level;
import dev.belfry.alerting.grouping.AlertGroup.Member;
import dev.belfry.alerting.grouping.AlertGroup.Told;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What messages about a group say, in the form of each type of channel. */
class GroupNoticeTest {
  private static final UUID GROUP = new UUID(7, 7);
  private static final AlertLinks LINKS =
      AlertLinks.of(
          TestApp.config(
              DatabaseAddress.local(1, new Secret("x")),
              Map.of("BELFRY_PUBLIC_URL", "https://b.example.org")),
          List.of("secret"));

  private static AlertGroup group(
      int failing, int degraded, int recovered, int repeats, boolean closed) {
    List<Member> members = new ArrayList<>();
    add(members, Level.FAILED, failing);
    add(members, Level.DEGRADED, degraded);
    add(members, Level.RECOVERED, recovered);
    return new AlertGroup(
        GROUP,
        3,
        Map.of("HOST", "e.org"),
        new Told(1_000, 2, repeats, 2_000L, closed ? 3_000L : null),
        new Counts(failing, degraded, recovered, 0),
        members);
  }

  private static void add(List<Member> members, Level level, int count) {
    for (int i = 0; i < count && members.size() < GroupNotice.MOST_MEMBERS; i++) {
      members.add(
          new Member(
              new UUID(1, i),
              new UUID(2, i),
              "Shop \"" + i + "\"",
              level,
              1,
              "It broke.",
              null,
              null,
              null,
              null,
              null));
    }
  }

  private static ChannelMessage message(AlertGroup group, String webhookType) {
    Delivery delivery =
        new Delivery(
            new UUID(0, 1), new UUID(0, 2), Kind.GROUP, "l", 1, 1, 0, null, 3L, null, null);
    return new ChannelMessage(
        delivery,
        ChannelType.WEBHOOK,
        JsonNodeFactory.instance
            .objectNode()
            .put("url", "https://example.org/")
            .put("webhookType", webhookType),
        GroupNotice.variables(group, LINKS),
        List.of(),
        GROUP.toString(),
        false,
        ChannelMessage.Receipts.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1     | 0 | 0 | 0 | false | ALERT_FAILURE         | Shop \"0\" has failed (e.org)",
        "1     | 0 | 0 | 1 | false | ALERT_FAILURE_REMAIN  | Shop \"0\" is still failing (e.org)",
        "0     | 1 | 0 | 0 | false | ALERT_DEGRADED        | Shop \"0\" is degraded (e.org)",
        "10000 | 0 | 0 | 0 | false | ALERT_FAILURE         | 10,000 monitors are failing (e.org)",
        "2     | 1 | 3 | 0 | false | ALERT_FAILURE         | 2 monitors are failing, 1 degraded,"
            + " 3 recovered (e.org)",
        "1     | 0 | 3 | 2 | false | ALERT_FAILURE_REMAIN  | 1 monitor is still failing,"
            + " 3 recovered (e.org)",
        "0     | 2 | 0 | 1 | false | ALERT_DEGRADED_REMAIN | 2 monitors are still degraded (e.org)",
        "0     | 0 | 4 | 1 | true  | ALERT_RECOVERY        | All 4 monitors have recovered (e.org)",
        "0     | 0 | 1 | 0 | true  | ALERT_RECOVERY        | Shop \"0\" has recovered (e.org)",
      })
  void theTitleCounts(
      int failing,
      int degraded,
      int recovered,
      int repeats,
      boolean closed,
      String type,
      String title) {
    ChannelMessage message = message(group(failing, degraded, recovered, repeats, closed), "");
    assertThat(AlertTitle.of(message)).isEqualTo(title);
    assertThat(message.text("ALERT_TYPE")).isEqualTo(type);
  }

  @Test
  void theVariablesOfTemplates() {
    Map<String, Object> member =
        Map.of(
            "name", "Shop \"0\"",
            "state", "FAILED",
            "error", "It broke.",
            "checkId", new UUID(1, 0).toString(),
            "link", "https://b.example.org/console/monitors/" + new UUID(1, 0));
    Map<String, Object> open = GroupNotice.variables(group(1, 0, 0, 2, false), LINKS);
    assertThat(open.remove("ACKNOWLEDGE_LINK")).asString().startsWith("https://b.example.org/");
    assertThat(open)
        .containsOnly(
            entry("ALERT_TITLE", "Shop \"0\" is still failing (e.org)"),
            entry("ALERT_TYPE", "ALERT_FAILURE_REMAIN"),
            entry("CHECK_NAME", "Shop \"0\""),
            entry("IS_REMINDER", true),
            entry("REMINDER_SEQUENCE", 2),
            entry("CHECK_ERROR_MESSAGE", "It broke."),
            entry("STARTED_AT", "1970-01-01T00:00:01Z"),
            entry("RESULT_LINK", LINKS.alerts()),
            entry("ALERT_GROUP_ID", GROUP.toString()),
            entry("ALERT_GROUP_LABELS", "e.org"),
            entry("ALERT_GROUP_COUNT", 1),
            entry("ALERT_GROUP_FAILING", 1),
            entry("ALERT_GROUP_DEGRADED", 0),
            entry("ALERT_GROUP_RECOVERED", 0),
            entry("ALERT_GROUP_MEMBERS", List.of(member)),
            entry("ALERT_GROUP_MORE", 0));
    assertThat(GroupNotice.variables(group(0, 0, 1, 2, true), LINKS))
        .containsEntry("IS_REMINDER", false)
        .doesNotContainKeys("REMINDER_SEQUENCE", "ACKNOWLEDGE_LINK", "CHECK_ERROR_MESSAGE");
    assertThat(GroupNotice.variables(group(2, 3, 4, 0, false), LINKS))
        .containsEntry("CHECK_NAME", "9 monitors")
        .containsEntry("IS_REMINDER", false)
        .containsEntry("ALERT_GROUP_DEGRADED", 3)
        .containsEntry("ALERT_GROUP_RECOVERED", 4)
        .containsEntry(
            "CHECK_ERROR_MESSAGE",
            "Failing: Shop \"0\", Shop \"1\"."
                + " Degraded: Shop \"0\", Shop \"1\", Shop \"2\"."
                + " Recovered: Shop \"0\", Shop \"1\", Shop \"2\", Shop \"3\".");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | Shop \"0\" was removed",
        "2 | None of 2 monitors fails any more",
      })
  void monitorsMayBeRemoved(int all, String title) {
    AlertGroup recovered = group(0, 0, 1, 0, true);
    AlertGroup removed =
        new AlertGroup(
            GROUP,
            3,
            Map.of("CHECK_GROUP", "Web", "TAGS", ""),
            recovered.told(),
            new Counts(0, 0, all - 1, 1),
            recovered.members());
    assertThat(GroupNotice.variables(removed, LINKS))
        .containsEntry("ALERT_TITLE", title + " (Web)")
        .containsEntry("GROUP_NAME", "Web");
  }

  @Test
  void longNamesAndLabelsAreCut() {
    AlertGroup sample = group(2, 0, 0, 0, false);
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      members.add(
          new Member(
              new UUID(1, i),
              new UUID(2, i),
              "n".repeat(150),
              Level.FAILED,
              1,
              "",
              null,
              null,
              null,
              null,
              null));
    }
    Map<String, Object> cut =
        GroupNotice.variables(
            new AlertGroup(
                GROUP, 3, Map.of("TAGS", "t".repeat(250)), sample.told(), sample.counts(), members),
            LINKS);
    assertThat(cut.get("ALERT_GROUP_LABELS")).asString().hasSize(200);
    assertThat(cut.get("CHECK_ERROR_MESSAGE"))
        .asString()
        .hasSize("Failing: , .".length() + 2 * 100);
  }

  @Test
  void theListIsCut() {
    ChannelMessage message = message(group(10_000, 0, 2, 0, false), "");
    assertThat(message.text("CHECK_ERROR_MESSAGE"))
        .isEqualTo(
            "Failing: Shop \"0\", Shop \"1\", Shop \"2\", Shop \"3\", Shop \"4\" and 9,995 more."
                + " Recovered: 2.");
    JsonNode group =
        new ObjectMapper().valueToTree(WebhookRequest.defaultBody(message)).path("alertGroup");
    assertThat(group.path("members")).hasSize(20);
    assertThat(group.path("more").asInt()).isEqualTo(9_982);
    assertThat(group.path("id").asText()).isEqualTo(GROUP.toString());
    assertThat(group.at("/members/0/link").asText())
        .isEqualTo("https://b.example.org/console/monitors/" + new UUID(1, 0));
  }

  @Test
  void servicesThatKeepAlertsOpenAndResolveOne() {
    ChannelMessage open = message(group(3, 0, 0, 0, false), "");
    ChannelMessage closed = message(group(0, 0, 3, 0, true), "");
    JsonNode event = PagerDutyEvent.of(open);
    assertThat(event.path("dedup_key").asText()).isEqualTo(GROUP.toString());
    assertThat(event.path("event_action").asText()).isEqualTo("trigger");
    assertThat(event.at("/links/0/text").asText()).isEqualTo("Open the alerts");
    assertThat(PagerDutyEvent.of(closed).path("event_action").asText()).isEqualTo("resolve");
    assertThat(OpsgenieAlert.of(open).path("alias").asText()).isEqualTo(GROUP.toString());
    assertThat(OpsgenieAlert.path(closed))
        .isEqualTo("/v2/alerts/" + GROUP + "/close?identifierType=alias");
  }

  @Test
  void slackNamesTheMonitors() {
    assertThat(SlackMessage.of(message(group(3, 0, 0, 0, false), "")).toString())
        .contains("3 monitors are failing")
        .contains("Failing: Shop")
        .contains("Open the alerts");
  }

  @Test
  void anEmailHasALineForEachMember() {
    assertThat(GroupNotice.email(message(group(30, 0, 0, 0, false), "")).lines()).hasSize(20);
    assertThat(GroupNotice.email(message(group(30, 0, 0, 0, false), "")).more()).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(WebhookPreset.class)
  void everyServiceGetsItsForm(WebhookPreset preset) throws Exception {
    for (AlertGroup group :
        List.of(group(30, 1, 2, 0, false), group(0, 2, 0, 1, false), group(0, 0, 3, 0, true))) {
      OutgoingRequest request =
          WebhookRequest.of(message(group, preset.webhookType()), Instant.EPOCH);
      assertThat(request.body()).containsAnyOf("monitors", "Shop");
      if (String.valueOf(request.headers().get("Content-Type")).contains("json")) {
        new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .readTree(request.body());
      }
    }
  }
}
