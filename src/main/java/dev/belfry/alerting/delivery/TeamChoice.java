package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.TeamPerson;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Whom of a team an attempt tells. A recovery goes to those who have an alert of the episode. Any
 * other message leaves out persons within their quiet hours, unless that would leave out all.
 *
 * @param persons who are still to be told
 * @param quiet how many are left out because of their quiet hours
 * @param waits whether an earlier message of the episode may still reach others, whom the recovery
 *     has to reach after it
 */
record TeamChoice(List<TeamPerson> persons, int quiet, boolean waits) {
  TeamChoice {
    persons = List.copyOf(persons);
  }

  /**
   * Chooses.
   *
   * @param team all members, not empty
   * @param receipt of earlier attempts
   * @param now milliseconds since 1970
   */
  static TeamChoice of(
      ChannelMessage message, List<TeamPerson> team, TeamReceipt receipt, long now) {
    List<TeamPerson> open = team.stream().filter(one -> !receipt.isSettled(one.id())).toList();
    if (AlertLevel.of(message) == AlertLevel.RECOVERY) {
      Set<UUID> told = toldBefore(message, team);
      if (!told.isEmpty()) {
        return new TeamChoice(
            open.stream().filter(one -> told.contains(one.id())).toList(),
            0,
            message.isEarlyRecovery());
      }
      if (message.isEarlyRecovery()) {
        return new TeamChoice(List.of(), 0, true);
      }
    }
    List<TeamPerson> awake =
        open.stream().filter(one -> message.isTest() || !isQuiet(one, message, now)).toList();
    return awake.isEmpty() && receipt.told().isEmpty()
        ? new TeamChoice(open, 0, false)
        : new TeamChoice(awake, open.size() - awake.size(), false);
  }

  /** The members who have an earlier message of the episode, at least on a device or a phone. */
  private static Set<UUID> toldBefore(ChannelMessage message, List<TeamPerson> team) {
    List<TeamReceipt> earlier = message.receipts().earlier().stream().map(TeamReceipt::of).toList();
    return team.stream()
        .filter(one -> earlier.stream().anyMatch(receipt -> has(receipt, one)))
        .map(TeamPerson::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean has(TeamReceipt receipt, TeamPerson person) {
    return receipt.told().contains(person.id())
        || receipt.texted().contains(person.id())
        || person.devices().stream().map(PushDevice::id).anyMatch(receipt.devices()::contains);
  }

  private static boolean isQuiet(TeamPerson person, ChannelMessage message, long now) {
    QuietHours.Level level =
        AlertLevel.of(message) == AlertLevel.FAILURE
            ? QuietHours.Level.FAILED
            : QuietHours.Level.DEGRADED;
    return QuietHours.stored(person.quietHours()).endAt(now, level).isPresent();
  }
}
