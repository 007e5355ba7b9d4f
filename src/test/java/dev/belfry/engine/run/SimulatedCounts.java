package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came out of a simulation, in numbers. */
final class SimulatedCounts {
  private SimulatedCounts() {}

  /** Results by what they are. */
  static Map<String, Integer> of(Simulation simulation) {
    SimulatedDatabase database = simulation.database;
    SimulatedReceivers receivers = simulation.receivers;
    Map<String, Integer> counts = new TreeMap<>();
    database
        .finals
        .values()
        .forEach(
            finals ->
                finals
                    .values()
                    .forEach(
                        outcome ->
                            counts.merge(
                                outcome.verdict() == Verdict.MISSED
                                    ? outcome.reason().name()
                                    : outcome.verdict().name(),
                                1,
                                Integer::sum)));
    database.alerts.episodes.values().stream()
        .flatMap(List::stream)
        .forEach(alert -> counts.merge(alert.type().name(), 1, Integer::sum));
    database.alerts.episodes.values().stream()
        .flatMap(List::stream)
        .forEach(alert -> counts.merge(alert.said(), 1, Integer::sum));
    counts.put("held", database.alerts.held);
    counts.put("waited for a late parent", database.alerts.parents.waited);
    counts.put("spoke without a late parent", database.alerts.parents.spokeWithout);
    counts.put("acknowledgements", database.alerts.acknowledgements);
    counts.put("incidents", database.alerts.incidents.size());
    counts.put("messages", receivers.log.size());
    counts.put("messages repeated", receivers.repeats);
    return counts;
  }
}
