package dev.belfry.engine.session;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Triggers runs of checks for other features. Confined to one event loop. */
public final class RunNow {
  private final CheckSessions sessions;

  RunNow(CheckSessions sessions) {
    this.sessions = sessions;
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
