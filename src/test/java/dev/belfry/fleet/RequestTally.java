package dev.belfry.fleet;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the requests of a scenario.
 *
 * @param endings how many there were of each kind and status
 * @param breaches those that must not be
 * @param millis how long each took, sorted
 */
record RequestTally(
    Scenario scenario, Map<String, Long> endings, List<Sent> breaches, List<Long> millis) {

  static RequestTally of(Scenario scenario, List<Sent> sent) {
    Map<String, Long> endings = new TreeMap<>();
    sent.forEach(
        one ->
            endings.merge(
                one.kind() + " " + (one.status() == 0 ? "none" : "" + one.status()),
                1L,
                Long::sum));
    List<Long> millis = sent.stream().map(Sent::millis).sorted().toList();
    return new RequestTally(
        scenario, endings, sent.stream().filter(one -> !scenario.allows(one)).toList(), millis);
  }

  @Override
  public String toString() {
    return "%-9s %d requests, %d breaches; ms p50 %d, p99 %d, longest %d; %s%s"
        .formatted(
            scenario,
            millis.size(),
            breaches.size(),
            Pace.percentile(millis, 50),
            Pace.percentile(millis, 99),
            Pace.percentile(millis, 100),
            endings,
            breaches.isEmpty() ? "" : " " + breaches.subList(0, Math.min(10, breaches.size())));
  }
}
