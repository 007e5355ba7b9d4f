package dev.belfry.engine.session;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check that was asked to run now.
 *
 * @param name the check's
 * @param startedMs when it was asked for, epoch milliseconds
 * @param cancelledMs when runs of it were cancelled, epoch milliseconds; null when none was
 * @param runs one for each location, at least one
 */
record CheckSession(
    UUID id,
    UUID checkId,
    String checkType,
    String name,
    long startedMs,
    @Nullable Long cancelledMs,
    List<SessionRun> runs) {
  CheckSession {
    runs = List.copyOf(runs);
  }

  SessionStatus status() {
    return SessionStatus.of(runs);
  }

  /** When the last run ended, epoch milliseconds; empty while one is open. */
  Optional<Long> stoppedMs() {
    if (!status().isOver()) {
      return Optional.empty();
    }
    long last = runs.stream().mapToLong(SessionRun::stoppedMs).max().orElse(startedMs);
    return Optional.of(Math.max(last, cancelledMs == null ? startedMs : cancelledMs));
  }
}
