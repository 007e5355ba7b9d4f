package dev.belfry.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.Polling;
import dev.belfry.testing.Posts;
import dev.belfry.testing.TableCounts;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code Idempotency-Key} on every POST of the contract: a new one is covered by being there. */
class IdempotencyIT {
  private static @Nullable TestApp running;
  private static ApiClient client;
  private static Posts posts;

  @BeforeAll
  static void start() {
    TestApp app = TestApp.start(Map.of());
    running = app;
    Tenant acme = app.newTenant();
    client = app.as(acme);
    posts = new Posts(client, Fixtures.create(client, acme.account()));
  }

  @AfterAll
  static void stop() {
    app().close();
  }

  private static TestApp app() {
    return Objects.requireNonNull(running);
  }

  static Stream<OperationContract> posts() {
    return Posts.all();
  }

  private static ApiReply send(
      OperationContract operation, String key, String path, byte @Nullable [] body) {
    return client
        .with("Idempotency-Key", key)
        .send("POST", path, body)
        .matchesContract(operation.id());
  }

  private static Map<String, Long> counts() {
    return TableCounts.of(app().database());
  }

  @ParameterizedTest
  @MethodSource("posts")
  void aRetryGetsTheSameAnswerAndDoesNothing(OperationContract operation) {
    String key = UUID.randomUUID().toString();
    String path = posts.address(operation);
    byte[] body = posts.body(operation.id());
    ApiReply first = send(operation, key, path, body);
    assertThat(first.status()).as(first.text()).isBetween(200, 299);
    assertThat(first.header("idempotency-replayed")).isEmpty();
    Map<String, Long> before = counts();

    ApiReply second = send(operation, key, path, body).hasStatus(first.status());

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.header("idempotency-replayed")).isEqualTo("true");
    for (String header : new String[] {"location", "content-type", "etag", "cache-control"}) {
      assertThat(second.header(header)).isEqualTo(first.header(header));
    }
    assertThat(second.header("x-request-id")).isNotEqualTo(first.header("x-request-id"));
    assertThat(counts()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("posts")
  void anotherRequestUnderTheSameKeyIsRefused(OperationContract operation) {
    String key = UUID.randomUUID().toString();
    String path = posts.address(operation);
    byte[] body = posts.body(operation.id());
    send(operation, key, path, body);
    Map<String, Long> before = counts();

    send(operation, key, body == null ? path + "?other=1" : path, longer(body))
        .isError(
            422,
            "Unprocessable Content",
            "This Idempotency-Key belongs to another request; use a new one");

    assertThat(counts()).isEqualTo(before);
  }

  /** White space at the end changes neither a JSON document nor what an upload does. */
  private static byte @Nullable [] longer(byte @Nullable [] body) {
    if (body == null) {
      return null;
    }
    byte[] longer = Arrays.copyOf(body, body.length + 1);
    longer[body.length] = ' ';
    return longer;
  }

  @ParameterizedTest
  @MethodSource("posts")
  void nothingEscapesWhenTheAnswerCannotBeKept(OperationContract operation) {
    String key = UUID.randomUUID().toString();
    String path = posts.address(operation);
    byte[] body = posts.body(operation.id());
    Map<String, Long> before = counts();
    app()
        .database()
        .execute(
            """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''no more answers''; END';
        CREATE TRIGGER refuse BEFORE INSERT ON idempotency_keys
          FOR EACH ROW EXECUTE FUNCTION refuse()""");
    try {
      send(operation, key, path, body).hasStatus(500);
      Map<String, Long> after = counts();
      if (operation.id().startsWith("deployProject")) {
        requireFailed();
        after.merge("deployments", -1L, Long::sum);
      }
      assertThat(after).isEqualTo(before);
    } finally {
      app().database().execute("DROP TRIGGER refuse ON idempotency_keys; DROP FUNCTION refuse()");
    }
    ApiReply retry = send(operation, key, path, body);
    assertThat(retry.status()).as(retry.text()).isBetween(200, 299);
    assertThat(retry.header("idempotency-replayed")).isEmpty();
  }

  /** Others have seen that the deployment began, so they are told that it came to nothing. */
  private static void requireFailed() {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (app().database().count("SELECT count(*) FROM deployments WHERE status = 'RUNNING'")
        > 0) {
      assertThat(System.nanoTime()).as("a deployment goes on for ever").isLessThan(deadline);
      Polling.pause();
    }
  }
}
