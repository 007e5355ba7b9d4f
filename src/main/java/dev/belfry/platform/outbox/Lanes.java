package dev.belfry.platform.outbox;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Counts the places that attempts take, in total, for each audience, account and lane. A lane that
 * failed slowly has one place until a delivery in it succeeds, so that hanging receivers cannot
 * take all places. Neither can messages to subscribers those of alerts, nor the other way round. An
 * account has a share of the places that shrinks as they fill.
 */
final class Lanes {
  private static final int MOST_SUSPECTS = 1_000;

  private final Dispatcher.Limits limits;
  private final Map<String, Integer> taken = new HashMap<>();
  private final Map<UUID, ClaimLimits.Taken> takenByAccount = new HashMap<>();
  private final Set<String> suspects = new LinkedHashSet<>();
  private int toChannels;
  private int toSubscribers;

  Lanes(Dispatcher.Limits limits) {
    this.limits = limits;
  }

  int inFlight() {
    return toChannels + toSubscribers;
  }

  boolean isFull() {
    return inFlight() >= limits.total();
  }

  /** How many messages may be claimed; call it only when not full. */
  ClaimLimits claimLimits() {
    Map<String, Integer> left = new HashMap<>();
    suspects.forEach(lane -> left.put(lane, 1));
    taken.forEach((lane, count) -> left.put(lane, Math.max(0, bound(lane) - count)));
    return new ClaimLimits(
        limits.total() - inFlight(),
        free(true),
        free(false),
        limits.perLane(),
        limits.perAccount(),
        limits.perAudience(),
        left,
        takenByAccount);
  }

  /** Takes a place. */
  void enter(Delivery delivery) {
    count(delivery, 1);
    taken.merge(delivery.lane(), 1, Integer::sum);
  }

  /** Frees a place; returns whether a message may have waited for it. */
  boolean leave(Delivery delivery) {
    String lane = delivery.lane();
    boolean full =
        isFull()
            || takenBy(delivery.accountId()).of(delivery.isToChannel())
                >= mostOfAccount(delivery.isToChannel())
            || taken.getOrDefault(lane, 0) >= bound(lane);
    count(delivery, -1);
    taken.computeIfPresent(lane, (name, count) -> count == 1 ? null : count - 1);
    return full;
  }

  private int free(boolean toChannel) {
    int ofAudience = limits.perAudience() - (toChannel ? toChannels : toSubscribers);
    return Math.max(0, Math.min(limits.total() - inFlight(), ofAudience));
  }

  private int mostOfAccount(boolean toChannel) {
    return Math.min(limits.perAccount(), ClaimLimits.share(free(toChannel), limits.perAudience()));
  }

  private ClaimLimits.Taken takenBy(UUID account) {
    return takenByAccount.getOrDefault(account, ClaimLimits.Taken.NONE);
  }

  private void count(Delivery delivery, int change) {
    if (delivery.isToChannel()) {
      toChannels += change;
    } else {
      toSubscribers += change;
    }
    UUID account = delivery.accountId();
    ClaimLimits.Taken now = takenBy(account).plus(delivery.isToChannel(), change);
    if (now.equals(ClaimLimits.Taken.NONE)) {
      takenByAccount.remove(account);
    } else {
      takenByAccount.put(account, now);
    }
  }

  /** Leaves a lane one place. */
  void suspect(String lane) {
    suspects.add(lane);
    if (suspects.size() > MOST_SUSPECTS) {
      suspects.remove(suspects.iterator().next());
    }
  }

  /** Gives a lane all its places; returns whether it had one place before. */
  boolean trust(String lane) {
    return suspects.remove(lane);
  }

  private int bound(String lane) {
    return suspects.contains(lane) ? 1 : limits.perLane();
  }
}
