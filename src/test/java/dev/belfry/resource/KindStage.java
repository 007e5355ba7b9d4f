package dev.belfry.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.db.Database;
import dev.belfry.db.Ids;
import dev.belfry.error.Violation;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.PayloadBodies;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An account with a kind of resources, for tests that go through {@link ResourceKind} alone. */
public final class KindStage {
  public static final InstantSource CLOCK = InstantSource.system();
  public static final Ids IDS = new Ids(CLOCK);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Vertx VERTX = Vertx.vertx();
  private static final Database DATABASE =
      new Database(
          VERTX,
          TestApp.shared().database().address(),
          TestApp.config(TestApp.shared().database().address(), Map.of()).database(),
          2);

  public final TestApp app = TestApp.shared();
  public final Tenant acme = app.newTenant();
  public final Tenant other = app.newTenant();
  public final ApiClient client = app.as(acme);
  private final ResourceKind kind;

  public KindStage(Function<Database, ResourceKind> kind) {
    this.kind = kind.apply(DATABASE);
  }

  /** Does work in one transaction and waits for what comes of it. */
  public <T> T work(Function<SqlConnection, Future<T>> work) {
    try {
      return DATABASE
          .transaction(work)
          .toCompletionStage()
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  public static ObjectNode json(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  /** The document of a payload without fault. */
  public ObjectNode document(String payload) {
    List<Violation> violations = new ArrayList<>();
    ObjectNode document = kind.document(json(payload), new PayloadBodies(), violations);
    assertThat(violations).isEmpty();
    return document;
  }

  /** What is wrong with a payload, as "path message". */
  public List<String> faults(String payload) {
    List<Violation> violations = new ArrayList<>();
    kind.document(json(payload), new PayloadBodies(), violations);
    return violations.stream().map(fault -> fault.path() + " " + fault.message()).toList();
  }

  /** New items with ids, not stored yet; logical ids are r0, r1 and so on. */
  public List<Item> items(List<String> payloads) {
    List<String> ids = work(connection -> kind.nextIds(connection, payloads.size()));
    assertThat(ids).hasSize(payloads.size()).doesNotHaveDuplicates();
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      items.add(new Item("r" + i, ids.get(i), document(payloads.get(i)), null));
    }
    return items;
  }

  public List<Item> inserted(String... payloads) {
    return inserted(Arrays.asList(payloads));
  }

  /** Items that are stored. */
  public List<Item> inserted(List<String> payloads) {
    List<Item> items = items(payloads);
    work(connection -> kind.insert(connection, acme.account(), items, now()));
    return items.stream().map(item -> changed(item, item.document())).toList();
  }

  /** An item that is stored and is to be another. */
  public Item changed(Item item, String payload) {
    return new Item(item.logicalId(), item.id(), document(payload), item.document());
  }

  private static Item changed(Item item, ObjectNode document) {
    return new Item(item.logicalId(), item.id(), document, item.document());
  }

  public void update(List<Item> items) {
    work(connection -> kind.update(connection, acme.account(), items, now()));
  }

  public void delete(List<Item> items) {
    work(connection -> kind.delete(connection, acme.account(), ids(items)));
  }

  /** What is wrong with wanted items and removed ids, as "logical id path message". */
  public List<String> problems(List<Item> wanted, String... removed) {
    return problems(new Desired(Map.of(kind.type(), wanted), Map.of(kind.type(), Set.of(removed))));
  }

  public List<String> problems(Desired desired) {
    return work(connection -> kind.problems(connection, acme.account(), desired)).stream()
        .map(
            problem ->
                problem.logicalId()
                    + " "
                    + problem.violation().path()
                    + " "
                    + problem.violation().message())
        .toList();
  }

  public Map<String, ObjectNode> read(List<Item> items) {
    return read(acme.account(), items, false);
  }

  private Map<String, ObjectNode> read(UUID account, List<Item> items, boolean lock) {
    return work(connection -> kind.read(connection, account, ids(items), lock));
  }

  private static List<String> ids(List<Item> items) {
    return items.stream().map(Item::id).toList();
  }

  /** Demands that what is stored is what is wanted, locked or not. */
  public void assertStored(List<Item> items) {
    for (boolean lock : new boolean[] {false, true}) {
      Map<String, ObjectNode> stored = read(acme.account(), items, lock);
      assertThat(stored).hasSize(items.size());
      for (Item item : items) {
        assertThat(same(stored.get(item.id()), item.document()))
            .as(item.document() + " stored as " + stored.get(item.id()))
            .isTrue();
      }
    }
  }

  /** Whether two documents say the same; numbers by their value. */
  public static boolean same(@Nullable JsonNode one, JsonNode another) {
    Comparator<JsonNode> byValue =
        (a, b) ->
            a.isNumber() && b.isNumber()
                ? a.decimalValue().compareTo(b.decimalValue())
                : a.equals(b) ? 0 : 1;
    return one != null && one.equals(byValue, another);
  }

  /**
   * Makes resources, makes them what other payloads say, and deletes them; all the while another
   * account tries to read, change and delete them.
   */
  public void live(List<String> payloads, List<String> others) {
    List<Item> first = inserted(payloads);
    assertStored(first);
    List<Item> second = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      second.add(changed(first.get(i), others.get(i)));
    }
    intrude(second);
    assertStored(first);
    update(second);
    assertStored(second);
    delete(second);
    assertThat(read(second)).isEmpty();
    delete(second);
  }

  private void intrude(List<Item> items) {
    UUID stranger = other.account();
    assertThat(read(stranger, items, false)).isEmpty();
    assertThat(read(stranger, items, true)).isEmpty();
    try {
      work(connection -> kind.update(connection, stranger, items, now()));
    } catch (RuntimeException refused) {
      assertThat(refused).isNotNull();
    }
    work(connection -> kind.delete(connection, stranger, ids(items)));
  }

  public static OffsetDateTime now() {
    return CLOCK.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
