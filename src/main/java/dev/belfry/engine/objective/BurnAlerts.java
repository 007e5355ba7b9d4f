package dev.belfry.engine.objective;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Decides when alerts about an error budget begin and end. Pure. */
final class BurnAlerts {
  private BurnAlerts() {}

  /**
   * The begin or end of an episode.
   *
   * @param rate of the pair that began it, as it is now
   */
  record Transition(BurnSeverity severity, boolean begins, BurnRate rate) {}

  /**
   * What changes at a moment.
   *
   * @param open the severities of open episodes, with the pair that began each
   * @param rates one for each pair
   */
  static List<Transition> decide(Map<BurnSeverity, BurnPair> open, List<BurnRate> rates) {
    List<Transition> transitions = new ArrayList<>();
    for (BurnSeverity severity : BurnSeverity.values()) {
      List<BurnRate> own =
          rates.stream().filter(rate -> rate.pair().severity() == severity).toList();
      BurnPair began = open.get(severity);
      if (began == null) {
        own.stream()
            .filter(rate -> rate.state() == BurnRate.State.BURNING)
            .findFirst()
            .ifPresent(rate -> transitions.add(new Transition(severity, true, rate)));
      } else if (isOver(began, own)) {
        own.stream()
            .filter(rate -> rate.pair() == began)
            .forEach(rate -> transitions.add(new Transition(severity, false, rate)));
      }
    }
    return transitions;
  }

  /** A pair without enough data neither ends the episode that it began nor prolongs another. */
  private static boolean isOver(BurnPair began, List<BurnRate> rates) {
    for (BurnRate rate : rates) {
      boolean calm = rate.state() == BurnRate.State.CALM || rate.isSilent();
      boolean unknown = rate.state() == BurnRate.State.INSUFFICIENT_DATA;
      if (!calm && (rate.pair() == began || !unknown)) {
        return false;
      }
    }
    return true;
  }
}
