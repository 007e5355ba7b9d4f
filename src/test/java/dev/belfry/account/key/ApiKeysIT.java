package dev.belfry.account.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code /v1/api-keys}. */
class ApiKeysIT {
  private static final String PATH = "/v1/api-keys";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private ApiReply make(ApiClient maker, String more) {
    return maker.post(PATH, "{\"name\":\"Robot\"" + more + "}");
  }

  @Test
  void showsTheTokenOnceAndItWorks() {
    ApiReply made = make(client, ",\"scope\":\"WRITE\"").hasStatus(201);
    String token = made.matchesContract("createApiKey").at("/token").asText();

    app.client()
        .withKey(token)
        .post("/v1/variables", "{\"key\":\"A\",\"value\":\"b\"}")
        .hasStatus(201);
    ApiReply list = client.get(PATH).hasStatus(200).matchesContract("listApiKeys");
    assertThat(list.at("/0/id").asText()).isEqualTo(made.id());
    assertThat(list.header("content-range")).isEqualTo("0-2/3");
    ApiReply read = client.get(PATH + "/" + made.id()).hasStatus(200).matchesContract("readApiKey");
    assertThat(list.text() + read.text()).doesNotContain(token).doesNotContain("token");
    assertThat(client.get("/v1/audit-log?resourceType=api-key").text())
        .contains(made.id())
        .doesNotContain(token);
  }

  @Test
  void makesKeysThatOnlyRead() {
    String token = make(client, ",\"scope\":\"READ\"").hasStatus(201).at("/token").asText();
    app.client().withKey(token).get(PATH).hasStatus(200);
    make(app.client().withKey(token), ",\"scope\":\"READ\"").isForbidden();
  }

  @Test
  void makesNothingThatMayMoreThanItsMaker() throws SQLException {
    Instant end = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    ApiClient passing;
    try (Connection connection = app.database().jdbc()) {
      Caller maker = new Caller(UUID.randomUUID(), acme.account(), Scope.ADMIN, 50, end);
      passing = app.client().withKey(app.key(connection, maker));
    }
    ApiReply same = make(passing, ",\"scope\":\"WRITE\"").hasStatus(201);
    assertThat(Instant.parse(same.at("/expiresAt").asText())).isEqualTo(end);
    assertThat(same.at("/rateLimit").asInt()).isEqualTo(50);
    make(passing, ",\"scope\":\"READ\",\"expiresAt\":\"%s\"".formatted(end.plusSeconds(60)))
        .isInvalid("/expiresAt");
    make(passing, ",\"scope\":\"READ\",\"expiresAt\":\"%s\"".formatted(end.minusSeconds(60)))
        .hasStatus(201);
    make(client, ",\"scope\":\"READ\",\"expiresAt\":\"2020-01-01T00:00:00Z\"")
        .isInvalid("/expiresAt");
  }

  @Test
  void takesAKeyOutOfForceWithinASecond() {
    ApiReply made = make(client, ",\"scope\":\"READ\"").hasStatus(201);
    ApiClient robot = app.client().withKey(made.at("/token").asText());
    robot.get(PATH).hasStatus(200);
    client.delete(PATH + "/" + made.id()).hasStatus(204).matchesContract("revokeApiKey");
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (robot.get(PATH).status() != 401) {
      assertThat(System.nanoTime()).as("revoked in time").isLessThan(deadline);
      Polling.pause();
    }
    String at = client.get(PATH + "/" + made.id()).at("/revokedAt").asText();
    assertThat(at).isNotEmpty();
    client.delete(PATH + "/" + made.id()).isNotFound();
    assertThat(client.get(PATH + "/" + made.id()).at("/revokedAt").asText()).isEqualTo(at);
  }

  @Test
  void saysWhatIsWrong() {
    client
        .post(PATH, "{\"name\":\"\",\"scope\":\"OWNER\",\"expiresAt\":\"soon\"}")
        .isInvalid("/name", "/scope", "/expiresAt");
    client.post(PATH, "{}").isInvalid("/name", "/scope");
    client.get(PATH + "/1").isInvalid("/id");
    client.delete(PATH + "/" + UUID.randomUUID()).isNotFound();
  }

  @Test
  void onlyAnAdministeringKeyMakesKeysAndRevokesOthers() {
    ApiReply made = make(client, ",\"scope\":\"WRITE\"").hasStatus(201);
    ApiClient writer = app.client().withKey(made.at("/token").asText());
    make(writer, ",\"scope\":\"READ\"").isForbidden().matchesContract("createApiKey");
    writer.delete(PATH + "/" + acme.keyId()).isForbidden().matchesContract("revokeApiKey");
    assertThat(writer.get(PATH + "/" + made.id()).at("/scope").asText()).isEqualTo("WRITE");
    assertThat(writer.get(PATH + "/" + acme.keyId()).at("/scope").asText()).isEqualTo("ADMIN");
    assertThat(client.get("/v1/audit-log?resourceType=api-key").text()).contains("\"admin\"");
    writer.delete(PATH + "/" + made.id()).hasStatus(204);
  }

  @Test
  void aKeyFromBeforeTheScopeAdministers() throws SQLException {
    UUID id = UUID.randomUUID();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO api_keys (id, account_id, name, scope, created_at)
          VALUES ('%s', '%s', '', 'write', now())"""
              .formatted(id, acme.account()));
    }
    assertThat(client.get(PATH + "/" + id).at("/scope").asText()).isEqualTo("ADMIN");
    assertThat(Scope.ofWire("write", null)).isEqualTo(Scope.ADMIN);
    assertThat(Scope.ofWire("write", false)).isEqualTo(Scope.WRITE);
    assertThat(Scope.ofWire("read", true)).isEqualTo(Scope.READ);
  }

  @Test
  void revokesWhatAKeyHasMade() {
    ApiReply child = make(client, ",\"scope\":\"ADMIN\"").hasStatus(201);
    ApiClient parent = app.client().withKey(child.at("/token").asText());
    ApiReply grandchild = make(parent, ",\"scope\":\"ADMIN\"").hasStatus(201);
    assertThat(grandchild.at("/createdBy").asText()).isEqualTo(child.id());
    assertThat(child.at("/createdBy").asText()).isEqualTo(acme.keyId().toString());
    ApiReply last =
        make(app.client().withKey(grandchild.at("/token").asText()), ",\"scope\":\"READ\"")
            .hasStatus(201);
    // The one between is gone already: what it made goes all the same.
    client.delete(PATH + "/" + grandchild.id()).hasStatus(204);
    String tree = PATH + "/" + child.id() + "?andDescendants=true";
    client.delete(tree).hasStatus(204).matchesContract("revokeApiKey");
    for (ApiReply one : List.of(child, grandchild, last)) {
      assertThat(client.get(PATH + "/" + one.id()).at("/revokedAt").asText()).isNotEmpty();
    }
    assertThat(client.get(PATH + "/" + acme.keyId()).at("/revokedAt").isNull()).isTrue();
    client.delete(tree).isNotFound();
    // Another instance may not know yet that the maker is revoked.
    make(parent, ",\"scope\":\"READ\"").isUnauthorized();
  }

  @Test
  void isForThoseWhoMay() {
    Access access = new Access(app, acme);
    access.requireForReading(PATH);
    access.requireForReading(PATH + "/" + acme.keyId());
    access.requireHidden("GET", PATH + "/" + acme.keyId(), null);
    access.requireHidden("DELETE", PATH + "/" + acme.keyId(), null);
    access.requireForWriting("POST", PATH, "{\"name\":\"a\",\"scope\":\"READ\"}");
    access.requireForWriting("DELETE", PATH + "/" + acme.keyId(), null);
  }
}
