package dev.belfry.engine.session;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check that a client triggered, with its runs.
 *
 * @param name of the check
 * @param startedMs when it was triggered, milliseconds since 1970
 * @param cancelledMs when runs were cancelled, milliseconds since 1970; null when none was
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

  /** When the last run ended, milliseconds since 1970; empty while one is open. */
  Optional<Long> stoppedMs() {
    if (!status().isOver()) {
      return Optional.empty();
    }
    long last = runs.stream().mapToLong(SessionRun::stoppedMs).max().orElse(startedMs);
    return Optional.of(Math.max(last, cancelledMs == null ? startedMs : cancelledMs));
  }
}
