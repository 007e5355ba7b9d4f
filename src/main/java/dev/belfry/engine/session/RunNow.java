package dev.belfry.engine.session;

import dev.belfry.api.http.WaitingRoom;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.UUID;

/** Triggers runs of checks for other features. Confined to one event loop. */
public final class RunNow {
  private final CheckSessions sessions;

  /** Creates it on this database. */
  public RunNow(Vertx vertx, Database database, Ids ids) {
    SessionStore store = new SessionStore(database);
    sessions =
        new CheckSessions(
            database,
            store,
            new StartTurns(new VertxTimers(vertx)),
            new WaitingRoom(vertx, store::over, () -> true, 0, 0),
            ids);
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
