package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.PAGES;
import static dev.belfry.statuspages.page.PageFixture.body;
import static dev.belfry.statuspages.page.PageFixture.card;
import static dev.belfry.statuspages.page.PageFixture.url;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.page.PageOperation.Row;
import dev.belfry.statuspages.page.PageOperation.Write;
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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Writes of two accounts that arrive together, as sets of rows: each keeps what is its own. */
class PageWritesTogetherIT {
  private static final int WRITES = 12;

  private final TestApp app = TestApp.shared();
  private final Tenant one = app.newTenant();
  private final Tenant other = app.newTenant();
  private final ApiClient unlucky = app.as(one);
  private final ApiClient client = app.as(other);

  private static List<Write> prepared(PageOperation operation, ApiClient client) {
    return IntStream.range(0, WRITES).mapToObj(number -> operation.prepare(client)).toList();
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
        WHERE account_id = ? AND (request_id IS NOT NULL OR actor = 'database')""",
        tenant.account());
  }

  @ParameterizedTest
  @EnumSource(PageOperation.class)
  void eachIsAuditedWithItsOwnCaller(PageOperation operation) {
    areAuditedWithTheirOwnCallers(operation, false);
  }

  /** If each had a transaction of its own, there were as many of them as writes. */
  @ParameterizedTest
  @EnumSource(PageOperation.class)
  void thoseWithPreconditionsShareTransactions(PageOperation operation) {
    assertThat(transactions(areAuditedWithTheirOwnCallers(operation, true)))
        .hasSizeLessThan(2 * WRITES);
  }

  private List<String> transactions(List<String> requests) {
    return read(
        "SELECT DISTINCT xmin::text FROM audit_entries WHERE request_id = ANY (?)",
        requests.toArray(String[]::new));
  }

  /** Sends writes of both accounts at once; the ids of the requests. */
  private List<String> areAuditedWithTheirOwnCallers(
      PageOperation operation, boolean preconditions) {
    List<Write> ours = prepared(operation, unlucky);
    List<Write> theirs = prepared(operation, client);
    List<String> requests =
        IntStream.range(0, 2 * WRITES).mapToObj(number -> UUID.randomUUID().toString()).toList();

    List<Integer> answers =
        all(
                2 * WRITES,
                number ->
                    (number < WRITES ? ours : theirs)
                        .get(number % WRITES)
                        .send(
                            client(
                                number < WRITES ? unlucky : client,
                                requests.get(number),
                                preconditions)))
            .join();

    assertThat(answers).containsOnly(ours.get(0).success());
    assertThat(requests)
        .allSatisfy(request -> assertThat(entries(request)).containsOnlyOnce(operation.entry()));
    assertThat(actors(one)).containsExactly("key:" + one.keyId());
    assertThat(actors(other)).containsExactly("key:" + other.keyId());
    return requests;
  }

  private static ApiClient client(ApiClient client, String request, boolean preconditions) {
    ApiClient named = client.with("X-Request-Id", request);
    return preconditions ? named.with("Idempotency-Key", request).with("If-Match", "*") : named;
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"MAKE_API_KEY", "MAKE_LOCATION"})
  void oneLockedRowDelaysNoOther(PageOperation operation) throws SQLException {
    Write stuck = operation.prepare(unlucky);
    List<Write> others = prepared(operation, client);
    Row row = requireNonNull(stuck.row());
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(
          "SELECT FROM %s WHERE id = '%s' FOR UPDATE".formatted(row.table(), row.id()));
      CompletableFuture<List<Integer>> waiting = all(1, number -> stuck.send(unlucky));

      assertThat(all(WRITES, number -> others.get(number).send(client)).join())
          .containsOnly(stuck.success());
      holder.rollback();
      assertThat(waiting.join()).isSubsetOf(stuck.success(), 503);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"MAKE_API_KEY", "CREATE_PAGE", "MAKE_LOCATION"})
  void whatIsOfAnotherAccountIsRefusedAlone(PageOperation operation) {
    List<Write> theirs = prepared(operation, client);

    List<Integer> answers =
        all(2 * WRITES, number -> theirs.get(number / 2).send(number % 2 == 0 ? unlucky : client))
            .join();

    for (int number = 0; number < 2 * WRITES; number++) {
      assertThat(answers.get(number)).isEqualTo(number % 2 == 0 ? 404 : theirs.get(0).success());
    }
  }

  @Test
  void servicesOfOneIncidentAreDeletedByTheirOwnRequests() {
    List<String> services =
        IntStream.range(0, WRITES).mapToObj(number -> PageOperation.service(client)).toList();
    PageOperation.incident(client, services.toArray(String[]::new));
    List<String> requests =
        IntStream.range(0, WRITES).mapToObj(number -> UUID.randomUUID().toString()).toList();

    List<Integer> answers =
        all(
                WRITES,
                number ->
                    client
                        .with("X-Request-Id", requests.get(number))
                        .delete(PAGES + "/services/" + services.get(number))
                        .status())
            .join();

    assertThat(answers).containsOnly(204);
    assertThat(requests)
        .allSatisfy(
            request ->
                assertThat(entries(request))
                    .containsExactlyInAnyOrder("incident UPDATE", "status-page-service DELETE"));
  }

  @Test
  void changesOfOnePageAreAuditedApart() {
    String path = PageFixture.path(PageOperation.page(client));
    String url = url();
    String service = PageOperation.service(client);
    List<String> requests =
        IntStream.range(0, WRITES).mapToObj(number -> UUID.randomUUID().toString()).toList();

    List<Integer> answers =
        all(
                WRITES,
                number ->
                    client
                        .with("X-Request-Id", requests.get(number))
                        .put(path, body(url, card("Card " + number, service)))
                        .status())
            .join();

    assertThat(answers).containsOnly(200);
    assertThat(requests)
        .allSatisfy(request -> assertThat(entries(request)).containsExactly("status-page UPDATE"));
    assertThat(client.get(path).at("/cards").findValuesAsText("name")).hasSize(2).contains("Web");
  }

  @Test
  void ofPagesWithOneUrlOneIsMade() {
    String page = body(url());

    List<Integer> answers = all(WRITES, number -> client.post(PAGES, page).status()).join();

    assertThat(Collections.frequency(answers, 201)).isEqualTo(1);
    assertThat(Collections.frequency(answers, 409)).isEqualTo(WRITES - 1);
  }

  @Test
  void aPageTakesAsManyKeysAsItMayHave() {
    String page = PageOperation.page(client);

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
    String subscriptions = PageFixture.subscriptions(PageOperation.page(client));
    String address = "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}";

    List<Integer> answers =
        all(WRITES, number -> client.post(subscriptions, address).status()).join();

    assertThat(Collections.frequency(answers, 201)).isEqualTo(1);
    assertThat(Collections.frequency(answers, 200)).isEqualTo(WRITES - 1);
    assertThat(client.get(subscriptions).json()).hasSize(1);
  }
}
