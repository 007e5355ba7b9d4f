package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.run.observer.ObserverHealth;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.Timers;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Watches this instance itself, so that its own troubles are not put down to the targets. */
final class Observer {
  private final Timers timers;
  private final ObserverHealth health = new ObserverHealth(TimerWheel.TICK_MILLIS);

  Observer(Timers timers) {
    this.timers = timers;
  }

  /** The engine's timer has come round. */
  void tick() {
    health.ticked(now());
  }

  /** An attempt begins; answers with when, by the observer's own clock. */
  long began(RunSpec spec) {
    long now = now();
    health.began(host(spec), now);
    return now;
  }

  /**
   * The evaluation of an attempt as it stands, or an observer fault in its place.
   *
   * @param began what {@link #began} answered
   */
  EvaluationResult judge(
      RunSpec spec, ProbeResult result, EvaluationResult evaluation, long began) {
    long now = now();
    health.ended(host(spec), began, now, result.reason());
    if (result.reason().isOurs()) {
      return fault(result.reason(), evaluation);
    }
    return health
        .faultOf(
            new ObserverHealth.Attempt(
                began, now, evaluation.verdict(), evaluation.reason(), false))
        .map(fault -> fault(fault, evaluation))
        .orElse(evaluation);
  }

  private static EvaluationResult fault(Reason reason, EvaluationResult evaluation) {
    return new EvaluationResult(
        Verdict.OBSERVER_FAULT,
        reason,
        reason.sentence() + ": " + evaluation.message(),
        evaluation.assertions());
  }

  private long now() {
    return timers.nanos() / 1_000_000;
  }

  private static String host(RunSpec spec) {
    String url = spec.probe().request().url();
    try {
      return Optional.ofNullable(new URI(url).getHost()).orElse(url);
    } catch (URISyntaxException e) {
      return url;
    }
  }
}
