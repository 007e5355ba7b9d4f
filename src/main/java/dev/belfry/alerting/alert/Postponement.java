package dev.belfry.alerting.alert;

import java.util.ArrayList;
import java.util.List;

/**
 * What waits for the end of a deletion by another transaction.
 *
 * @param runs results that their checks' states have not counted
 * @param deliveries messages that are not queued
 */
record Postponement(List<FinalResult> runs, List<LateDelivery> deliveries) {
  static final Postponement NONE = new Postponement(List.of(), List.of());

  Postponement {
    runs = List.copyOf(runs);
    deliveries = List.copyOf(deliveries);
  }

  static Postponement of(List<FinalResult> runs) {
    return new Postponement(runs, List.of());
  }

  Postponement and(Postponement other) {
    List<FinalResult> allRuns = new ArrayList<>(runs);
    allRuns.addAll(other.runs);
    List<LateDelivery> allDeliveries = new ArrayList<>(deliveries);
    allDeliveries.addAll(other.deliveries);
    return new Postponement(allRuns, allDeliveries);
  }
}
