package dev.belfry.fleet;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one fault came to, in milliseconds.
 *
 * @param away from the fault to when the new primary took writes; 0 when the primary stayed
 * @param found from then, or from the fault, to the first write of an instance that was answered
 * @param longest how long the slowest request took
 * @param endings how many requests there were of each kind and status
 * @param breaches requests that must not have ended so
 */
record FailOverTimes(
    FailOver kind,
    long away,
    long found,
    long longest,
    Map<String, Long> endings,
    List<Sent> breaches) {

  static FailOverTimes of(FailOver kind, long away, long found, List<Sent> sent) {
    Map<String, Long> endings = new TreeMap<>();
    sent.forEach(
        one ->
            endings.merge(
                one.kind() + " " + (one.status() == 0 ? "none" : one.status()), 1L, Long::sum));
    return new FailOverTimes(
        kind,
        away,
        found,
        sent.stream().mapToLong(Sent::millis).max().orElse(0),
        endings,
        sent.stream().filter(one -> !kind.allows(one)).toList());
  }

  @Override
  public String toString() {
    return "%-10s %s%.2f s to the first write, slowest request %.2f s; %s%s"
        .formatted(
            kind,
            kind.promotes() ? "new primary after %.2f s, then ".formatted(away / 1e3) : "",
            found / 1e3,
            longest / 1e3,
            endings,
            breaches.isEmpty()
                ? ""
                : " "
                    + breaches.size()
                    + " breaches "
                    + breaches.subList(0, Math.min(5, breaches.size())));
  }
}
