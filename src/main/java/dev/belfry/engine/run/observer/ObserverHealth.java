package dev.belfry.engine.run.observer;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whether an attempt that did not pass was our own fault. For one thread; its memory is
 * bounded. All times are milliseconds of one clock that does not jump, such as the process's
 * monotonic one.
 *
 * <p>What passed has passed: our own trouble can only make a target look worse. And only what this
 * trouble can bring about is put down to it: a refused connection or a status code of 500 is what
 * it is, however late we looked.
 */
public final class ObserverHealth {
  /** A gap between two ticks that counts as standing still. */
  static final long PAUSE_MS = 500;

  /** Time lost in an attempt that counts as starving if it is also this part of the attempt. */
  static final long STARVED_MS = 200;

  static final long STARVED_PART = 10;

  /** What a process that does not get to run sees of a target that is well. */
  private static final Set<Reason> OF_TIME =
      EnumSet.of(
          Reason.SLOW,
          Reason.TOO_SLOW,
          Reason.NAME_LOOKUP_FAILED,
          Reason.NAME_LOOKUP_TIMEOUT,
          Reason.CONNECT_TIMEOUT,
          Reason.CONNECTION_RESET,
          Reason.CONNECTION_CLOSED,
          Reason.TLS_FAILED,
          Reason.TLS_TIMEOUT,
          Reason.FIRST_BYTE_TIMEOUT,
          Reason.DOWNLOAD_TIMEOUT);

  /** Nothing came back at all. */
  private static final Set<Reason> UNHEARD =
      EnumSet.of(
          Reason.NAME_LOOKUP_FAILED,
          Reason.NAME_LOOKUP_TIMEOUT,
          Reason.HOST_UNREACHABLE,
          Reason.NETWORK_UNREACHABLE,
          Reason.CONNECT_TIMEOUT);

  /** The target was heard at first, and then no more. */
  private static final Set<Reason> BROKEN_OFF =
      EnumSet.of(
          Reason.CONNECTION_RESET,
          Reason.CONNECTION_CLOSED,
          Reason.TLS_TIMEOUT,
          Reason.FIRST_BYTE_TIMEOUT,
          Reason.DOWNLOAD_TIMEOUT);

  /** Nothing was asked of the target, or not of its network. */
  private static final Set<Reason> UNASKED =
      EnumSet.of(
          Reason.NAME_NOT_FOUND,
          Reason.NO_ADDRESS_OF_FAMILY,
          Reason.ADDRESS_FORBIDDEN,
          Reason.INVALID_URL);

  private final StallDetector stalls;
  private final NetworkOutageDetector silence = new NetworkOutageDetector();

  /**
   * @param tickMillis milliseconds from one tick of the engine's timer to the next
   */
  public ObserverHealth(long tickMillis) {
    this.stalls = new StallDetector(tickMillis);
  }

  /** The engine's timer fired. */
  public void ticked(long now) {
    stalls.ticked(now);
  }

  /**
   * An attempt begins.
   *
   * @param host name or address literal that the monitor's URL names
   */
  public void began(String host, long at) {
    silence.began(host, at);
  }

  /**
   * An attempt ended; to be told before {@link #faultOf} is asked about it.
   *
   * @param reason the probe's own, {@code NONE} for a complete answer
   */
  public void ended(String host, long start, long end, Reason reason) {
    if (BROKEN_OFF.contains(reason)) {
      silence.heard(start);
    } else if (UNASKED.contains(reason)) {
      silence.forget(host, start);
    } else if (!UNHEARD.contains(reason)) {
      silence.heard(end);
    }
  }

  /**
   * An attempt as it was evaluated.
   *
   * @param databaseAway whether its result could not be stored, or not be accounted for, because
   *     the database was away
   */
  public record Attempt(
      long start, long end, Verdict verdict, Reason reason, boolean databaseAway) {}

  /** Why an attempt is to be marked as an observer fault; empty when its verdict stands. */
  public Optional<Reason> faultOf(Attempt attempt) {
    if (attempt.verdict() == Verdict.FAILED || attempt.verdict() == Verdict.DEGRADED) {
      if (OF_TIME.contains(attempt.reason())) {
        if (stalls.longest(attempt.start(), attempt.end()) >= PAUSE_MS) {
          return Optional.of(Reason.OBSERVER_PAUSED);
        }
        if (isStarved(attempt)) {
          return Optional.of(Reason.OBSERVER_STARVED);
        }
      }
      if (isWithoutNetwork(attempt)) {
        return Optional.of(Reason.OBSERVER_WITHOUT_NETWORK);
      }
    }
    return attempt.databaseAway()
        ? Optional.of(Reason.OBSERVER_WITHOUT_DATABASE)
        : Optional.empty();
  }

  private boolean isStarved(Attempt attempt) {
    long lost = stalls.lost(attempt.start(), attempt.end());
    return lost >= STARVED_MS && lost * STARVED_PART >= attempt.end() - attempt.start();
  }

  private boolean isWithoutNetwork(Attempt attempt) {
    Reason reason = attempt.reason();
    return reason == Reason.NETWORK_UNREACHABLE
        || ((UNHEARD.contains(reason) || BROKEN_OFF.contains(reason))
            && silence.covers(attempt.start(), attempt.end()));
  }
}
