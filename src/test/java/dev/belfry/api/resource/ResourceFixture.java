package dev.belfry.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ResourceReader;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An account with a kind of resources, for tests that go through {@link DeployableResource} alone
 * as a deploy does, each step in a transaction of its own.
 */
public final class ResourceFixture {
  public static final InstantSource CLOCK = InstantSource.system();
  public static final Ids IDS = new Ids(CLOCK);

  private static final Vertx VERTX = Vertx.vertx();
  private static final Context LOOP = VERTX.getOrCreateContext();
  private static final Database DATABASE =
      new Database(
          VERTX,
          TestApp.shared().database().address(),
          TestApp.config(
                  TestApp.shared().database().address(), Map.of("BELFRY_DATABASE_TIMEOUT", "30s"))
              .database(),
          2);

  /** When everything is written: a while ago, so that no clock gives the same time. */
  private final OffsetDateTime now =
      CLOCK
          .instant()
          .minus(Duration.ofMinutes(1))
          .truncatedTo(ChronoUnit.MILLIS)
          .atOffset(ZoneOffset.UTC);

  /** The time of everything written, as the API shows it. */
  public final String written = JsonText.timestamp(now.toInstant());

  public final TestApp app = TestApp.shared();
  public final Tenant acme;
  public final Tenant other;
  public final ApiClient client;
  private final DeployableResource kind;
  private final ResourceReader reader;

  /** A kind with two new accounts; the stage stands in the first of them. */
  public ResourceFixture(Function<Database, DeployableResource> kind) {
    this(kind.apply(DATABASE), TestApp.shared().newTenant(), TestApp.shared().newTenant());
  }

  private ResourceFixture(DeployableResource kind, Tenant mine, Tenant theirs) {
    this.kind = kind;
    this.reader = new ResourceReader(kind);
    this.acme = mine;
    this.other = theirs;
    this.client = app.as(acme);
  }

  /** The same kind in the other account. */
  public ResourceFixture inOther() {
    return new ResourceFixture(kind, other, acme);
  }

  /** Another kind in the same account. */
  public ResourceFixture with(DeployableResource another) {
    return new ResourceFixture(another, acme, other);
  }

  /** Does work in one transaction and waits for what comes of it. */
  public <T> T work(Function<SqlConnection, Future<T>> work) {
    Promise<T> done = Promise.promise();
    LOOP.runOnContext(started -> DATABASE.transaction(work).onComplete(done));
    return done.future().await();
  }

  /** Makes something over the API and gives its id. */
  public String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  /** The document of a payload without fault. */
  public ObjectNode document(String payload) {
    return reader.document(payload);
  }

  /** What is wrong with a payload, as "path message". */
  public List<String> faults(String payload) {
    return reader.violations(payload).stream()
        .map(fault -> fault.path() + " " + fault.message())
        .toList();
  }

  /** Payloads made from a pattern with one number in it. */
  public static List<String> many(int count, String pattern) {
    return IntStream.range(0, count).mapToObj(pattern::formatted).toList();
  }

  /** One that is to be made of a payload. */
  public DesiredResource item(String logicalId, String id, String payload) {
    return new DesiredResource(logicalId, id, document(payload), null);
  }

  /** New items with ids, not stored yet; logical ids are r0, r1 and so on. */
  public List<DesiredResource> items(List<String> payloads) {
    List<String> ids = work(connection -> kind.nextIds(connection, payloads.size()));
    assertThat(ids).hasSize(payloads.size()).doesNotHaveDuplicates();
    List<DesiredResource> items = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      items.add(item("r" + i, ids.get(i), payloads.get(i)));
    }
    return items;
  }

  /** An item that is stored. */
  public DesiredResource inserted(String payload) {
    return inserted(List.of(payload)).get(0);
  }

  /** Items that are stored. */
  public List<DesiredResource> inserted(List<String> payloads) {
    return insert(items(payloads));
  }

  private List<DesiredResource> insert(List<DesiredResource> items) {
    work(connection -> kind.insert(connection, acme.account(), items, now));
    return items.stream().map(item -> changed(item, item.document())).toList();
  }

  /** An item that is stored and is to be another. */
  public DesiredResource changed(DesiredResource item, String payload) {
    return changed(item, document(payload));
  }

  private static DesiredResource changed(DesiredResource item, ObjectNode document) {
    return new DesiredResource(item.logicalId(), item.id(), document, item.document());
  }

  /** An item that is stored, made another. */
  public DesiredResource updated(DesiredResource item, String payload) {
    DesiredResource changed = changed(item, payload);
    update(List.of(changed));
    return changed;
  }

  public void update(List<DesiredResource> items) {
    work(connection -> kind.update(connection, acme.account(), items, now));
  }

  public void delete(DesiredResource item) {
    delete(List.of(item));
  }

  public void delete(List<DesiredResource> items) {
    work(connection -> kind.delete(connection, acme.account(), ids(items)));
  }

  /** What is wrong with a project that wants and removes this. */
  public List<Problem> problems(
      Map<ResourceType, List<DesiredResource>> wanted, Map<ResourceType, Set<String>> removed) {
    return work(
        connection -> kind.problems(connection, acme.account(), new DesiredState(wanted, removed)));
  }

  /** The same as "logical id path message". */
  public List<String> complaints(
      Map<ResourceType, List<DesiredResource>> wanted, Map<ResourceType, Set<String>> removed) {
    return problems(wanted, removed).stream()
        .map(
            problem ->
                problem.logicalId()
                    + " "
                    + problem.violation().path()
                    + " "
                    + problem.violation().message())
        .toList();
  }

  /** The same of items and removed ids of this kind alone. */
  public List<String> complaints(List<DesiredResource> wanted, String... removed) {
    return complaints(Map.of(kind.type(), wanted), Map.of(kind.type(), Set.of(removed)));
  }

  /** What is there of some items. */
  public Map<String, ObjectNode> read(List<DesiredResource> items) {
    return readIds(ids(items));
  }

  /** What is there of some ids. */
  public Map<String, ObjectNode> read(String... ids) {
    return readIds(List.of(ids));
  }

  private Map<String, ObjectNode> readIds(List<String> ids) {
    Map<String, ObjectNode> stored =
        work(connection -> kind.read(connection, acme.account(), ids, false));
    Map<String, ObjectNode> locked =
        work(connection -> kind.read(connection, acme.account(), ids, true));
    assertThat(locked).isEqualTo(stored);
    return stored;
  }

  private static List<String> ids(List<DesiredResource> items) {
    return items.stream().map(DesiredResource::id).toList();
  }

  public void assertStored(DesiredResource item) {
    assertStored(List.of(item));
  }

  /** Demands that what is stored is what is wanted, locked or not. */
  public void assertStored(List<DesiredResource> items) {
    Map<String, ObjectNode> stored = read(items);
    assertThat(stored).hasSize(items.size());
    items.forEach(item -> ResourceReader.assertSame(stored.get(item.id()), item.document()));
  }

  /**
   * Makes resources, makes them what other payloads say, and deletes them; all the while another
   * account tries to read, change and delete them. Nothing is wrong with any of it.
   */
  public void live(List<String> payloads, List<String> others) {
    List<DesiredResource> wanted = items(payloads);
    assertThat(complaints(wanted)).isEmpty();
    List<DesiredResource> first = insert(wanted);
    assertStored(first);
    List<DesiredResource> second = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      second.add(changed(first.get(i), others.get(i)));
    }
    inOther().intrude(second);
    assertStored(first);
    assertThat(complaints(second)).isEmpty();
    update(second);
    assertStored(second);
    inOther().intrude(first);
    assertStored(second);
    assertThat(complaints(second)).isEmpty();
    delete(second);
    assertThat(read(second)).isEmpty();
    delete(second);
  }

  /** Some kinds refuse what is not the account's, others find nothing to do. */
  private void intrude(List<DesiredResource> items) {
    assertThat(read(items)).isEmpty();
    try {
      update(items);
    } catch (RuntimeException refused) {
      assertThat(refused).isInstanceOfAny(ApiException.class, PgException.class);
    }
    assertThat(read(items)).isEmpty();
    delete(items);
  }
}
