package dev.belfry.chaos;

import dev.belfry.engine.run.LedgerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a chaos.
 *
 * @param ledger from the first monitor to after the last fault
 * @param badLedgers those on the way that differed and went on to
 * @param takeoverSeconds the longest any shard was without an owner that is well
 * @param gapSeconds how exact that is
 * @param requests that reached the target
 * @param attempts that are stored
 * @param wrong verdicts that the targets did not deserve
 * @param twice runs with two final results
 * @param stuck runs that wait for ever
 */
record ChaosReport(
    long seed,
    Map<InjectedFault.Kind, Integer> faults,
    LedgerReport ledger,
    List<String> badLedgers,
    long takeovers,
    double takeoverSeconds,
    double gapSeconds,
    long requests,
    long attempts,
    List<String> wrong,
    List<String> twice,
    List<String> stuck,
    Alerts alerts) {
  /**
   * What came of alerts.
   *
   * @param messages to be delivered
   * @param acknowledgements that a service was told of
   * @param refused requests that the receiver refused or hung up on
   * @param repeated messages that came again under their id after they had been answered, since the
   *     sender did not live to write the answer down
   * @param breaches what must not be
   */
  record Alerts(
      long episodes,
      long messages,
      long acknowledgements,
      int refused,
      int repeated,
      List<String> breaches) {}

  /** What must not be; empty when all is well. */
  List<String> breaches(double mostTakeoverSeconds) {
    List<String> found = new ArrayList<>();
    if (ledger.difference() != 0) {
      found.add("the ledger differs by " + ledger.difference());
    }
    if (ledger.ran() <= ledger.scheduled() / 2) {
      found.add("only " + ledger.ran() + " of " + ledger.scheduled() + " ran");
    }
    if (takeoverSeconds > mostTakeoverSeconds + gapSeconds) {
      found.add("a shard had no owner for " + takeoverSeconds + " s");
    }
    badLedgers.forEach(one -> found.add("on the way the ledger differed: " + one));
    wrong.forEach(one -> found.add("not the target's fault: " + one));
    twice.forEach(one -> found.add("two results: " + one));
    stuck.forEach(one -> found.add("waits for ever: " + one));
    found.addAll(alerts.breaches());
    return found;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "chaos with seed %d: faults %s, scheduled %,d, conclusive %,d, observer faults %,d, missed"
            + " %s, open %d, difference %d; %,d takeovers, the longest %.2f s (looked every %.2f s"
            + " or less); the target saw %,d requests, %,d attempts are stored; %,d episodes, %,d"
            + " messages, %,d acknowledgements told, %,d requests refused, %,d repeated under their id",
        seed,
        faults,
        ledger.scheduled(),
        ledger.conclusive(),
        ledger.observerFaults(),
        ledger.missed(),
        ledger.open(),
        ledger.difference(),
        takeovers,
        takeoverSeconds,
        gapSeconds,
        requests,
        attempts,
        alerts.episodes(),
        alerts.messages(),
        alerts.acknowledgements(),
        alerts.refused(),
        alerts.repeated());
  }
}
