package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RawHttp;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The syntax of HTTP/1.1 messages (RFC 9112) that the library forgives. */
class MessageSyntaxIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  private String answer(String request) {
    try (RawHttp raw = new RawHttp(app.port(), 3_000)) {
      return raw.send(request).readToEnd();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n"})
  void demandsOneHost(String hosts) {
    assertThat(answer("GET /v1/checks HTTP/1.1\r\n" + hosts + "Connection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("The request must have one Host header");
  }

  /** RFC 9112, 3.2, with the grammar of RFC 3986, 3.2.2 and 3.2.3. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a b|400",
        "a\tb|400",
        "a, b|400",
        "''|400",
        ":80|400",
        "a:b|400",
        "a:-1|400",
        "a:65536|400",
        "a:99999999999|400",
        "a:1:2|400",
        "::1|400",
        "@a|400",
        "u@a|400",
        "u:p@a|400",
        "a/b|400",
        "a?b|400",
        "a#b|400",
        "a\\b|400",
        "<a>|400",
        "\"a\"|400",
        "a%zz|400",
        "a%4|400",
        "\u00e9|400",
        "http://a|400",
        "[::1|400",
        "[::1]a|400",
        "[::1]:b|400",
        "[]|400",
        "[a]|400",
        "[1.2.3.4]|400",
        "[::1 ]|400",
        "[::g]|400",
        "[fe80::1%25eth0]|400",
        "[v1.a]|400",
        "a|200",
        "A.example.org.|200",
        "a:|200",
        "a:0|200",
        "a:65535|200",
        "my_service:8080|200",
        "xn--mnchen-3ya.de|200",
        "a%41|200",
        "a,b|200",
        "127.0.0.1:80|200",
        "[::1]|200",
        "[::ffff:1.2.3.4]:8080|200",
      })
  void demandsAHostWithOrWithoutAPort(String host, int status) {
    for (String version : List.of("1.1", "1.0")) {
      String answer =
          answer(
              ("GET /v1/variables HTTP/" + version + "\r\nHost: " + host)
                  + ("\r\nAuthorization: Bearer " + acme.key())
                  + "\r\nConnection: close\r\n\r\n");
      assertThat(answer).as(version).containsPattern("^HTTP/1.[01] " + status);
      if (status == 400) {
        assertThat(answer).contains("\"statusCode\":400", "\"validation\":{\"source\":\"params\"");
      }
    }
  }

  @Test
  void olderRequestsNeedNoHost() {
    assertThat(
            answer("GET /v1/runtimes HTTP/1.0\r\nAuthorization: Bearer " + acme.key() + "\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 200");
  }

  /** What the library's own pages answer is no operation of the contract. */
  @ParameterizedTest
  @ValueSource(strings = {"/docs/", "/console", "/nowhere", "/openapi.json"})
  void demandsAHostOfEveryAddress(String path) {
    assertThat(answer("GET " + path + " HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("The Host header must be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.2", "HTTP/3.0", "HTTP/2.0", "HTTP/0.9"})
  void refusesOtherVersions(String version) {
    assertThat(answer("GET /v1/checks " + version + "\r\nHost: a\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 505")
        .contains("\"statusCode\":505,\"error\":\"HTTP Version Not Supported\"");
  }

  @Test
  void refusesThePrefaceOfHttp2InPlainText() {
    assertThat(answer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 505")
        .contains("HTTP/2 over TLS")
        .doesNotContain("[silence]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET\t/v1/checks HTTP/1.1",
        "GET /v1/checks\tHTTP/1.1",
        "GET\u000b/v1/checks HTTP/1.1",
        "GET  /v1/checks HTTP/1.1",
        "GET /v1/checks  HTTP/1.1",
        "GET /v1/checks HTTP/1.1 ",
        "GET /v1/checks http/1.1",
        "GET /v1/checks HTTP/1.x",
        "GET /v1/checks",
        "GET /v1/checks HTTP/1.1\r\n: x",
        "GET /v1/checks HTTP/1.1\r\nX : x",
        "GET /v1/checks HTTP/1.1\r\nX",
      })
  void refusesAHeadThatIsNotWellFormed(String head) {
    assertThat(answer(head + "\r\nHost: a\r\nAuthorization: Bearer " + acme.key() + "\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 400")
        .contains("The request is not well-formed HTTP", "\"validation\":{\"source\":\"params\"")
        .doesNotContain("[silence]");
  }

  private String chunked(String body) {
    return chunked("POST /v1/variables", body);
  }

  private String chunked(String line, String body) {
    return line
        + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + acme.key()
        + "\r\nTransfer-Encoding: chunked\r\n\r\n"
        + body;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n{}\r\n0\r\n\r\n",
        "-1\r\n{}\r\n0\r\n\r\n",
        "\r\n{}\r\n0\r\n\r\n",
        "fffffffffffffffff\r\n{}",
        "2\r\n{}}\r\n0\r\n\r\n",
        "2\n{}\n0\n\n",
        "2;a=\u0001\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}\r\n0\r\nx y: z\r\n\r\n",
      })
  void answersChunksThatAreNotWellFormed(String body) {
    try (RawHttp raw = new RawHttp(app.port())) {
      RawHttp.Answer answer = raw.send(chunked(body)).readAnswer();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(answer.body())
          .contains("The chunks of the body are not well-formed", "\"source\":\"payload\"");
    }
    assertThat(app.as(acme).get("/v1/variables").json()).isEmpty();
  }

  @Test
  void answersAChunkThatIsNotWellFormedAfterTheHead() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(chunked("2\r\n{}\r\n"));
      assertThat(raw.send("x\r\n").readAnswer().status()).isEqualTo(400);
      assertThat(raw.readToEnd()).doesNotContain("[silence]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /v1/checks", "GET /docs/", "GET /nowhere"})
  void closesAfterARequestWhoseUnwantedBodyIsNotWellFormed(String line) {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(chunked(line, "x\r\n") + chunked(line, "0\r\n\r\n"));
      assertThat(raw.readAnswer().status()).isIn(200, 404);
      assertThat(raw.readToEnd()).isIn("", "[reset]");
    }
  }

  @Test
  void answersWhatCameBeforeAChunkThatIsNotWellFormed() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(chunked("GET /v1/checks", "0\r\n\r\n") + chunked("x\r\n"));
      assertThat(raw.readAnswer().status()).isEqualTo(200);
      assertThat(raw.readToEnd()).doesNotContain("HTTP/1.1 2", "[silence]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {";a", ";a=\"q r\""})
  void takesChunkExtensions(String extension) {
    String body = "{\"key\":\"EXTENDED\",\"value\":\"x\"}";
    String chunk = Integer.toHexString(body.length()) + extension + "\r\n" + body + "\r\n";
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(chunked(chunk + "0\r\n\r\n"));
      assertThat(raw.readAnswer().status()).isEqualTo(201);
    }
    app.as(acme).delete("/v1/variables/EXTENDED").hasStatus(204);
  }

  /** The library takes no value without quotes (RFC 9112, 7.1.1, allows it). */
  @Test
  void answersAChunkExtensionThatTheLibraryDoesNotTake() {
    try (RawHttp raw = new RawHttp(app.port())) {
      assertThat(raw.send(chunked("2;a=b\r\n{}\r\n0\r\n\r\n")).readAnswer().status())
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "no key, application/json, 2, 401",
    ", text/plain, 2, 415",
    ", application/json, 99999999999, 413",
  })
  void invitesNoBodyThatItRefuses(String bad, String type, String length, int status) {
    String answer =
        answer(
            "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: "
                + type
                + "\r\nExpect: 100-continue\r\nAuthorization: Bearer "
                + (bad == null ? acme.key() : bad)
                + "\r\nContent-Length: "
                + length
                + "\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 " + status).doesNotContain("100 Continue");
  }

  @Test
  void invitesABodyThatItWants() {
    String body = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}";
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + ("Expect: 100-continue\r\nAuthorization: Bearer " + acme.key())
              + ("\r\nContent-Length: " + body.length() + "\r\n\r\n"));
      assertThat(raw.readAnswer().status()).isEqualTo(100);
      assertThat(raw.send(body).readAnswer().status()).isEqualTo(201);
    }
  }
}
