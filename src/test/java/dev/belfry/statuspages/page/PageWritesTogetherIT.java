package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.PAGES;
import static dev.belfry.statuspages.page.PageFixture.body;
import static dev.belfry.statuspages.page.PageFixture.card;
import static dev.belfry.statuspages.page.PageFixture.url;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes of two accounts that arrive together, as sets of rows: each keeps what is its own. */
class PageWritesTogetherIT {
  private static final int WRITES = 12;

  private final TestApp app = TestApp.shared();
  private final Tenant one = app.newTenant();
  private final Tenant other = app.newTenant();
  private final ApiClient unlucky = app.as(one);
  private final ApiClient client = app.as(other);

  /**
   * A request, ready to be sent.
   *
   * @param row the row that it needs, as table and id; null for none
   */
  private record Write(String method, String path, @Nullable String body, @Nullable Row row) {
    int send(ApiClient client) {
      return client.send(method, path, body == null ? null : body.getBytes(UTF_8)).status();
    }
  }

  private record Row(String table, String id) {}

  /** The writes that are tested, each on a resource that is made for it. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
  private enum Operation {
    DELETE_SERVICE(
        "status-page-service DELETE",
        client -> deletion(PAGES + "/services/", service(client), "services")),
    DELETE_SERVICE_OF_AN_INCIDENT(
        "status-page-service DELETE",
        client -> {
          String service = service(client);
          incident(client, service);
          return deletion(PAGES + "/services/", service, "services");
        }),
    DELETE_INCIDENT_UPDATE(
        "incident-update DELETE",
        client -> {
          String incident = incident(client, service(client));
          String updates = PAGES + "/incidents/" + incident + "/incident-updates";
          String update = made(client, updates, "{\"description\":\"Up\",\"status\":\"RESOLVED\"}");
          return new Write("DELETE", updates + "/" + update, null, new Row("incidents", incident));
        }),
    MAKE_API_KEY(
        "api-key CREATE",
        client ->
            new Write("POST", "/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"READ\"}", null)),
    REVOKE_API_KEY(
        "api-key UPDATE",
        client ->
            deletion(
                "/v1/api-keys/",
                made(client, "/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"READ\"}"),
                "api_keys")),
    MAKE_PAGE_KEY(
        "status-page-key CREATE",
        client -> {
          String page = page(client);
          String keys = PageFixture.path(page) + "/keys";
          return new Write("POST", keys, "{\"name\":\"Press\"}", new Row("status_pages", page));
        }),
    DELETE_PAGE_KEY(
        "status-page-key DELETE",
        client -> {
          String keys = PageFixture.path(page(client)) + "/keys";
          return deletion(keys + "/", key(client, keys), "status_page_keys");
        }),
    SUBSCRIBE(
        "status-page-subscription CREATE",
        client -> {
          String page = page(client);
          return new Write(
              "POST",
              PageFixture.subscriptions(page),
              "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}",
              new Row("status_pages", page));
        }),
    UNSUBSCRIBE(
        "status-page-subscription DELETE",
        client -> {
          String subscriptions = PageFixture.subscriptions(page(client));
          return deletion(
              subscriptions + "/",
              subscription(client, subscriptions),
              "status_page_subscriptions");
        }),
    DELETE_PAGE(
        "status-page DELETE",
        client -> {
          String page = page(client);
          key(client, PageFixture.path(page) + "/keys");
          subscription(client, PageFixture.subscriptions(page));
          return deletion(PAGES + "/", page, "status_pages");
        });

    private final String entry;
    private final Function<ApiClient, Write> prepare;

    Operation(String entry, Function<ApiClient, Write> prepare) {
      this.entry = entry;
      this.prepare = prepare;
    }

    int success(Write write) {
      return write.method().equals("DELETE") ? 204 : 201;
    }

    List<Write> prepare(ApiClient client) {
      return IntStream.range(0, WRITES).mapToObj(number -> prepare.apply(client)).toList();
    }

    private static Write deletion(String path, String id, String table) {
      return new Write("DELETE", path + id, null, new Row(table, id));
    }

    private static String made(ApiClient client, String path, String body) {
      return client.post(path, body).hasStatus(201).id();
    }

    private static String service(ApiClient client) {
      return made(client, PAGES + "/services", "{\"name\":\"Web\"}");
    }

    private static String incident(ApiClient client, String service) {
      return made(
          client,
          PAGES + "/incidents",
          """
          {"name":"Down","severity":"MINOR","services":[{"id":"%s"}],
           "incidentUpdates":[{"description":"It is down","status":"IDENTIFIED"}]}"""
              .formatted(service));
    }

    private static String page(ApiClient client) {
      return made(client, PAGES, body(url(), card("Shop", service(client))));
    }

    private static String key(ApiClient client, String keys) {
      return made(client, keys, "{\"name\":\"Press\"}");
    }

    private static String subscription(ApiClient client, String subscriptions) {
      return made(client, subscriptions, "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}");
    }
  }

  /** The answers to requests that are sent at once. */
  private static CompletableFuture<List<Integer>> all(int requests, IntFunction<Integer> request) {
    List<CompletableFuture<Integer>> sent =
        IntStream.range(0, requests)
            .mapToObj(
                number ->
                    CompletableFuture.supplyAsync(
                        () -> request.apply(number), task -> new Thread(task).start()))
            .toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .thenApply(done -> sent.stream().map(CompletableFuture::join).toList());
  }

  private List<String> read(String sql, Object parameter) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, parameter);
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The entries of a request, as type and action. */
  private List<String> entries(String request) {
    return read(
        "SELECT resource_type || ' ' || action FROM audit_entries WHERE request_id = ?", request);
  }

  private List<String> actors(Tenant tenant) {
    return read(
        """
        SELECT DISTINCT actor FROM audit_entries
        WHERE account_id = ? AND request_id IS NOT NULL OR actor = 'database'""",
        tenant.account());
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void eachIsAuditedWithItsOwnCaller(Operation operation) {
    List<Write> ours = operation.prepare(unlucky);
    List<Write> theirs = operation.prepare(client);
    List<String> requests =
        IntStream.range(0, 2 * WRITES).mapToObj(number -> UUID.randomUUID().toString()).toList();

    List<Integer> answers =
        all(
                2 * WRITES,
                number ->
                    (number < WRITES ? ours : theirs)
                        .get(number % WRITES)
                        .send(
                            (number < WRITES ? unlucky : client)
                                .with("X-Request-Id", requests.get(number))))
            .join();

    assertThat(answers).containsOnly(operation.success(ours.get(0)));
    assertThat(requests)
        .allSatisfy(request -> assertThat(entries(request)).containsOnlyOnce(operation.entry));
    assertThat(actors(one)).containsExactly("key:" + one.keyId());
    assertThat(actors(other)).containsExactly("key:" + other.keyId());
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void oneLockedRowDelaysNoOther(Operation operation) throws SQLException {
    Write stuck = operation.prepare.apply(unlucky);
    List<Write> others = operation.prepare(client);
    Row row = stuck.row();
    if (row == null) {
      return;
    }
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(
          "SELECT FROM %s WHERE id = '%s' FOR UPDATE".formatted(row.table(), row.id()));
      CompletableFuture<List<Integer>> waiting = all(1, number -> stuck.send(unlucky));

      assertThat(all(WRITES, number -> others.get(number).send(client)).join())
          .containsOnly(operation.success(stuck));
      holder.rollback();
      assertThat(waiting.join()).isSubsetOf(operation.success(stuck), 503);
    }
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void whatIsOfAnotherAccountIsRefusedAlone(Operation operation) {
    List<Write> theirs = operation.prepare(client);
    if (theirs.get(0).row() == null) {
      return;
    }

    List<Integer> answers =
        all(2 * WRITES, number -> theirs.get(number / 2).send(number % 2 == 0 ? unlucky : client))
            .join();

    for (int number = 0; number < 2 * WRITES; number++) {
      assertThat(answers.get(number))
          .isEqualTo(number % 2 == 0 ? 404 : operation.success(theirs.get(0)));
    }
  }

  @Test
  void aPageTakesAsManyKeysAsItMayHave() {
    String page = Operation.page(client);

    List<Integer> answers =
        all(
                PageKeyStore.MOST + 10,
                number ->
                    client.post(PageFixture.path(page) + "/keys", "{\"name\":\"Press\"}").status())
            .join();

    assertThat(Collections.frequency(answers, 201)).isEqualTo(PageKeyStore.MOST);
    assertThat(Collections.frequency(answers, 409)).isEqualTo(10);
  }

  @Test
  void anAddressIsSubscribedOnce() {
    String subscriptions = PageFixture.subscriptions(Operation.page(client));
    String address = "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}";

    List<Integer> answers =
        all(WRITES, number -> client.post(subscriptions, address).status()).join();

    assertThat(Collections.frequency(answers, 201)).isEqualTo(1);
    assertThat(Collections.frequency(answers, 200)).isEqualTo(WRITES - 1);
    assertThat(client.get(subscriptions).json()).hasSize(1);
  }
}
