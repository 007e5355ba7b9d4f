package dev.belfry.alerting.alert;

import dev.belfry.monitoring.channel.ChannelType;
import java.util.Arrays;
import java.util.List;

/**
 * Which types of channels are told what people do about an alert: services that keep the alert in a
 * state of its own, and threads. An action is no alarm, so nothing else is told.
 */
public final class ActionAudience {
  /** Names Belfry in requests about actions to Opsgenie, whose webhooks repeat it. */
  public static final String OURSELVES = "Belfry";

  private ActionAudience() {}

  /** Whether Belfry tells channels of a type of an action. */
  public static boolean tells(ChannelType type, AlertActionType action) {
    return switch (type) {
      // Its events have no way to take an acknowledgement back, and none to snooze. An incident
      // that is acknowledged for a snooze would stay so after it.
      case PAGERDUTY -> action == AlertActionType.ACKNOWLEDGE;
      // Its API has no end of a snooze but the time.
      case OPSGENIE ->
          switch (action) {
            case ACKNOWLEDGE, UNACKNOWLEDGE, SNOOZE -> true;
            case UNSNOOZE, ASSIGN, UNASSIGN, COMMENT -> false;
          };
      case SLACK_APP ->
          switch (action) {
            case ACKNOWLEDGE, UNACKNOWLEDGE, SNOOZE, UNSNOOZE -> true;
            case ASSIGN, UNASSIGN, COMMENT -> false;
          };
      case EMAIL, SLACK, WEBHOOK, SMS, CALL, MEMBER -> false;
    };
  }

  /** The types of channels that Belfry tells of an action. */
  public static List<ChannelType> of(AlertActionType action) {
    return Arrays.stream(ChannelType.values()).filter(type -> tells(type, action)).toList();
  }
}
