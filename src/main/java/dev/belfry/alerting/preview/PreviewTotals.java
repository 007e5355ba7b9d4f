package dev.belfry.alerting.preview;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Sums up the replays of checks. The steps of one preview follow each other. */
final class PreviewTotals {
  /** Differences that an answer names. */
  static final int MOST_DIFFERENCES = 200;

  private final long from;
  private final long to;
  private final Map<AlertDifference.Kind, Long> kinds = new EnumMap<>(AlertDifference.Kind.class);
  private final List<Named> differences = new ArrayList<>();
  private final MessageCounts messages;
  private final Set<Assumption> assumptions = EnumSet.noneOf(Assumption.class);
  private long selected;
  private long replayed;
  private long recorded;
  private long inForce;
  private long changed;
  private long unlike;
  private boolean parentsCut;

  /** A difference and its check. */
  record Named(UUID check, AlertDifference difference) {}

  /**
   * Begins with nothing.
   *
   * @param from milliseconds since 1970
   * @param to milliseconds since 1970, exclusive
   */
  PreviewTotals(long from, long to) {
    this.from = from;
    this.to = to;
    this.messages = new MessageCounts(from, to);
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  void selected(long checks) {
    selected = checks;
  }

  /** Takes whether some dependencies were left out. */
  void parentsCut(boolean cut) {
    parentsCut = cut;
  }

  void sent(Map<Long, Long> byChannel) {
    byChannel.forEach(messages::addRecorded);
  }

  /**
   * Adds a check.
   *
   * @param until up to where its results were replayed
   * @param recorded the alerts that were raised, in order
   */
  void add(
      PreviewedCheck check,
      CheckReplay replay,
      long until,
      List<ReplayedAlert> recorded,
      List<PreviewedChannel> channels,
      PreviewRequest.Policy policy) {
    List<ReplayedAlert> before = replay.inForce().replay().alerts();
    List<ReplayedAlert> after = replay.changed().replay().alerts();
    List<ReplayedAlert> raised = recorded.stream().filter(one -> one.at() < until).toList();
    replayed += until >= to ? 1 : 0;
    this.recorded += raised.size();
    inForce += inRange(before).size();
    changed += inRange(after).size();
    unlike += isAlike(raised, inRange(before)) ? 0 : 1;
    for (AlertDifference difference : AlertComparison.of(before, after)) {
      if (difference.alert().at() >= from) {
        add(check.id(), difference);
      }
    }
    boolean muted = check.settings().muted();
    messages.addInForce(check.subject(), before, muted ? List.of() : channels);
    boolean silent = policy.muted() == null ? muted : policy.muted();
    messages.addChanged(check.subject(), after, silent ? List.of() : channels, policy.channels());
    assume(check, replay);
  }

  private void add(UUID check, AlertDifference difference) {
    kinds.merge(difference.kind(), 1L, Long::sum);
    if (difference.kind() != AlertDifference.Kind.SAME && differences.size() < MOST_DIFFERENCES) {
      differences.add(new Named(check, difference));
    }
  }

  private void assume(PreviewedCheck check, CheckReplay replay) {
    RunRule rule = replay.changed().rule();
    if (rule.unknown() > 0) {
      assumptions.add(Assumption.UNKNOWN_RETRIES);
    }
    if (rule.moved() > 0) {
      assumptions.add(Assumption.MOVED_RETRIES);
    }
    if (rule.judgesPassed()) {
      assumptions.add(Assumption.STORED_RESPONSE_TIMES);
    }
    if (!check.settings().activated()) {
      assumptions.add(Assumption.PAUSED_CHECK);
    }
  }

  private List<ReplayedAlert> inRange(List<ReplayedAlert> alerts) {
    return alerts.stream().filter(alert -> alert.at() >= from).toList();
  }

  /** Whether two lists have the same alerts in the same order; their times may differ a little. */
  private static boolean isAlike(List<ReplayedAlert> one, List<ReplayedAlert> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      ReplayedAlert first = one.get(i);
      ReplayedAlert second = other.get(i);
      if (first.type() != second.type()
          || first.reminder() != second.reminder()
          || Math.abs(first.at() - second.at()) > ReadingPlan.HOUR) {
        return false;
      }
    }
    return true;
  }

  long selected() {
    return selected;
  }

  long replayed() {
    return replayed;
  }

  long recorded() {
    return recorded;
  }

  long inForce() {
    return inForce;
  }

  long changed() {
    return changed;
  }

  /** Number of checks whose replay under the policy in force is not what was recorded. */
  long unlike() {
    return unlike;
  }

  long of(AlertDifference.Kind kind) {
    return kinds.getOrDefault(kind, 0L);
  }

  /** The first differences, check by check. */
  List<Named> differences() {
    return differences;
  }

  MessageCounts messages() {
    return messages;
  }

  /** What the answer rests on. */
  Set<Assumption> assumptions() {
    Set<Assumption> all = EnumSet.of(Assumption.SETTINGS_OF_TODAY, Assumption.UNATTENDED);
    all.addAll(assumptions);
    if (messages.has(ChannelReplay::isVague)) {
      all.add(Assumption.UNKNOWN_CAUSES);
    }
    if (messages.has(ChannelReplay::isCut)) {
      all.add(Assumption.MANY_ALERTS);
    }
    if (parentsCut) {
      all.add(Assumption.MANY_PARENTS);
    }
    if (unlike > 0) {
      all.add(Assumption.RECORD_DIFFERS);
    }
    return all;
  }
}
