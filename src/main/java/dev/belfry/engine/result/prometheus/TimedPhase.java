package dev.belfry.engine.result.prometheus;

import dev.belfry.monitoring.check.CheckType;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A phase that response times have beside the whole. TCP and ICMP monitors have the names of the
 * exporter that existing dashboards were made for, API checks and URL monitors those of their
 * results.
 *
 * @param word the value of the label {@code type}
 * @param runs the number of runs that have the phase
 * @param micros how long the phase took in all these runs, microseconds
 */
record TimedPhase(
    String word, ToLongFunction<LocationTotals> runs, ToLongFunction<LocationTotals> micros) {
  private static final TimedPhase DNS = stored("dns", PhaseTotals::dns);

  private static final List<TimedPhase> OF_HTTP =
      List.of(
          DNS,
          stored("tcp", PhaseTotals::tcp),
          stored("tls", PhaseTotals::tls),
          stored("first_byte", PhaseTotals::firstByte),
          stored("download", PhaseTotals::download));

  private static final List<TimedPhase> OF_TCP =
      List.of(
          DNS,
          stored("connection", PhaseTotals::tcp),
          stored("data", phases -> phases.firstByte() + phases.download()));

  private static final List<TimedPhase> OF_ICMP =
      List.of(
          DNS, latency("latency_min", PingTotals::least), latency("latency_max", PingTotals::most));

  /** The phases of a type of check, none for one that has the whole alone. */
  static List<TimedPhase> of(CheckType type) {
    return switch (type) {
      case API, URL -> OF_HTTP;
      case TCP -> OF_TCP;
      case ICMP -> OF_ICMP;
      default -> List.of();
    };
  }

  private static TimedPhase stored(String word, ToLongFunction<PhaseTotals> micros) {
    return new TimedPhase(
        word, totals -> totals.phases().timed(), totals -> micros.applyAsLong(totals.phases()));
  }

  private static TimedPhase latency(String word, ToLongFunction<PingTotals> micros) {
    return new TimedPhase(
        word, totals -> totals.pings().pinged(), totals -> micros.applyAsLong(totals.pings()));
  }
}
