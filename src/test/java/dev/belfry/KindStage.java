package dev.belfry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.TestApp.Tenant;
import dev.belfry.db.Database;
import dev.belfry.resource.Desired;
import dev.belfry.resource.Item;
import dev.belfry.resource.Problem;
import dev.belfry.resource.ResourceKind;
import dev.belfry.resource.ResourceType;
import dev.belfry.testing.KindReader;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Goes through a kind as a deploy does, each step in a transaction of its own. */
public final class KindStage implements AutoCloseable {
  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-03-01T12:00:00Z");

  private final ResourceKind kind;
  private final Tenant tenant;
  private final KindReader reader;
  private final Vertx vertx = Vertx.vertx();
  private final Database database;

  /** For the caller to close. */
  public KindStage(TestApp app, Tenant tenant, ResourceKind kind) {
    this.kind = kind;
    this.tenant = tenant;
    this.reader = new KindReader(kind);
    this.database =
        new Database(
            vertx,
            app.database().address(),
            TestApp.config(app.database().address(), Map.of("BELFRY_DATABASE_TIMEOUT", "30s"))
                .database(),
            1);
  }

  /** Runs work in a transaction. */
  public <T> T in(Function<SqlConnection, Future<T>> work) {
    Promise<T> done = Promise.promise();
    vertx.runOnContext(started -> database.transaction(work).onComplete(done));
    return done.future().await();
  }

  /** Ids for new resources. */
  public List<String> nextIds(int count) {
    return in(connection -> kind.nextIds(connection, count));
  }

  /** One that is to be made of a payload. */
  public Item item(String logicalId, String id, String payload) {
    return new Item(logicalId, id, reader.document(payload), null);
  }

  /** Makes one resource of a payload. */
  public Item insert(String payload) {
    Item item = item("only", nextIds(1).get(0), payload);
    insert(List.of(item));
    return item;
  }

  /** Makes resources. */
  public void insert(List<Item> items) {
    in(connection -> kind.insert(connection, tenant.account(), items, NOW));
  }

  /** Makes a resource what a payload says. */
  public Item update(String id, String payload) {
    Item item = new Item("only", id, reader.document(payload), read(id));
    update(List.of(item));
    return item;
  }

  /** Makes resources what they are to be. */
  public void update(List<Item> items) {
    in(connection -> kind.update(connection, tenant.account(), items, NOW));
  }

  /** Deletes resources. */
  public void delete(Collection<String> ids) {
    in(connection -> kind.delete(connection, tenant.account(), ids));
  }

  /** What is there, numbers as reading gives them. */
  public Map<String, ObjectNode> read(Collection<String> ids) {
    Map<String, ObjectNode> documents =
        in(connection -> kind.read(connection, tenant.account(), ids, true));
    documents.replaceAll((id, document) -> KindReader.plain(document));
    return documents;
  }

  /** One that is there. */
  public ObjectNode read(String id) {
    ObjectNode document = read(List.of(id)).get(id);
    if (document == null) {
      throw new AssertionError(id + " is not there");
    }
    return document;
  }

  /** Problems of a project that wants and removes this. */
  public List<Problem> problems(
      Map<ResourceType, List<Item>> wanted, Map<ResourceType, Set<String>> removed) {
    return in(
        connection -> kind.problems(connection, tenant.account(), new Desired(wanted, removed)));
  }

  /** So many resources of payloads made from a pattern with one number in it. */
  public List<Item> many(int count, String payload) {
    List<String> ids = nextIds(count);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(item("r" + i, ids.get(i), payload.formatted(i)));
    }
    return items;
  }

  @Override
  public void close() {
    database.close().await();
    vertx.close().await();
  }
}
