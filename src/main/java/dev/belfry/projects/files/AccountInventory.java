package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads every resource of an account that files can describe. */
public final class AccountInventory {
  private static final String EVERYTHING =
      """
      WITH found (type, id, place) AS (
        SELECT 'private-location', id::text, id::text FROM private_locations WHERE account_id = $1
        UNION ALL SELECT 'status-page-service', id::text, id::text FROM services WHERE account_id = $1
        UNION ALL SELECT 'alert-channel', id::text, lpad(id::text, 20, '0') FROM alert_channels WHERE account_id = $1
        UNION ALL SELECT 'check-group', id::text, lpad(id::text, 20, '0') FROM check_groups WHERE account_id = $1
        UNION ALL SELECT 'check', id::text, id::text FROM checks WHERE account_id = $1
        UNION ALL SELECT 'status-page', id::text, id::text FROM status_pages WHERE account_id = $1
        UNION ALL SELECT 'maintenance-window', id::text, lpad(id::text, 20, '0') FROM maintenance_windows WHERE account_id = $1
        UNION ALL SELECT 'objective', id::text, lpad(id::text, 20, '0') FROM objectives WHERE account_id = $1
        UNION ALL SELECT 'alert-channel-subscription', id::text, lpad(id::text, 20, '0')
          FROM alert_channel_subscriptions WHERE account_id = $1)
      SELECT found.type, found.id, mapped.logical_id
      FROM found
      LEFT JOIN (project_resources mapped JOIN projects ON projects.id = mapped.project_id AND projects.account_id = $1)
        ON mapped.type = found.type AND mapped.physical_id = found.id
      ORDER BY found.type, found.place""";

  private static final String PROJECTS =
      "SELECT logical_id, name FROM projects WHERE account_id = $1 ORDER BY id LIMIT 2";

  private final Database database;
  private final Map<ResourceType, DeployableResource> kinds = new EnumMap<>(ResourceType.class);
  private final Defaults defaults;

  /**
   * @param schemas the schemas of the contract by name
   */
  public AccountInventory(
      Database database, Collection<DeployableResource> kinds, JsonNode schemas) {
    this.database = database;
    kinds.forEach(kind -> this.kinds.put(kind.type(), kind));
    this.defaults = new Defaults(schemas);
  }

  /** All of it as one file, of the project of the account if there is just one. */
  public Future<ExportFile> export(UUID account) {
    return database.transaction(
        connection ->
            read(connection, account)
                .map(stored -> ExportPlan.of(stored, defaults))
                .compose(exported -> named(connection, account, exported)));
  }

  /** The file belongs to the project of the account, if there is exactly one. */
  private static Future<ExportFile> named(
      SqlConnection connection, UUID account, ExportFile exported) {
    return connection
        .preparedQuery(PROJECTS)
        .execute(Tuple.of(account))
        .map(
            rows -> {
              if (rows.size() != 1) {
                return exported;
              }
              Row only = rows.iterator().next();
              return exported.of(only.getString(0), only.getString(1));
            });
  }

  private Future<List<StoredResource>> read(SqlConnection connection, UUID account) {
    return connection
        .preparedQuery(EVERYTHING)
        .execute(Tuple.of(account))
        .compose(
            rows -> {
              Map<ResourceType, Map<String, Row>> found = new EnumMap<>(ResourceType.class);
              for (Row row : rows) {
                ResourceType type = ResourceType.of(row.getString(0)).orElseThrow();
                found
                    .computeIfAbsent(type, first -> new LinkedHashMap<>())
                    .put(row.getString(1), row);
              }
              return documents(connection, account, found);
            });
  }

  private Future<List<StoredResource>> documents(
      SqlConnection connection, UUID account, Map<ResourceType, Map<String, Row>> found) {
    List<StoredResource> stored = new ArrayList<>();
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<ResourceType, Map<String, Row>> entry : found.entrySet()) {
      DeployableResource kind = kinds.get(entry.getKey());
      if (kind != null) {
        done =
            done.compose(before -> kind.read(connection, account, entry.getValue().keySet(), false))
                .map(
                    documents -> {
                      add(kind, entry.getValue(), documents, stored);
                      return null;
                    });
      }
    }
    return done.map(stored);
  }

  private static void add(
      DeployableResource kind,
      Map<String, Row> rows,
      Map<String, ObjectNode> documents,
      List<StoredResource> stored) {
    rows.forEach(
        (id, row) -> {
          ObjectNode document = documents.get(id);
          if (document != null) {
            stored.add(
                new StoredResource(
                    kind.type(), id, row.getString(2), document, kind.masked(document)));
          }
        });
  }
}
