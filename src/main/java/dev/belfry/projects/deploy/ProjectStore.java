package dev.belfry.projects.deploy;

import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** SQL of projects and of the resources they hold. */
final class ProjectStore {
  private static final String COLUMNS =
      """
      p.id, p.logical_id, p.name, p.repo_url, p.created_at, p.updated_at,
      (SELECT count(*) FROM project_resources r WHERE r.project_id = p.id)""";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM projects p WHERE p.account_id = $1 AND p.logical_id = $2";

  /** Counts the resources of the page alone, not of what lies before it. */
  private static final String LIST =
      "SELECT "
          + COLUMNS
          + " FROM (SELECT id FROM projects WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3)"
          + " AS page JOIN projects p ON p.id = page.id ORDER BY p.id";

  private static final String COUNT = "SELECT count(*) FROM projects WHERE account_id = $1";

  private static final String RESOURCES =
      """
      SELECT r.type, r.logical_id, r.physical_id
      FROM project_resources r JOIN projects p ON p.id = r.project_id
      WHERE p.account_id = $1 AND p.logical_id = $2 ORDER BY r.type, r.logical_id""";

  /** A project that is as it should be is not written. */
  private static final String PUT =
      """
      WITH put AS (
        INSERT INTO projects AS p (id, account_id, logical_id, name, repo_url, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (account_id, logical_id) DO UPDATE
          SET name = excluded.name, repo_url = excluded.repo_url, updated_at = excluded.created_at
          WHERE (p.name, p.repo_url) IS DISTINCT FROM (excluded.name, excluded.repo_url)
        RETURNING id)
      SELECT id FROM put
      UNION ALL SELECT id FROM projects WHERE account_id = $2 AND logical_id = $3 LIMIT 1""";

  private static final String REMEMBER =
      """
      INSERT INTO project_resources (project_id, type, logical_id, physical_id)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
      ON CONFLICT (project_id, type, logical_id) DO UPDATE SET physical_id = excluded.physical_id""";

  private static final String FORGET =
      """
      DELETE FROM project_resources WHERE project_id = $1
        AND (type, logical_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))""";

  private static final String DELETE =
      "DELETE FROM projects WHERE account_id = $1 AND logical_id = $2";

  /** Which resource a logical id stands for. */
  record Remembered(ResourceKey key, String id) {}

  Future<Optional<ProjectRow>> read(SqlClient client, UUID account, String project) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(account, project))
        .map(rows -> Rows.first(rows, ProjectRow::of));
  }

  Future<Optional<ProjectRow>> read(Database database, UUID account, String project) {
    return database
        .query(READ, Tuple.of(account, project))
        .map(rows -> Rows.first(rows, ProjectRow::of));
  }

  Future<List<ProjectRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, ProjectRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  /** The ids of a project's resources, empty without the project. */
  Future<Map<ResourceKey, String>> resources(
      SqlConnection connection, UUID account, String project) {
    return connection
        .preparedQuery(RESOURCES)
        .execute(Tuple.of(account, project))
        .map(
            rows -> {
              Map<ResourceKey, String> ids = new LinkedHashMap<>();
              rows.forEach(
                  row ->
                      ids.put(
                          new ResourceKey(
                              ResourceType.of(row.getString(0)).orElseThrow(), row.getString(1)),
                          row.getString(2)));
              return ids;
            });
  }

  /** Makes or renames a project and tells its id. */
  Future<UUID> put(
      SqlConnection connection, UUID account, UUID id, Manifest manifest, OffsetDateTime now) {
    return connection
        .preparedQuery(PUT)
        .execute(
            Tuple.of(id, account, manifest.logicalId(), manifest.name(), manifest.repoUrl(), now))
        .map(rows -> rows.iterator().next().getUUID(0));
  }

  Future<Void> remember(SqlConnection connection, UUID project, List<Remembered> resources) {
    return resources.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(REMEMBER)
            .execute(
                Tuple.of(
                    project,
                    resources.stream().map(one -> one.key().type().wire()).toArray(String[]::new),
                    resources.stream().map(one -> one.key().logicalId()).toArray(String[]::new),
                    resources.stream().map(Remembered::id).toArray(String[]::new)))
            .mapEmpty();
  }

  Future<Void> forget(SqlConnection connection, UUID project, Collection<ResourceKey> keys) {
    return keys.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(FORGET)
            .execute(
                Tuple.of(
                    project,
                    keys.stream().map(key -> key.type().wire()).toArray(String[]::new),
                    keys.stream().map(ResourceKey::logicalId).toArray(String[]::new)))
            .mapEmpty();
  }

  Future<Void> delete(SqlConnection connection, UUID account, String project) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(account, project)).mapEmpty();
  }
}
