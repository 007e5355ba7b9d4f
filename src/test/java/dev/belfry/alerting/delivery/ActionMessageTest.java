package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.ActionAudience;
import dev.belfry.alerting.alert.AlertActionType;
import dev.belfry.alerting.delivery.ActionMessage.Group;
import dev.belfry.alerting.delivery.ActionMessage.Standing;
import dev.belfry.alerting.delivery.ActionMessage.Step;
import dev.belfry.monitoring.channel.ChannelType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which channels are told of which actions, when, and in which form. */
class ActionMessageTest {
  private static final long NOW = 1_772_442_900_000L;
  private static final long LATER = NOW + 3_600_000;
  private static final Standing READY = new Standing(true, false, true, false);

  private final ObjectNode config = JsonNodeFactory.instance.objectNode().put("serviceKey", " k ");

  private ActionMessage message(
      ChannelType type, AlertActionType action, Standing standing, @Nullable Group group) {
    return new ActionMessage(
        type,
        config,
        "the-key",
        new ActionMessage.Action(
            action,
            "PagerDuty: Ada",
            action == AlertActionType.ACKNOWLEDGE ? "On <it>" : null,
            action == AlertActionType.SNOOZE ? LATER : null,
            "Shop",
            1),
        standing,
        group,
        ChannelMessage.Receipts.NONE,
        NOW);
  }

  private ActionMessage message(ChannelType type, AlertActionType action) {
    return message(type, action, READY, null);
  }

  @Test
  void whoIsToldOfWhat() {
    assertThat(ActionAudience.of(AlertActionType.ACKNOWLEDGE))
        .containsExactlyInAnyOrder(
            ChannelType.PAGERDUTY, ChannelType.OPSGENIE, ChannelType.SLACK_APP);
    assertThat(ActionAudience.of(AlertActionType.UNACKNOWLEDGE))
        .containsExactlyInAnyOrder(ChannelType.OPSGENIE, ChannelType.SLACK_APP);
    assertThat(ActionAudience.of(AlertActionType.SNOOZE))
        .containsExactlyInAnyOrder(ChannelType.OPSGENIE, ChannelType.SLACK_APP);
    assertThat(ActionAudience.of(AlertActionType.UNSNOOZE)).containsExactly(ChannelType.SLACK_APP);
    for (AlertActionType silent :
        List.of(AlertActionType.ASSIGN, AlertActionType.UNASSIGN, AlertActionType.COMMENT)) {
      assertThat(ActionAudience.of(silent)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true,  false, true,  SEND",
    "true,  true,  true,  WAIT",
    "true,  true,  false, WAIT",
    "true,  false, false, UNTOLD",
    "false, false, true,  OVER",
    "false, true,  true,  OVER",
  })
  void itFollowsTheProblemAndEndsWithIt(
      boolean open, boolean follows, boolean told, Step expected) {
    for (ChannelType type : ActionAudience.of(AlertActionType.ACKNOWLEDGE)) {
      Standing standing = new Standing(open, follows, told, false);
      assertThat(message(type, AlertActionType.ACKNOWLEDGE, standing, null).step())
          .isEqualTo(expected);
    }
  }

  @Test
  void aChannelThatIsOfAnotherTypeNowIsNotTold() {
    assertThat(message(ChannelType.EMAIL, AlertActionType.ACKNOWLEDGE).step())
        .isEqualTo(Step.UNKNOWN);
    assertThat(message(ChannelType.PAGERDUTY, AlertActionType.SNOOZE).step())
        .isEqualTo(Step.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "ACKNOWLEDGE,   3, 3,  0, SEND",
    "ACKNOWLEDGE,   3, 2,  0, PARTIAL",
    "UNACKNOWLEDGE, 3, 2,  0, SEND",
    "UNACKNOWLEDGE, 3, 3,  0, PARTIAL",
    "SNOOZE,        3, 0,  0, PARTIAL",
    "SNOOZE,        3, 0,  5, SEND",
    "SNOOZE,        3, 0, -1, OVER",
  })
  void aServiceHasOneStateOfAGroup(
      AlertActionType action, int open, int acknowledged, long snoozed, Step expected) {
    Group group = new Group(open, acknowledged, snoozed == 0 ? null : (Long) (NOW + snoozed));
    ActionMessage message = message(ChannelType.OPSGENIE, action, READY, group);
    assertThat(message.step()).isEqualTo(expected);
    assertThat(message(ChannelType.SLACK_APP, action, READY, group).step()).isEqualTo(Step.SEND);
    if (action == AlertActionType.SNOOZE) {
      assertThat(message.until()).isEqualTo(group.snoozed());
    }
  }

  @Test
  void aSnoozeThatIsOverIsNotTold() {
    ActionMessage late =
        new ActionMessage(
            ChannelType.SLACK_APP,
            config,
            "k",
            new ActionMessage.Action(AlertActionType.SNOOZE, "a", null, NOW, "", 1),
            READY,
            null,
            ChannelMessage.Receipts.NONE,
            NOW);
    assertThat(late.step()).isEqualTo(Step.OVER);
  }

  @Test
  void pagerDutyKnowsTheAcknowledgementAlone() {
    assertThat(
            ActionRequests.pagerDuty(message(ChannelType.PAGERDUTY, AlertActionType.ACKNOWLEDGE))
                .toString())
        .isEqualTo(
            "{\"routing_key\":\"k\",\"event_action\":\"acknowledge\",\"dedup_key\":\"the-key\"}");
  }

  @ParameterizedTest
  @EnumSource(
      value = AlertActionType.class,
      names = {"ACKNOWLEDGE", "UNACKNOWLEDGE", "SNOOZE"})
  void opsgenieHasARequestForEach(AlertActionType action) {
    ActionMessage message = message(ChannelType.OPSGENIE, action);
    assertThat(ActionRequests.opsgeniePath(message))
        .isEqualTo(
            "/v2/alerts/the-key/%s?identifierType=alias"
                .formatted(action.name().toLowerCase(Locale.ROOT)));
    JsonNode body = ActionRequests.opsgenie(message);
    assertThat(body.path("user").asText()).isEqualTo("Belfry");
    assertThat(body.path("source").asText()).isEqualTo("Belfry");
    assertThat(body.path("note").asText()).contains("by PagerDuty: Ada.");
    assertThat(body.has("endTime")).isEqualTo(action == AlertActionType.SNOOZE);
    assertThat(body.path("endTime").asText("2026-03-02T10:15:00Z"))
        .isEqualTo("2026-03-02T10:15:00Z");
  }

  @Test
  void opsgenieHasNoRequestForTheRest() {
    ActionMessage message = message(ChannelType.OPSGENIE, AlertActionType.UNSNOOZE);
    assertThatThrownBy(() -> ActionRequests.opsgeniePath(message))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aReplySaysWhoDidWhat() {
    assertThat(slack(AlertActionType.ACKNOWLEDGE, null))
        .isEqualTo("Acknowledged by PagerDuty: Ada.\nOn &lt;it&gt;");
    assertThat(slack(AlertActionType.UNACKNOWLEDGE, null))
        .isEqualTo("Acknowledgement withdrawn by PagerDuty: Ada.");
    assertThat(slack(AlertActionType.SNOOZE, null))
        .isEqualTo("Snoozed until 2026-03-02 10:15 UTC by PagerDuty: Ada.");
    assertThat(slack(AlertActionType.UNSNOOZE, null)).isEqualTo("Snooze ended by PagerDuty: Ada.");
    assertThat(slack(AlertActionType.UNACKNOWLEDGE, new Group(3, 1, null)))
        .isEqualTo(
            "Acknowledgement withdrawn by PagerDuty: Ada: Shop."
                + " 1 of 3 open alerts is acknowledged.");
  }

  private String slack(AlertActionType action, @Nullable Group group) {
    return ActionRequests.slack(message(ChannelType.SLACK_APP, action, READY, group))
        .path("text")
        .asText();
  }

  @Test
  void actorsHaveNamesForPeople() {
    assertThat(ActionText.actor("key:7", "CI")).isEqualTo("API key CI");
    assertThat(ActionText.actor("key:7", null)).isEqualTo("an API key");
    assertThat(ActionText.actor("link", null)).isEqualTo("the link in a message");
    assertThat(ActionText.actor("Opsgenie: ada", null)).isEqualTo("Opsgenie: ada");
  }

  @Test
  void showsNoSecret() {
    config.put("apiKey", "very-secret-key");
    ActionMessage message = message(ChannelType.OPSGENIE, AlertActionType.ACKNOWLEDGE);
    assertThat(message.toString()).doesNotContain("very-secret-key");
    assertThat(message.masked("no very-secret-key")).isEqualTo("no ****");
  }
}
