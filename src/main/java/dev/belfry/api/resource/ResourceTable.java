package dev.belfry.api.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads and deletes many resources of one type at once, for a project; the caller owns the
 * transaction. Both statements take the account as $1 and an array of ids as $2.
 */
public final class ResourceTable {
  private final ResourceType type;
  private final String read;
  private final String lock;
  private final String delete;

  /**
   * The table of a type.
   *
   * @param read selects the id as its first column, in the order of the ids
   * @param delete deletes those of the ids that the account has
   */
  public ResourceTable(ResourceType type, String read, String delete) {
    this.type = type;
    this.read = read;
    this.lock = read + " FOR NO KEY UPDATE";
    this.delete = delete;
  }

  /**
   * The documents of those of the ids that the account has, by id; fails when the statement does.
   *
   * @param locked whether to keep other transactions from changing them until this one ends
   * @param document makes the document of a row
   */
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection,
      UUID account,
      Collection<String> ids,
      boolean locked,
      Function<Row, ObjectNode> document) {
    return connection
        .preparedQuery(locked ? lock : read)
        .execute(parameters(account, ids))
        .map(
            rows -> {
              Map<String, ObjectNode> documents = new LinkedHashMap<>();
              rows.forEach(row -> documents.put(row.getValue(0).toString(), document.apply(row)));
              return documents;
            });
  }

  /** Deletes those of the ids that the account has; fails when the statement does. */
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return connection.preparedQuery(delete).execute(parameters(account, ids)).mapEmpty();
  }

  private Tuple parameters(UUID account, Collection<String> ids) {
    Tuple parameters = Tuple.of(account);
    return type.isNumbered()
        ? parameters.addArrayOfLong(ResourceIds.numbers(ids))
        : parameters.addArrayOfUUID(ResourceIds.guids(ids));
  }
}
