package dev.belfry.engine.run.observer;

import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.Timers;
import java.net.URI;
import java.net.URISyntaxException;
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
   * @param url that the monitor names
   * @return the time by the observer's clock, milliseconds; {@link #onAttemptEnded} needs it
   */
  public long onAttemptBegun(String url) {
    long now = now();
    health.onAttemptBegun(host(url), now);
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
      String url, long begun, Reason probed, Verdict verdict, Reason reason) {
    long now = now();
    health.onAttemptEnded(host(url), begun, now, probed);
    return probed.isOurs()
        ? Optional.of(probed)
        : health.faultOf(new ObserverHealth.Attempt(begun, now, verdict, reason, false));
  }

  private long now() {
    return timers.nanos() / 1_000_000;
  }

  private static String host(String url) {
    try {
      return Optional.ofNullable(new URI(url).getHost()).orElse(url);
    } catch (URISyntaxException e) {
      return url;
    }
  }
}
