package dev.belfry.projects.deploy;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL of deployments. */
final class DeploymentStore {
  /** Held until the transaction ends, however the process that holds it ends. */
  private static final String TRY_LOCK =
      """
      SELECT pg_try_advisory_xact_lock(
        hashtextextended('belfry.project ' || $1::uuid::text || ' ' || $2::text, 0))""";

  /**
   * Work on worker threads is a pause of the transaction; a deploy may have a long one. Its
   * statements may be long ones too, also where the transaction is that of a request.
   */
  private static final String PATIENCE =
      "SET LOCAL idle_in_transaction_session_timeout = '15s'; SET LOCAL statement_timeout = '60s'";

  private static final String INSERT =
      """
      INSERT INTO deployments (id, account_id, project, kind, dry_run, status, progress, diff, digest,
        created_at, ended_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::json, $9, $10, $11)
      ON CONFLICT (id) DO NOTHING""";

  /**
   * The holder of the lock knows that no other deployment of the project runs. Its own does when
   * its transaction is run again.
   */
  private static final String CLEAR =
      """
      WITH old AS (
        DELETE FROM deployments WHERE id IN (
          SELECT id FROM deployments
          WHERE account_id = $1 AND created_at < $3::timestamptz - interval '30 days'
          ORDER BY id LIMIT 1000))
      UPDATE deployments SET status = 'FAILED', error_code = 'LOST', ended_at = $3,
        error_message = 'The instance that ran this deployment stopped; nothing was changed'
      WHERE account_id = $1 AND project = $2 AND status = 'RUNNING' AND id <> $4""";

  private static final String RUNNING =
      """
      SELECT id FROM deployments WHERE account_id = $1 AND project = $2 AND status = 'RUNNING'
      ORDER BY id DESC LIMIT 1""";

  private static final String PROGRESS =
      "UPDATE deployments SET progress = $2 WHERE id = $1 AND status = 'RUNNING'";

  private static final String SUCCEED =
      """
      UPDATE deployments SET status = 'SUCCEEDED', progress = 100, diff = $2::text::json,
        digest = $3, ended_at = $4
      WHERE id = $1 AND status = 'RUNNING'""";

  private static final String FAIL =
      """
      UPDATE deployments SET status = 'FAILED', error_code = $2, error_message = $3, ended_at = $4
      WHERE id = $1 AND status = 'RUNNING'""";

  private static final String CANCEL =
      """
      UPDATE deployments SET status = 'CANCELLED', cancel_requested_at = $4, ended_at = $4
      WHERE account_id = $1 AND project = $2 AND id = $3 AND status = 'RUNNING'""";

  private static final String READ =
      "SELECT "
          + Deployment.COLUMNS
          + " FROM deployments WHERE account_id = $1 AND project = $2 AND id = $3";

  private static final String LIST =
      "SELECT "
          + Deployment.COLUMNS
          + """
           FROM deployments WHERE id IN (
            SELECT id FROM deployments WHERE account_id = $1 AND project = $2
            ORDER BY id DESC LIMIT $3 OFFSET $4)
          ORDER BY id DESC""";

  private static final String COUNT =
      "SELECT count(*) FROM deployments WHERE account_id = $1 AND project = $2";

  private static final String OVER =
      "SELECT id FROM deployments WHERE id = ANY ($1) AND status <> 'RUNNING'";

  private final Database database;

  DeploymentStore(Database database) {
    this.database = database;
  }

  /** Whether this transaction may deploy the project; no other may until it ends. */
  Future<Boolean> tryLock(SqlConnection connection, UUID account, String project) {
    return bePatient(connection)
        .compose(set -> connection.preparedQuery(TRY_LOCK).execute(Tuple.of(account, project)))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** Gives the transaction the time that a deploy needs. */
  Future<Void> bePatient(SqlConnection connection) {
    return connection.query(PATIENCE).execute().mapEmpty();
  }

  /** Makes a deployment known to all that runs in a transaction which holds the lock. */
  Future<Void> begin(UUID account, UUID id, String project, String kind, OffsetDateTime now) {
    return database
        .query(CLEAR, Tuple.of(account, project, now, id))
        .compose(
            cleared ->
                database.query(
                    INSERT,
                    Tuple.tuple()
                        .addUUID(id)
                        .addUUID(account)
                        .addString(project)
                        .addString(kind)
                        .addBoolean(false)
                        .addString(DeploymentStatus.RUNNING.name())
                        .addInteger(0)
                        .addString(null)
                        .addBuffer(null)
                        .addOffsetDateTime(now)
                        .addOffsetDateTime(null)))
        .mapEmpty();
  }

  /** Keeps what a dry run found. */
  Future<Void> insertDry(
      UUID account, UUID id, String project, String kind, DiffView diff, OffsetDateTime now) {
    return database
        .query(
            INSERT,
            Tuple.tuple()
                .addUUID(id)
                .addUUID(account)
                .addString(project)
                .addString(kind)
                .addBoolean(true)
                .addString(DeploymentStatus.SUCCEEDED.name())
                .addInteger(100)
                .addString(diff.json())
                .addBuffer(diff.digest())
                .addOffsetDateTime(now)
                .addOffsetDateTime(now))
        .mapEmpty();
  }

  /** The id of the deployment that runs, empty when none does. */
  Future<Optional<UUID>> running(UUID account, String project) {
    return database
        .query(RUNNING, Tuple.of(account, project))
        .map(rows -> Rows.first(rows, row -> row.getUUID(0)));
  }

  Future<Void> progress(UUID id, int percent) {
    return database.query(PROGRESS, Tuple.of(id, percent)).mapEmpty();
  }

  /** Ends a deployment in its own transaction; false when it had ended already. */
  Future<Boolean> succeed(SqlConnection connection, UUID id, DiffView diff, OffsetDateTime now) {
    return connection
        .preparedQuery(SUCCEED)
        .execute(Tuple.of(id, diff.json(), diff.digest(), now))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Void> fail(UUID id, String code, @Nullable String message, OffsetDateTime now) {
    return database.query(FAIL, Tuple.of(id, code, message, now)).mapEmpty();
  }

  /** False when it does not run. */
  Future<Boolean> cancel(UUID account, String project, UUID id, OffsetDateTime now) {
    return database
        .query(CANCEL, Tuple.of(account, project, id, now))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Optional<Deployment>> read(UUID account, String project, UUID id) {
    return database
        .query(READ, Tuple.of(account, project, id))
        .map(rows -> Rows.first(rows, Deployment::of));
  }

  /** Newest first. */
  Future<List<Deployment>> list(
      SqlConnection connection, UUID account, String project, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, project, limit, offset))
        .map(rows -> Rows.list(rows, Deployment::of));
  }

  Future<Long> count(SqlConnection connection, UUID account, String project) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account, project)).map(Rows::number);
  }

  /** Those of some deployments that do not run any more. */
  Future<Set<UUID>> over(Collection<UUID> ids) {
    return database
        .query(OVER, Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new)))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID(0))));
  }
}
