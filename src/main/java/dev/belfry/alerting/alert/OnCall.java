package dev.belfry.alerting.alert;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The person of an on-call schedule for whom a channel speaks.
 *
 * @param schedule id of the schedule
 * @param person as the channel names them
 * @param now the texts that name those who are on call, in lower case; empty without a shift or a
 *     calendar that was read
 */
public record OnCall(long schedule, String person, Set<String> now) {
  public OnCall {
    now = Set.copyOf(now);
  }

  /** Whether the person is on call. */
  boolean isOnCall() {
    return now.contains(key(person));
  }

  /** A text that names a person as it is compared: without outer blanks, in lower case. */
  public static String key(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The schedules of which a channel speaks for a person who is on call; the other channels of
   * these are silent. Where there is none, all channels of a schedule speak, so that an alert is
   * not lost. A channel that is being deleted does not count.
   *
   * @param channels those that are subscribed to a check
   */
  static Set<Long> covered(List<SubscribedChannel> channels) {
    Set<Long> covered = new HashSet<>();
    for (SubscribedChannel channel : channels) {
      OnCall onCall = channel.onCall();
      if (onCall != null && !channel.leaving() && onCall.isOnCall()) {
        covered.add(onCall.schedule());
      }
    }
    return covered;
  }
}
