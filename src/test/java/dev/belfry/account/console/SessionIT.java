package dev.belfry.account.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RawHttp;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /console/session}, and the cookie in place of a key. */
class SessionIT {
  private static final String PATH = "/console/session";
  private static final String CHECKS = "/v1/checks";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  private ApiReply start(String key) {
    return app.client().post(PATH, "{\"key\":\"" + key + "\"}");
  }

  private ApiClient session(String key) {
    String cookie = start(key).hasStatus(204).header("set-cookie");
    return app.client().with("Cookie", cookie.substring(0, cookie.indexOf(';')));
  }

  private static ApiClient console(ApiClient session) {
    return session.with("X-Belfry-Console", "1");
  }

  @Test
  void keepsTheKeyWhereNoScriptAndNoOtherSiteGetsAtIt() {
    ApiReply begun = start(acme.key()).hasStatus(204).matchesContract("startSession");
    assertThat(begun.header("set-cookie"))
        .startsWith("belfry_session=" + acme.key() + ";")
        .containsIgnoringCase("HttpOnly")
        .contains("SameSite=Strict", "Path=/", "Max-Age=604800")
        .doesNotContain("Secure");
    assertThat(begun.header("cache-control")).isEqualTo("no-store");
    assertThat(begun.text()).isEmpty();
  }

  @Test
  void aSignInLinkWorksOnceAndForTenMinutes() {
    Instant[] now = {Instant.EPOCH};
    SignInLinks links = new SignInLinks(() -> now[0], new SecureRandom());
    String path = links.path("the key");
    assertThat(path).startsWith("/console/enter#");
    String ticket = path.substring(path.indexOf('#') + 1);
    assertThat(links.redeem(ticket)).contains("the key");
    assertThat(links.redeem(ticket)).isEmpty();
    String late = links.path("the key");
    now[0] = now[0].plus(SignInLinks.LIFE);
    assertThat(links.redeem(late.substring(late.indexOf('#') + 1))).isEmpty();
  }

  @Test
  void takesTheTicketOfALinkInPlaceOfAKey() {
    String path = app.app().signInLinks().path(acme.key());
    String body = "{\"ticket\":\"" + path.substring(path.indexOf('#') + 1) + "\"}";
    assertThat(app.client().post(PATH, body).hasStatus(204).header("set-cookie"))
        .startsWith("belfry_session=" + acme.key() + ";");
    app.client().post(PATH, body).isUnauthorized();
    assertThat(app.client().post(PATH, "{}").hasStatus(400).text()).contains("/key", "/ticket");
    app.client().post(PATH, "{\"key\":\"a\",\"ticket\":\"b\"}").hasStatus(400);
  }

  @Test
  void worksBesideTheConsolesHeaderAlone() {
    ApiClient session = session(acme.key());
    session.get(CHECKS).isUnauthorized();
    session.with("X-Belfry-Console", "2").get(CHECKS).isUnauthorized();
    console(app.client()).get(CHECKS).isUnauthorized();
    console(session).get(CHECKS).hasStatus(200);
    console(session).post("/v1/variables", "{\"key\":\"A\",\"value\":\"b\"}").hasStatus(201);
    ApiReply who = console(session).get(PATH).hasStatus(200).matchesContract("readSession");
    assertThat(who.at("/accountId").asText()).isEqualTo(acme.account().toString());
    assertThat(who.at("/scope").asText()).isEqualTo("ADMIN");
  }

  @Test
  void aKeyInTheHeaderComesFirst() {
    console(session(acme.key())).withKey("nonsense").get(CHECKS).isUnauthorized();
  }

  @Test
  void aReadOnlyKeySeesButCannotWrite() {
    ApiClient reader = console(session(acme.readKey()));
    reader.get(CHECKS).hasStatus(200);
    reader.post("/v1/variables", "{\"key\":\"A\",\"value\":\"b\"}").isForbidden();
  }

  @Test
  void endsWithItsKey() throws SQLException {
    try (Connection connection = app.database().jdbc()) {
      Instant end = Instant.now().plusSeconds(100);
      Caller brief = new Caller(UUID.randomUUID(), acme.account(), Scope.READ, null, end);
      String cookie = start(app.key(connection, brief)).hasStatus(204).header("set-cookie");
      assertThat(cookie).containsPattern("Max-Age=(9\\d|100);");
    }
    ApiClient session = console(session(acme.readKey()));
    String id = session.get(PATH).at("/keyId").asText();
    app.as(acme).delete("/v1/api-keys/" + id).hasStatus(204);
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (session.get(CHECKS).status() != 401) {
      assertThat(System.nanoTime()).as("revoked in time").isLessThan(deadline);
      Polling.pause();
    }
    start(acme.readKey()).isUnauthorized();
  }

  @Test
  void isEndedByForgettingTheKey() {
    ApiReply ended = app.client().delete(PATH).hasStatus(204).matchesContract("endSession");
    assertThat(ended.header("set-cookie")).startsWith("belfry_session=;").contains("Max-Age=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "a.b.c"})
  void takesNoOtherKey(String key) {
    start(key).isUnauthorized().matchesContract("startSession");
  }

  /** Pages of other sites can make a browser send a body without a type, but none of JSON. */
  @Test
  void takesNoKeyFromAPageOfAnotherSite() {
    String body = "{\"key\":\"" + acme.key() + "\"}";
    try (RawHttp raw = new RawHttp(app.port())) {
      RawHttp.Answer answer =
          raw.send(
                  "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
                      .formatted(PATH, body.length(), body))
              .readAnswer();
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.header("set-cookie")).isEmpty();
    }
  }

  @Test
  void saysWhatIsWrong() {
    app.client().post(PATH, "{}").isInvalid("/email", "/key", "/ticket");
    app.client().post(PATH, "{\"key\":\"\"}").isInvalid("/key");
    app.client().with("Content-Type", "text/plain").post(PATH, "{}").hasStatus(415);
    app.client().get(PATH).isUnauthorized();
  }

  @Test
  void keysCannotBeTriedOutAndTheCookieKeepsToTls() {
    try (TestApp other =
        TestApp.start(
            Map.of(
                "BELFRY_PUBLIC_URL",
                "https://belfry.example.org",
                "BELFRY_RATE_LIMIT_ROUTES",
                "startSession=20/60"))) {
      String body = "{\"key\":\"" + other.newTenant().key() + "\"}";
      assertThat(other.client().post(PATH, body).hasStatus(204).header("set-cookie"))
          .contains("Secure");
      for (int each = 0; each < 19; each++) {
        other.client().post(PATH, "{\"key\":\"guess\"}").isUnauthorized();
      }
      assertThat(other.client().post(PATH, body).hasStatus(429).header("Retry-After")).isNotEmpty();
    }
  }
}
