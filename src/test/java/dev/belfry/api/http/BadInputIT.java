package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client sends, it gets a 4xx in the error shape, and nobody else notices. */
class BadInputIT {
  private static final String PATH = "/v1/checks/url";
  private static final String VALID = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("empty", ""),
        Arguments.of("blank", "   "),
        Arguments.of("not JSON", "name=x"),
        Arguments.of("broken off", "{\"name\":\"x\""),
        Arguments.of("comma too many", "{\"name\":\"x\",}"),
        Arguments.of("two values", VALID + VALID),
        Arguments.of("single quotes", "{'name':'x'}"),
        Arguments.of("comment", "/* hi */" + VALID),
        Arguments.of("NaN", "{\"frequency\":NaN}"),
        Arguments.of("array", "[]"),
        Arguments.of("string", "\"x\""),
        Arguments.of("number", "1"),
        Arguments.of("null", "null"),
        Arguments.of("deep array", "{\"x\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}"),
        Arguments.of("deep object", "{\"x\":".repeat(50_000) + "1" + "}".repeat(50_000)),
        Arguments.of("huge number", "{\"frequency\":" + "9".repeat(5_000) + "}"),
        Arguments.of("huge exponent", "{\"maxResponseTime\":1e999999999}"),
        Arguments.of("long exponent", "{\"groupId\":1e" + "9".repeat(60) + "}"),
        Arguments.of("NUL in a name", "{\"name\":\"a\\u0000b\"}"),
        Arguments.of("raw NUL", "{\"name\":\"a\u0000b\"}"),
        Arguments.of("unpaired surrogate", "{\"name\":\"\\ud800\"}"),
        Arguments.of("control character", "{\"name\":\"a\u0001b\"}"),
        Arguments.of("duplicate key", "{\"name\":\"a\",\"name\":\"b\"}"),
        Arguments.of("long key", "{\"" + "k".repeat(100_000) + "\":1}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void refusesBodiesThatAreNotWhatTheySeem(String what, String body) {
    ApiReply reply = client.post(PATH, body).hasStatus(400).matchesContract("createUrlMonitor");
    assertThat(reply.at("/attributes/errors").size()).as(what).isPositive();
    assertThat(reply.text()).doesNotContain("Exception", "jackson", "dev.belfry", "vertx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C3 28", "E2 82", "ED A0 80", "C0 80", "FF FE 7B 00", "F8 88 80 80 80"})
  void refusesBytesThatAreNotUtf8(String hex) {
    byte[] head = "{\"name\":\"".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(head);
    for (String one : hex.split(" ", -1)) {
      body.write(Integer.parseInt(one, 16));
    }
    body.writeBytes("\"}".getBytes(StandardCharsets.US_ASCII));
    client.send("POST", PATH, body.toByteArray()).hasStatus(400);
  }

  @Test
  void refusesUtf16() {
    client.send("POST", PATH, VALID.getBytes(StandardCharsets.UTF_16)).hasStatus(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
        "multipart/form-data; boundary=x",
        "nonsense"
      })
  void refusesOtherContentTypes(String type) {
    client
        .with("Content-Type", type)
        .post(PATH, VALID)
        .isError(415, "Unsupported Media Type", "The request body must be application/json");
  }

  @Test
  void takesJsonWithACharset() {
    client.with("Content-Type", "application/json; charset=UTF-8").post(PATH, VALID).hasStatus(201);
  }

  @Test
  void inflatesGzipWithinBounds() throws IOException {
    ApiClient gzip = client.with("Content-Encoding", "gzip");
    gzip.send("POST", PATH, gzip(VALID.getBytes(StandardCharsets.UTF_8))).hasStatus(201);
    gzip.send("POST", PATH, gzip(new byte[64 << 20])).hasStatus(413);
    gzip.send("POST", PATH, VALID.getBytes(StandardCharsets.UTF_8)).hasStatus(400);
    byte[] cut = gzip(VALID.getBytes(StandardCharsets.UTF_8));
    gzip.send("POST", PATH, java.util.Arrays.copyOf(cut, cut.length - 9)).hasStatus(400);
    client.with("Content-Encoding", "br").post(PATH, VALID).hasStatus(415);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  @Test
  void refusesABodyOverTheBoundAnnouncedOrNot() {
    client.send("POST", PATH, new byte[2 << 20]).hasStatus(413);
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(head("POST", PATH) + "Transfer-Encoding: chunked\r\n\r\n");
      byte[] chunk =
          ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 32; i++) {
        raw.send(chunk);
      }
      assertThat(raw.readToEnd())
          .startsWith("HTTP/1.1 413")
          .contains("\"statusCode\":413")
          .doesNotContain("[silence]");
    }
  }

  @Test
  void answersUnknownPathsAndMethodsInTheErrorShape() {
    client.get("/v1/nonsense").isNotFound();
    client.get("/").isNotFound();
    client.get("/v1/checks/url/a/b").isNotFound();
    ApiReply reply = client.delete("/v1/checks/url/0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f");
    reply.isError(405, "Method Not Allowed", "DELETE is not supported here; supported: PUT");
    assertThat(reply.header("Allow")).isEqualTo("PUT");
    assertThat(client.send("PATCH", "/v1/checks", null).hasStatus(405).header("Allow"))
        .isEqualTo("GET, POST");
    assertThat(reply.header("x-request-id")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/checks/%zz",
        "/v1/checks/%00",
        "/v1/checks/%ff%fe",
        "/v1/checks?limit=%zz",
        "/v1/checks?limit=0",
        "/v1/checks?limit=101",
        "/v1/checks?limit=1e1",
        "/v1/checks?limit=99999999999999999999",
        "/v1/checks?page=-1",
        "/v1/checks?limit=1&limit=2",
        "/v1/checks?search=%00",
        "/v1/checks?tag=%00",
        "/v1/checks?applyGroupSettings=yes"
      })
  void refusesBadAddresses(String address) {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(head("GET", address) + "Connection: close\r\n\r\n");
      assertThat(raw.readToEnd()).startsWith("HTTP/1.1 400").contains("\"statusCode\":400");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET /v1/checks\r\n\r\n",
        "GET /v1/checks HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",
        "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"
      })
  void answersWhatIsNotHttpWith400AndHangsUp(String text) {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(text);
      String answer = raw.readToEnd();
      // What cannot be parsed has no version; the library then answers as HTTP/1.0.
      assertThat(answer).containsPattern("^HTTP/1.[01] 400").doesNotContain("[silence]");
    }
  }

  @Test
  void answersTheGoodRequestBeforePipelinedGarbage() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(head("GET", "/v1/checks") + "\r\n" + "garbage \u0001\u0002\r\n\r\n");
      assertThat(raw.readToEnd()).startsWith("HTTP/1.1 200").containsPattern("HTTP/1.[01] 400");
    }
  }

  @Test
  void boundsRequestLineAndHeaders() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(raw.readToEnd())
          .containsPattern("^HTTP/1.[01] 414")
          .contains("\"statusCode\":414");
    }
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send("GET /v1/checks HTTP/1.1\r\nHost: a\r\n");
      for (int i = 0; i < 2_000; i++) {
        raw.send("X-Flood-" + i + ": " + "y".repeat(50) + "\r\n");
      }
      assertThat(raw.send("\r\n").readToEnd()).startsWith("HTTP/1.1 431");
    }
  }

  @Test
  void namesBadQueryAndBodyTogether() {
    ApiReply reply = client.post(PATH + "?autoAssignAlerts=perhaps", "{\"name\":5}");
    reply.isInvalid("/autoAssignAlerts", "/name", "/request");
    assertThat(reply.at("/validation/source").asText()).isEqualTo("payload");
    assertThat(reply.at("/validation/keys").toString())
        .isEqualTo("[\"autoAssignAlerts\",\"name\",\"request\"]");
  }

  private String head(String method, String path) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Authorization: Bearer "
        + acme.key()
        + "\r\n";
  }
}
