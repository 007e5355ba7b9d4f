package dev.belfry.engine.session;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Triggers runs of checks for other features. Confined to one event loop. */
public final class RunNow {
  private final CheckSessions sessions;

  RunNow(CheckSessions sessions) {
    this.sessions = sessions;
  }

  /**
   * What became of triggered runs.
   *
   * @param failed whether a run failed or did not take place
   * @param slowestMs response time of the slowest run, milliseconds
   */
  public record Outcome(boolean failed, long slowestMs) {}

  /**
   * Runs each activated check at each of its locations and waits for the end of all runs.
   *
   * @param checks at most 500 that are activated
   * @param longest how long to wait
   * @return fails as {@link #run} does, with a 400 for too many checks, and with a 408 when a run
   *     has not ended in time
   */
  public Future<Outcome> runToTheEnd(UUID account, List<UUID> checks, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    return sessions
        .start(account, new SessionTarget(checks, null))
        .compose(
            started ->
                sessions.awaitAll(
                    account, started.stream().map(CheckSession::id).toList(), deadline))
        .map(RunNow::outcome);
  }

  private static Outcome outcome(List<CheckSession> ended) {
    boolean passed =
        ended.stream()
            .map(CheckSession::status)
            .allMatch(status -> status == SessionStatus.PASSED || status == SessionStatus.DEGRADED);
    long slowest =
        ended.stream()
            .flatMap(session -> session.runs().stream())
            .flatMap(run -> run.results().stream())
            .filter(SessionResult::isFinal)
            .mapToLong(SessionResult::responseMs)
            .max()
            .orElse(0);
    return new Outcome(!passed, slowest);
  }

  /**
   * Triggers a run of each activated check.
   *
   * @return fails with a 404 when none is activated, with a 429 when too many triggered runs are
   *     open or too many starts of the account are under way
   */
  public Future<Void> run(UUID account, List<UUID> checks) {
    Future<Void> done = Future.succeededFuture();
    for (int i = 0; i < checks.size(); i += CheckSessions.MOST_CHECKS) {
      List<UUID> part = checks.subList(i, Math.min(checks.size(), i + CheckSessions.MOST_CHECKS));
      done =
          done.compose(before -> sessions.start(account, new SessionTarget(part, null)).mapEmpty());
    }
    return done;
  }
}
