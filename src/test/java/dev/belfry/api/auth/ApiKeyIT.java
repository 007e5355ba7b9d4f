package dev.belfry.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RealClock;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RealClock("The promise is a second until a revoked key is refused.")
@ExtendWith(VertxExtension.class)
class ApiKeyIT {
  private static final String PATH = "/v1/checks";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer a.b.c",
        "Bearer ..",
        "Basic YTpi",
        "bearer null",
        "Bearer eyJhbGciOiJub25lIn0.e30.",
        "Token x"
      })
  void refusesMalformedCredentials(String authorization) {
    app.client()
        .with("Authorization", authorization)
        .get(PATH)
        .isUnauthorized()
        .matchesContract("listChecks");
  }

  @Test
  void refusesARequestWithoutCredentials() {
    app.client().get(PATH).isUnauthorized();
    app.client().post("/v1/checks/url", "not json").isUnauthorized();
  }

  @Test
  void refusesUnsignedForeignAndTamperedTokens(Vertx vertx) {
    String claims =
        "{\"sub\":\"%s\",\"acc\":\"%s\",\"scope\":\"write\"}"
            .formatted(UUID.randomUUID(), acme.account());
    for (String header :
        List.of(
            "{\"alg\":\"none\"}",
            "{\"alg\":\"None\",\"typ\":\"JWT\"}",
            "{\"alg\":\"RS256\"}",
            "{\"alg\":\"HS256\"}",
            "{}")) {
      refuse(base64(header) + "." + base64(claims) + ".");
      refuse(base64(header) + "." + base64(claims) + ".AAAA");
      refuse(base64(header) + "." + base64(claims));
    }
    Caller caller = new Caller(UUID.randomUUID(), acme.account(), Scope.WRITE, null, null);
    refuse(
        new KeyTokens(vertx, List.of("a secret of somebody else, quite long"))
            .issue(caller, Instant.now()));
    String[] parts = acme.readKey().split("\\.", -1);
    String more =
        new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
            .replace("read", "write");
    refuse(parts[0] + "." + base64(more) + "." + parts[2]);
    refuse(acme.key() + "x");
    refuse("x".repeat(5_000));
  }

  private void refuse(String token) {
    app.client().withKey(token).get(PATH).isUnauthorized();
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void takesTheAccountHeaderAndItsAliasOnlyForTheKeysOwnAccount() {
    ApiClient client = app.as(acme);
    client.with("X-Service-Account", acme.account().toString()).get(PATH).hasStatus(200);
    client
        .with("x-checkly-account", acme.account().toString().toUpperCase(java.util.Locale.ROOT))
        .get(PATH)
        .hasStatus(200);
    String other = app.newTenant().account().toString();
    client.with("X-Service-Account", other).get(PATH).isForbidden().matchesContract("listChecks");
    client.with("X-Checkly-Account", other).get(PATH).isForbidden();
    for (String wrong : List.of("nonsense", "", "*")) {
      client
          .with("X-Service-Account", wrong)
          .get(PATH)
          .isInvalid("/x-service-account")
          .matchesContract("listChecks");
      client.with("X-Checkly-Account", wrong).get(PATH).isInvalid("/x-checkly-account");
    }
    String own = acme.account().toString();
    client
        .with("X-Service-Account", own)
        .with("X-Checkly-Account", other)
        .get(PATH)
        .isInvalid("/x-checkly-account");
    client.with("X-Service-Account", own).with("X-Checkly-Account", own).get(PATH).hasStatus(200);
  }

  @Test
  void refusesAReadKeyOnWrites() {
    ApiClient reader = app.client().withKey(acme.readKey());
    reader.get(PATH).hasStatus(200);
    reader.post("/v1/checks/url", "{}").isForbidden();
  }

  @Test
  void endsAKeyAtItsExpiry() throws SQLException {
    try (Connection connection = app.database().jdbc()) {
      Instant now = Instant.now();
      String living = app.key(connection, caller(now.plus(Duration.ofHours(1))));
      String dead = app.key(connection, caller(now.minusSeconds(1)));
      String dying = app.key(connection, caller(now.plusSeconds(2)));
      app.client().withKey(living).get(PATH).hasStatus(200);
      app.client().withKey(dead).get(PATH).isUnauthorized();
      app.client().withKey(dying).get(PATH).hasStatus(200);
      assertThat(eventuallyRefused(dying)).isLessThan(Duration.ofSeconds(4));
    }
  }

  private Caller caller(Instant expiry) {
    return new Caller(UUID.randomUUID(), acme.account(), Scope.WRITE, 1_000_000, expiry);
  }

  @Test
  void endsARevokedKeyWithinASecondOnEveryInstance() throws SQLException {
    try (TestApp other = TestApp.startOn(app.database().address(), Map.of());
        Connection connection = app.database().jdbc()) {
      Tenant globex = app.newTenant();
      other.client().withKey(globex.key()).get(PATH).hasStatus(200);
      app.client().withKey(globex.key()).get(PATH).hasStatus(200);
      assertThat(new ApiKeys(connection).revoke(globex.keyId())).isTrue();
      Instant revoked = Instant.now();
      for (ApiClient instance : List.of(app.client(), other.client())) {
        ApiReply reply = instance.withKey(globex.key()).get(PATH);
        while (reply.status() != 401 && Instant.now().isBefore(revoked.plusSeconds(10))) {
          reply = instance.withKey(globex.key()).get(PATH);
        }
        reply.isUnauthorized();
      }
      assertThat(Duration.between(revoked, Instant.now())).isLessThan(Duration.ofSeconds(1));
      app.client().withKey(globex.readKey()).get(PATH).hasStatus(200);
      assertThat(new ApiKeys(connection).revoke(UUID.randomUUID())).isFalse();
    }
  }

  private Duration eventuallyRefused(String key) {
    Instant start = Instant.now();
    while (app.client().withKey(key).get(PATH).status() == 200) {
      assertThat(Instant.now()).isBefore(start.plusSeconds(20));
    }
    return Duration.between(start, Instant.now());
  }

  @Test
  void acceptsKeysOfAnOldSecretWhileANewOneSigns() {
    String before = "the old secret of this installation";
    String after = "the new secret of this installation";
    try (TestApp old = TestApp.start(Map.of("BELFRY_KEY_SECRET", before))) {
      Tenant tenant = old.newTenant();
      Map<String, String> both = Map.of("BELFRY_KEY_SECRET", after + "," + before);
      try (TestApp rotating = TestApp.startOn(old.database().address(), both)) {
        rotating.client().withKey(tenant.key()).get(PATH).hasStatus(200);
        Tenant young = rotating.newTenant();
        rotating.as(young).get(PATH).hasStatus(200);
        old.client().withKey(young.key()).get(PATH).isUnauthorized();
      }
      Map<String, String> only = Map.of("BELFRY_KEY_SECRET", after);
      try (TestApp rotated = TestApp.startOn(old.database().address(), only)) {
        rotated.client().withKey(tenant.key()).get(PATH).isUnauthorized();
      }
    }
  }
}
