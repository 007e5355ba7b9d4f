package dev.belfry.platform.db.schema;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices when a newer program has migrated the database to where it serves this one no more; asked
 * with every heartbeat.
 */
public final class SchemaWatch implements Function<SqlClient, Future<Void>> {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaWatch.class);
  private static final String OLDEST = "SELECT oldest FROM schema_support";

  private final int program;
  private final Runnable leftBehind;
  private volatile String problem = "";

  /**
   * @param program the newest schema version that this program knows
   * @param leftBehind told once, on the event loop of the heartbeat
   */
  public SchemaWatch(int program, Runnable leftBehind) {
    this.program = program;
    this.leftBehind = leftBehind;
  }

  /** What is wrong, empty while the schema serves this program. For every thread. */
  public String problem() {
    return problem;
  }

  @Override
  public Future<Void> apply(SqlClient client) {
    return client
        .preparedQuery(OLDEST)
        .execute()
        .map(
            rows -> {
              rows.forEach(row -> judge(row.getInteger(0)));
              return null;
            });
  }

  private void judge(int oldest) {
    if (oldest <= program || !problem.isEmpty()) {
      return;
    }
    problem = "the schema serves programs from version " + oldest + " on, this one has " + program;
    LOG.error("The schema was migrated beyond this version; upgrade this instance: {}", problem);
    leftBehind.run();
  }
}
