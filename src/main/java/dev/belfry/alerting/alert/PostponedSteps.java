package dev.belfry.alerting.alert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The alert steps of this process that wait for the end of a deletion by another transaction. A
 * deletion that is rolled back then costs no alert. Safe for every thread; the time is passed in.
 */
final class PostponedSteps {
  /** Longer than the longest deletion of a deploy. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

  private final Map<FinalResult, Long> runs = new LinkedHashMap<>();
  private final Map<LateDelivery, Long> deliveries = new LinkedHashMap<>();

  /** Whether an earlier result of a check waits, so that a later one must wait too. */
  synchronized boolean holds(UUID check) {
    return runs.keySet().stream().anyMatch(run -> run.checkId().equals(check));
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty() && deliveries.isEmpty();
  }

  /** Forgets what is done and adds what is left; what waits already keeps its time. */
  synchronized void settle(Postponement done, Postponement left, long now) {
    left.runs().forEach(run -> runs.putIfAbsent(run, now));
    left.deliveries().forEach(delivery -> deliveries.putIfAbsent(delivery, now));
    Set<FinalResult> runsLeft = Set.copyOf(left.runs());
    Set<LateDelivery> deliveriesLeft = Set.copyOf(left.deliveries());
    done.runs().stream().filter(run -> !runsLeft.contains(run)).forEach(runs::remove);
    done.deliveries().stream()
        .filter(delivery -> !deliveriesLeft.contains(delivery))
        .forEach(deliveries::remove);
  }

  /**
   * What waits.
   *
   * @param old whether it has waited for so long that it must wait no more
   */
  synchronized Postponement waiting(boolean old, long now) {
    return new Postponement(waiting(runs, old, now), waiting(deliveries, old, now));
  }

  private static <T> List<T> waiting(Map<T, Long> since, boolean old, long now) {
    return since.entrySet().stream()
        .filter(entry -> now - entry.getValue() > PATIENCE_NANOS == old)
        .map(Map.Entry::getKey)
        .toList();
  }
}
