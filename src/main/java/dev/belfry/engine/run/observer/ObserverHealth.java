package dev.belfry.engine.run.observer;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether an attempt that did not pass is a fault of this instance. All times are
 * milliseconds of one monotonic clock. Memory is bounded. Confined to one thread.
 *
 * <p>A passed attempt stays passed, since trouble of an instance only makes a target look worse. A
 * fault explains only the reasons that it can cause. A refused connection or a status code of 500
 * stands, however late the instance looked.
 */
public final class ObserverHealth {
  /** A gap between two ticks that counts as standing still. */
  static final long PAUSE_MS = 500;

  /** Time lost in an attempt that counts as starving if it is also this part of the attempt. */
  static final long STARVED_MS = 200;

  static final long STARVED_PART = 10;

  /** The reasons that a stalled process may find for a healthy target. */
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
          Reason.DOWNLOAD_TIMEOUT,
          Reason.NO_REPLY,
          Reason.PACKET_LOSS,
          Reason.SOME_PACKET_LOSS);

  /** The reasons that say no packet came back. */
  private static final Set<Reason> UNHEARD =
      EnumSet.of(
          Reason.NAME_LOOKUP_FAILED,
          Reason.NAME_LOOKUP_TIMEOUT,
          Reason.HOST_UNREACHABLE,
          Reason.NETWORK_UNREACHABLE,
          Reason.CONNECT_TIMEOUT,
          Reason.NO_REPLY);

  /** The reasons that say the target answered at first and then fell silent. */
  private static final Set<Reason> BROKEN_OFF =
      EnumSet.of(
          Reason.CONNECTION_RESET,
          Reason.CONNECTION_CLOSED,
          Reason.TLS_TIMEOUT,
          Reason.FIRST_BYTE_TIMEOUT,
          Reason.DOWNLOAD_TIMEOUT);

  /** The reasons that say no request left for the target's network. */
  private static final Set<Reason> UNASKED =
      EnumSet.of(
          Reason.NAME_NOT_FOUND,
          Reason.NO_ADDRESS_OF_FAMILY,
          Reason.ADDRESS_FORBIDDEN,
          Reason.INVALID_URL);

  /**
   * A lag of the threads of probes that counts as starving while it lasts. A shorter one is what a
   * busy instance works with, and adds little to a response time.
   */
  static final long LAG_MS = 200;

  private final StallDetector stallDetector;

  /** Of the threads of probes; it gets no ticks. */
  private final StallDetector lagDetector = new StallDetector(0);

  private final NetworkOutageDetector outageDetector = new NetworkOutageDetector();

  /**
   * Creates an observer that has seen nothing yet.
   *
   * @param tickMillis milliseconds from one tick of the engine's timer to the next
   */
  public ObserverHealth(long tickMillis) {
    stallDetector = new StallDetector(tickMillis);
  }

  /** Notes a tick of the engine's timer. */
  public void onTick(long now) {
    stallDetector.onTick(now);
  }

  /**
   * Notes how late the threads of probes are.
   *
   * @param lagMillis how late they run their tasks
   * @param sinceMillis time since the last such note
   */
  public void onLag(long now, long lagMillis, long sinceMillis) {
    if (lagMillis >= LAG_MS) {
      lagDetector.add(now - Math.min(lagMillis, sinceMillis), now);
    }
  }

  /**
   * Notes that an attempt begins.
   *
   * @param host name or address literal that the monitor's URL names
   */
  public void onAttemptBegun(String host, long at) {
    outageDetector.onRequest(host, at);
  }

  /**
   * Notes that an attempt ended; call it before {@link #faultOf}.
   *
   * @param reason the probe's own, {@code NONE} for a complete answer
   */
  public void onAttemptEnded(String host, long start, long end, Reason reason) {
    if (BROKEN_OFF.contains(reason)) {
      outageDetector.onAnswer(start);
    } else if (UNASKED.contains(reason)) {
      outageDetector.forget(host, start);
    } else if (!UNHEARD.contains(reason)) {
      outageDetector.onAnswer(end);
    }
  }

  /**
   * An evaluated attempt.
   *
   * @param databaseAway whether the database was away, so that its result could not be stored
   */
  public record Attempt(
      long start, long end, Verdict verdict, Reason reason, boolean databaseAway) {}

  /** The fault of this instance that explains an attempt; empty when its verdict stands. */
  public Optional<Reason> faultOf(Attempt attempt) {
    if (attempt.verdict() == Verdict.FAILED || attempt.verdict() == Verdict.DEGRADED) {
      if (OF_TIME.contains(attempt.reason())) {
        if (stallDetector.longest(attempt.start(), attempt.end()) >= PAUSE_MS) {
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
    long lost =
        Math.max(
            stallDetector.lost(attempt.start(), attempt.end()),
            lagDetector.lost(attempt.start(), attempt.end()));
    return lost >= STARVED_MS && lost * STARVED_PART >= attempt.end() - attempt.start();
  }

  private boolean isWithoutNetwork(Attempt attempt) {
    Reason reason = attempt.reason();
    return reason == Reason.NETWORK_UNREACHABLE
        || ((UNHEARD.contains(reason) || BROKEN_OFF.contains(reason))
            && outageDetector.covers(attempt.start(), attempt.end()));
  }
}
