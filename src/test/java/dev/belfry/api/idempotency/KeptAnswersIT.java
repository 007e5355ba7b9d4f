package dev.belfry.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers are kept, for whom, how long, and how they are stored. */
@ExtendWith(VertxExtension.class)
class KeptAnswersIT {
  private static final String SERVICES = "/v1/status-pages/services";
  private static final String PAGES = "/v1/status-pages";
  private static final String WEB = "{\"name\":\"Web\"}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final String key = UUID.randomUUID().toString();
  private final ApiClient client = keyed(app.as(acme));

  private ApiClient keyed(ApiClient anyone) {
    return anyone.with("Idempotency-Key", key);
  }

  private static void requireReplayed(ApiReply reply, boolean replayed) {
    assertThat(reply.header("idempotency-replayed")).isEqualTo(replayed ? "true" : "");
  }

  private long services(Tenant tenant) {
    return app.as(tenant).get(SERVICES).at("/length").asLong();
  }

  @Test
  void refusalsOfTheOperationAreKept() {
    String page = "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[]}".formatted(key);
    String id = app.as(acme).post(PAGES, page).hasStatus(201).id();
    requireReplayed(client.post(PAGES, page).hasStatus(409), false);
    app.as(acme).delete(PAGES + "/" + id).hasStatus(204);

    requireReplayed(client.post(PAGES, page).hasStatus(409), true);

    assertThat(app.as(acme).get(PAGES).at("/length").asInt()).isZero();
  }

  @Test
  void whatIsNotThereIsKeptToo() {
    String tests = "/v1/alert-channels/9007199254740991/test";
    requireReplayed(client.send("POST", tests, null).isNotFound(), false);
    requireReplayed(client.send("POST", tests, null).isNotFound(), true);
  }

  @Test
  void refusalsBeforeTheOperationAreNot() {
    keyed(app.client()).post(SERVICES, WEB).isUnauthorized();
    keyed(app.client().withKey(acme.readKey())).post(SERVICES, WEB).isForbidden();
    client.with("Content-Type", "text/plain").post(SERVICES, WEB).hasStatus(415);
    client.post(SERVICES, "{\"name\":\"\"}").isInvalid("/name");

    requireReplayed(client.post(SERVICES, WEB).hasStatus(201), false);
    requireReplayed(client.post(SERVICES, WEB).hasStatus(201), true);
    assertThat(services(acme)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "\"open"})
  void anOddKeyIsNamedWithAllElseThatIsWrong(String odd) {
    ApiReply reply = app.as(acme).with("Idempotency-Key", odd).post(SERVICES, "{\"name\":\"\"}");

    reply.isInvalid("/Idempotency-Key", "/name").matchesContract("createService");
    ApiReply only = app.as(acme).with("Idempotency-Key", odd).post(SERVICES, WEB);
    only.isInvalid("/Idempotency-Key");
    assertThat(only.at("/validation/source").asText()).isEqualTo("params");
    assertThat(services(acme)).isZero();
  }

  @Test
  void quotesAreNoPartOfTheKey() {
    String id = client.post(SERVICES, WEB).hasStatus(201).id();

    ApiReply quoted =
        app.as(acme).with("Idempotency-Key", '"' + key + '"').post(SERVICES, WEB).hasStatus(201);

    requireReplayed(quoted, true);
    assertThat(quoted.id()).isEqualTo(id);
  }

  @Test
  void aKeyIsGoodForItsAccountAndAllOfIt() {
    Tenant globex = app.newTenant();
    client.post(SERVICES, WEB).hasStatus(201);

    requireReplayed(keyed(app.as(globex)).post(SERVICES, WEB).hasStatus(201), false);
    assertThat(services(globex)).isEqualTo(1);
    client.post("/v2/check-groups", WEB).hasStatus(422);
  }

  @Test
  void aKeyMeansNothingWithOtherMethods() {
    String service = SERVICES + "/" + client.post(SERVICES, WEB).hasStatus(201).id();
    client.put(service, WEB).hasStatus(200);
    client.get(service).hasStatus(200);
    client.delete(service).hasStatus(204);
    client.delete(service).isNotFound();
  }

  @Test
  void whatIsStoredTellsNothing() throws Exception {
    String path = "/v1/private-locations";
    String location = app.as(acme).post(path, "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}").id();
    ApiReply made = client.send("POST", path + "/" + location + "/keys", null).hasStatus(201);
    String secret = made.at("/rawKey").asText();
    assertThat(secret).isNotEmpty();

    KeyedAttempt attempt = new KeyedAttempt(acme.account(), "", key, "");
    String stored = stored(attempt);
    assertThat(stored).startsWith("sealed:v1:").doesNotContain(secret).doesNotContain(key);
    assertThat(KeptAnswer.unseal(app.sealer(), attempt, stored).answer().body()).contains(secret);
  }

  private String stored(KeyedAttempt attempt) throws Exception {
    try (var connection = app.database().jdbc();
        var statement =
            connection.prepareStatement("SELECT answer FROM idempotency_keys WHERE id = ?")) {
      statement.setBytes(1, attempt.id());
      try (var rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
      }
    }
  }

  @Test
  void anAnswerThatCannotBeUnsealedIsNoLicenceToDoItAgain() {
    client.post(SERVICES, WEB).hasStatus(201);
    app.database()
        .execute(
            "UPDATE idempotency_keys SET answer = overlay(answer PLACING '00000000' FROM 11)"
                + " WHERE id = '\\x%s'"
                    .formatted(new KeyedAttempt(acme.account(), "", key, "").name()));

    client.post(SERVICES, WEB).hasStatus(409);

    assertThat(services(acme)).isEqualTo(1);
  }

  @Test
  void isForgottenAfterADay(Vertx vertx) {
    client.post(SERVICES, WEB).hasStatus(201);
    String aged =
        "UPDATE idempotency_keys SET kept_at = now() - interval '%s' WHERE id = '\\x%s'"
            .formatted("%s", new KeyedAttempt(acme.account(), "", key, "").name());
    app.database().execute(aged.formatted("23 hours 59 minutes"));
    forget(vertx);
    requireReplayed(client.post(SERVICES, WEB).hasStatus(201), true);

    app.database().execute(aged.formatted("24 hours 1 minute"));
    forget(vertx);
    requireReplayed(client.post(SERVICES, WEB).hasStatus(201), false);
    assertThat(services(acme)).isEqualTo(2);
  }

  private void forget(Vertx vertx) {
    Database database =
        new Database(
            vertx,
            app.database().address(),
            TestApp.config(app.database().address(), Map.of()).database(),
            1);
    new Idempotency(vertx, database, app.sealer(), () -> {}).forget().await();
  }

  @Test
  void aLargeAnswerIsKeptWhole() {
    StringBuilder readers = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      readers
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"EMAIL\",\"config\":\"reader%d@example.org\"}".formatted(i));
    }
    String page =
        app.as(acme)
            .post(PAGES, "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[]}".formatted(key))
            .hasStatus(201)
            .id();
    byte[] body = "{\"subscriptions\":[%s]}".formatted(readers).getBytes(StandardCharsets.UTF_8);
    String bulk = PAGES + "/" + page + "/subscriptions/bulk";
    ApiReply first = client.send("POST", bulk, body).hasStatus(201);

    assertThat(client.send("POST", bulk, body).hasStatus(201).text()).isEqualTo(first.text());
  }
}
