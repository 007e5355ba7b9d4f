package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.request.ApiCompletion;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.request.CompletedRequestJson;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/**
 * Completes the requests of API checks for agents, with secrets in the clear: of the checks that
 * run at the agent's location, and of no others. Confined to one event loop.
 */
public final class AgentRequests {
  /** A run takes at most ten minutes with its retries. */
  private static final String SPEC =
      "SELECT "
          + RunSpecMapper.COLUMNS
          + " FROM series s"
          + RunSpecMapper.FROM
          + """
          WHERE s.check_id = $1 AND s.account_id = $2 AND c.check_type = 'API' AND (
            place_of(s.account_id, s.location) = $3 AND EXISTS (SELECT FROM schedules v
              WHERE v.series_id = s.id
                AND (v.until_ms IS NULL OR v.until_ms > epoch_millis() - 900000))
            OR EXISTS (SELECT FROM open_runs o WHERE o.series_id = s.id
              AND place_of(s.account_id, o.location) = $3))
          LIMIT 1""";

  private static final Future<Optional<ObjectNode>> NONE = Future.succeededFuture(Optional.empty());

  private final Database database;
  private final ApiCompletion completion;
  private final RunSpecMapper specs = new RunSpecMapper(false);

  /** Creates one on a database. */
  public AgentRequests(Database database, Sealer sealer, InstantSource clock) {
    this.database = database;
    this.completion = new ApiCompletion(database, sealer, clock);
  }

  /**
   * The completed request of a check; empty when the check does not run at the location. Fails as
   * {@link dev.belfry.engine.request.RequestCompletion} says.
   */
  public Future<Optional<ObjectNode>> complete(AgentPlace place, UUID check) {
    return database
        .query(SPEC, Tuple.of(check, place.account(), place.name()))
        .map(rows -> Rows.first(rows, row -> StoredSpec.of(row, 0)))
        .compose(stored -> stored.map(this::completed).orElse(NONE));
  }

  private Future<Optional<ObjectNode>> completed(StoredSpec stored) {
    RunSpec spec = specs.read(stored);
    ApiScope scope = spec.scope();
    return scope == null
        ? NONE
        : completion
            .complete(scope, spec.probe())
            .map(request -> Optional.of(CompletedRequestJson.of(request)));
  }
}
