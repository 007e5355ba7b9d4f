package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.ActionAudience;
import dev.belfry.alerting.alert.AlertActionType;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.monitoring.channel.ChannelType;
import org.jspecify.annotations.Nullable;

/**
 * A message that tells a channel what a person did about a problem.
 *
 * @param config of the channel, secrets included
 * @param key of the problem at the receiver: the episode, or the group of alerts
 * @param standing decides whether it is sent
 * @param receipts what the receiver told of messages that it has
 * @param now by the database's clock, milliseconds since 1970
 */
record ActionMessage(
    ChannelType type,
    ObjectNode config,
    String key,
    Action action,
    Standing standing,
    @Nullable Group group,
    ChannelMessage.Receipts receipts,
    long now) {

  /**
   * The action.
   *
   * @param actor as people read it
   * @param note null for none
   * @param until end of a snooze, milliseconds since 1970; null for another action
   * @param subject name of the monitor, possibly empty
   * @param alerts how many alerts the action was about
   */
  record Action(
      AlertActionType type,
      String actor,
      @Nullable String note,
      @Nullable Long until,
      String subject,
      int alerts) {}

  /**
   * How the problem and its messages to the channel are.
   *
   * @param open whether the problem goes on
   * @param follows whether an earlier message about it is undelivered
   * @param told whether the channel has a message about it
   * @param answered whether the receiver ever answered this message
   */
  record Standing(boolean open, boolean follows, boolean told, boolean answered) {}

  /**
   * The open alerts of a group as they are now.
   *
   * @param snoozed until when all of them are, milliseconds since 1970; null when one is not
   */
  record Group(int open, int acknowledged, @Nullable Long snoozed) {}

  /** What becomes of a message. */
  enum Step {
    SEND,
    /** An earlier message goes first. */
    WAIT,
    /** The channel never got a message about the problem. */
    UNTOLD,
    /** The problem or the snooze has ended; the service must not open it again. */
    OVER,
    /** The group as a whole is not what the action made its alerts. */
    PARTIAL,
    /** The channel is of another type now. */
    UNKNOWN
  }

  /** Decides what becomes of the message now. */
  Step step() {
    Long until = until();
    if (!ActionAudience.tells(type, action.type())) {
      return Step.UNKNOWN;
    }
    if (!standing.open()) {
      return Step.OVER;
    }
    if (standing.follows()) {
      return Step.WAIT;
    }
    if (!standing.told()) {
      return Step.UNTOLD;
    }
    if (type != ChannelType.SLACK_APP && !concernsAll()) {
      return Step.PARTIAL;
    }
    return action.type() == AlertActionType.SNOOZE && (until == null || until <= now)
        ? Step.OVER
        : Step.SEND;
  }

  /** A thread tells of each alert of a group; a service has one state for all of them. */
  private boolean concernsAll() {
    if (group == null) {
      return true;
    }
    return switch (action.type()) {
      case ACKNOWLEDGE -> group.acknowledged() == group.open();
      case UNACKNOWLEDGE -> group.acknowledged() < group.open();
      case SNOOZE -> group.snoozed() != null;
      case UNSNOOZE, ASSIGN, UNASSIGN, COMMENT -> true;
    };
  }

  /** Until when the receiver has quiet, milliseconds since 1970; null for another action. */
  @Nullable Long until() {
    return type != ChannelType.SLACK_APP && group != null && action.type() == AlertActionType.SNOOZE
        ? group.snoozed()
        : action.until();
  }

  /** A member of the configuration as text, empty when absent. */
  String setting(String name) {
    return config.path(name).asText("").strip();
  }

  /** A text of the receiver without secrets, since a receiver may repeat its request. */
  String masked(String text) {
    return ReceiverText.masked(text, ChannelSecrets.in(type, config));
  }

  /** Omits the configuration, which may contain secrets. */
  @Override
  public String toString() {
    return "ActionMessage[" + key + ", " + type + "]";
  }
}
