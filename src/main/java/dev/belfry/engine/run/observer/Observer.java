package dev.belfry.engine.run.observer;

import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.Timers;
import java.util.Optional;

/**
 * Tells faults of this instance from failures of targets, by what its timer and its attempts show.
 * Confined to one thread.
 */
public final class Observer {
  private final Timers timers;
  private final ObserverHealth health = new ObserverHealth(TimerWheel.TICK_MILLIS);

  /** Creates an observer that has seen nothing yet. */
  public Observer(Timers timers) {
    this.timers = timers;
  }

  /** Notes a tick of the engine's timer; the gaps between ticks show when the process stalls. */
  public void onTick() {
    health.onTick(now());
  }

  /**
   * Notes how late the threads of probes run their tasks, which makes targets look slow.
   *
   * @param sinceMillis time since the last such note
   */
  public void onLag(long lagMillis, long sinceMillis) {
    health.onLag(now(), lagMillis, sinceMillis);
  }

  /**
   * Notes that an attempt begins.
   *
   * @param host name or address literal that the monitor names
   * @return the time by the observer's clock, milliseconds; {@link #onAttemptEnded} needs it
   */
  public long onAttemptBegun(String host) {
    long now = now();
    health.onAttemptBegun(host, now);
    return now;
  }

  /**
   * Notes that an attempt ended, and judges it.
   *
   * @param begun what {@link #onAttemptBegun} returned
   * @param probed the probe's own reason, {@code NONE} for a complete answer
   * @param verdict of the evaluation
   * @param reason of the evaluation
   * @return the fault of this instance that explains the verdict; empty when the verdict stands
   */
  public Optional<Reason> onAttemptEnded(
      String host, long begun, Reason probed, Verdict verdict, Reason reason) {
    long now = now();
    health.onAttemptEnded(host, begun, now, probed);
    if (probed.isOurs()) {
      return Optional.of(probed);
    }
    // A monitor that should fail passes for want of a network too.
    boolean answered = probed == Reason.NONE;
    return health.faultOf(
        new ObserverHealth.Attempt(
            begun, now, answered ? verdict : Verdict.FAILED, answered ? reason : probed, false));
  }

  private long now() {
    return timers.nanos() / 1_000_000;
  }
}
