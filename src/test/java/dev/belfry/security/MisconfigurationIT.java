package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * API8, security misconfiguration: headers, errors that say too much, ports, and requests that two
 * servers in a row could read differently. {@code TlsIT} and {@code Http2IT} show TLS.
 */
class MisconfigurationIT {
  private static final TestApp APP = TestApp.shared();
  private static final Tenant ACME = APP.newTenant();
  private static final Fixtures OWNED = Fixtures.create(APP.as(ACME), ACME.account());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/checks",
        "/v1/checks?limit=0",
        "/v1/nothing",
        "/openapi.json",
        "/docs",
        "/docs/",
        "/docs/files/0/belfry.js",
        "/docs/nothing",
        "/v1/subscriptions/nonsense/confirm",
        "/v1/badges/checks/nonsense"
      })
  void everyAnswerKeepsBrowsersFromGuessingAndSaysNothingOfTheServer(String path) {
    ApiReply reply = APP.as(ACME).with("Origin", "https://evil.example").send("GET", path, null);
    assertThat(reply.headers().allValues("x-content-type-options")).containsExactly("nosniff");
    assertThat(reply.headers().map().keySet())
        .doesNotContain("server", "x-powered-by", "via", "set-cookie")
        // TLS ends elsewhere, and so does the promise of it.
        .doesNotContain("strict-transport-security")
        .noneMatch(name -> name.startsWith("access-control-"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/docs/", "/console", "/console/monitors/1", "/v1/subscriptions/nonsense/confirm"})
  void everyPageRunsItsOwnScriptsAloneAndIsFramedByNobody(String path) {
    ApiReply page = APP.client().get(path);
    assertThat(page.header("content-type")).startsWith("text/html");
    assertThat(page.header("content-security-policy"))
        .startsWith("default-src 'none';")
        .contains("frame-ancestors 'none'", "base-uri 'none'")
        .doesNotContainPattern("script-src[^;]*(unsafe|http|\\*)");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(page.text()).doesNotContainPattern("<script(?![^>]*src=)|\\son\\w+=");
  }

  static Stream<Arguments> nonsense() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.body().isPresent())
        .flatMap(
            operation ->
                Stream.of("{\"name\":{\"a\":[]}}", "{", "[1]", "{\"id\":1e400}")
                    .map(body -> Arguments.of(operation, body)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("nonsense")
  void noErrorSaysHowTheServiceIsMade(OperationContract operation, String body) {
    ApiReply reply =
        APP.as(ACME)
            .send(
                operation.method(),
                OWNED.address(operation.path()),
                body.getBytes(StandardCharsets.UTF_8));
    assertThat(reply.status()).as(reply.text()).isBetween(200, 499);
    assertThat(reply.text())
        .doesNotContainIgnoringCase("exception", "dev.belfry", "vertx", "jackson", "\tat ")
        .doesNotContainPattern("(?i)select .* from|insert into|sqlstate|pg_|constraint \"");
  }

  @Test
  void healthAndMetricsAreOnTheirOwnPortAloneAndTheApiIsNotThere() {
    for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
      APP.client().get(path).isNotFound();
      APP.management().get(path).hasStatus(200);
    }
    APP.management().withKey(ACME.key()).get("/v1/checks").hasStatus(404);
    APP.management().get("/docs/").hasStatus(404);
  }

  /** What follows would be a second request to whoever reads the first one differently. */
  private static final String SMUGGLED = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";

  private static final String CHUNKED = "0\r\n\r\n" + SMUGGLED;

  static Stream<String> ambiguous() {
    String length = "Content-Length: " + CHUNKED.length() + "\r\n";
    return Stream.of(
        length + "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\n" + length,
        length + "Transfer-Encoding:\tchunked\r\n",
        length + "Transfer-Encoding: chunked, identity\r\n",
        length + "Transfer-Encoding: xchunked\r\n",
        length + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5, 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 0x5\r\n",
        "Content-Length : 5\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Transfer-Encoding\u000b: chunked\r\n");
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void readsNoRequestInTwoWays(String framing) {
    try (RawHttp raw = new RawHttp(APP.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + framing
              + "\r\n"
              + CHUNKED);
      String answers = raw.readToEnd();
      assertThat(answers)
          .containsPattern("^HTTP/1.[01] 400")
          .doesNotContain("[silence]", "\"openapi\"");
      assertThat(answers.split("HTTP/1\\.[01] ", -1)).hasSize(2);
    }
  }

  /** Such a line goes on with the one before (RFC 9112, 5.2) and is no header of its own. */
  @Test
  void aFoldedLineHidesNoHeader() {
    try (RawHttp raw = new RawHttp(APP.port())) {
      raw.send(
          "GET /v1/checks HTTP/1.1\r\nHost: a\r\nX-Folded: a\r\n Authorization: Bearer "
              + ACME.key()
              + "\r\n Content-Length: "
              + SMUGGLED.length()
              + "\r\n\r\nx y\r\n\r\n");
      raw.send(SMUGGLED);
      String answers = raw.readToEnd();
      assertThat(answers).startsWith("HTTP/1.1 401").doesNotContain("[silence]", "\"openapi\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0;a=\"\r\n\r\n",
        "-1\r\n",
        "fffffffffffffffff\r\n",
        "0x5\r\n",
        "5 \r\nabcde0\r\n"
      })
  void hangsUpOnChunksThatAreNone(String chunk) {
    try (RawHttp raw = new RawHttp(APP.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\nAuthorization: Bearer "
              + ACME.key()
              + "\r\n\r\n"
              + chunk
              + SMUGGLED);
      assertThat(raw.readToEnd()).doesNotContain("[silence]", "\"openapi\"", "HTTP/1.1 20");
    }
  }
}
