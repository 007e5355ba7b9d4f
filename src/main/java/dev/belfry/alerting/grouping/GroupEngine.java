package dev.belfry.alerting.grouping;

import dev.belfry.alerting.grouping.GroupStep.Action;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.OptionalLong;

/**
 * Decides what is told about a group each time that it is looked at: first after the wait, then at
 * every interval, as Alertmanager does. A group has one message under way at most. Pure.
 */
final class GroupEngine {
  /** Pause while the last message is not delivered yet; it shows the members as they then are. */
  static final long UNDELIVERED_MILLIS = 10_000;

  private GroupEngine() {}

  /**
   * Looks at a group.
   *
   * @param underway whether its last message is neither delivered nor given up
   * @param now milliseconds since 1970
   */
  static GroupStep onLook(
      GroupState state,
      GroupCounts members,
      GroupingSettings settings,
      boolean underway,
      long now) {
    if (underway) {
      return new GroupStep(Action.NOTHING, now + Math.min(settings.interval(), UNDELIVERED_MILLIS));
    }
    Action action = action(state, members, settings, now);
    long next = now + settings.interval();
    OptionalLong quietUntil =
        action.tells()
            ? settings.quietHours().endAt(now, level(action, members))
            : OptionalLong.empty();
    return quietUntil.isPresent()
        ? new GroupStep(Action.NOTHING, Math.min(quietUntil.getAsLong(), next))
        : new GroupStep(action, next);
  }

  /** The level that decides whether a message waits for the end of quiet hours. */
  private static QuietHours.Level level(Action action, GroupCounts members) {
    return action == Action.RESOLVE || members.failing() > 0
        ? QuietHours.Level.FAILED
        : QuietHours.Level.DEGRADED;
  }

  private static Action action(
      GroupState state, GroupCounts members, GroupingSettings settings, long now) {
    boolean toldBefore = state.revision() > 0;
    if (!members.isOpen()) {
      return toldBefore && settings.receives().recovery() ? Action.RESOLVE : Action.CLOSE;
    }
    if (members.hasNews(settings.receives(), toldBefore)) {
      return Action.TELL;
    }
    Long told = state.told();
    return told != null && members.unattended() > 0 && now >= told + settings.repeat()
        ? Action.REPEAT
        : Action.NOTHING;
  }
}
