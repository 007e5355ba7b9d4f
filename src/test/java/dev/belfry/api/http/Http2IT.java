package dev.belfry.api.http;

import static dev.belfry.testing.RawHttp2.DATA;
import static dev.belfry.testing.RawHttp2.END_STREAM;
import static dev.belfry.testing.RawHttp2.GO_AWAY;
import static dev.belfry.testing.RawHttp2.HEADERS;
import static dev.belfry.testing.RawHttp2.RESET;
import static dev.belfry.testing.RawHttp2.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RawHttp;
import dev.belfry.testing.RawHttp2;
import dev.belfry.testing.RawHttp2.Frame;
import dev.belfry.testing.TlsFiles;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bounds on connections, heads and bodies hold over HTTP/2, for each stream by itself. */
class Http2IT {
  private static final byte[] BODY =
      "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}"
          .getBytes(StandardCharsets.US_ASCII);

  @TempDir private static Path directory = Path.of("");
  private static TlsFiles files;
  private static TestApp app;
  private static Tenant acme;

  @BeforeAll
  static void start() {
    files = new TlsFiles(directory);
    Map<String, String> environment = new HashMap<>(files.environment());
    environment.put("BELFRY_HTTP_IDLE_TIMEOUT", "2s");
    environment.put("BELFRY_HTTP_BODY_TIMEOUT", "1s");
    environment.put("BELFRY_HTTP_MAX_BODY_BYTES", "16384");
    environment.put("BELFRY_HTTP_MAX_CONNECTIONS", "6");
    environment.put("BELFRY_HTTP_EVENT_LOOPS", "1");
    app = TestApp.start(environment);
    acme = app.newTenant();
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  private static RawHttp2 connect() {
    return new RawHttp2(files.connect(app.port(), "h2"));
  }

  private static void read(RawHttp2 client, int stream) {
    client.request(stream, END_STREAM, "GET", "/v1/checks", key());
  }

  private static void create(RawHttp2 client, int stream, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(key());
    headers.put("content-type", "application/json");
    headers.putAll(more);
    client.request(stream, 0, "POST", "/v1/checks/url", headers);
  }

  private static Map<String, String> key() {
    return Map.of("authorization", "Bearer " + acme.key());
  }

  private static String status(Http2Headers answer) {
    return answer.status().toString();
  }

  @Test
  void saysHowManyStreamsItTakes() {
    try (RawHttp2 client = connect()) {
      byte[] settings = client.await(0, SETTINGS).payload().getBytes();
      assertThat(settings).contains(0, 3, 0, 0, 0, 100); // SETTINGS_MAX_CONCURRENT_STREAMS
    }
  }

  @Test
  void aBodyThatDoesNotArriveIs408AndTheOthersGoOn() {
    try (RawHttp2 client = connect()) {
      create(client, 1, Map.of());
      client.send(DATA, 0, 1, new byte[] {'{'});
      create(client, 3, Map.of());
      client.send(DATA, END_STREAM, 3, BODY);
      assertThat(status(client.answer(3))).isEqualTo("201");
      Http2Headers late = client.answer(1);
      assertThat(status(late)).isEqualTo("408");
      assertThat(late.contains("connection")).isFalse();
      assertThat(client.await(1, DATA).text()).contains("\"statusCode\":408");
      assertThat(client.await(1, RESET).number(0)).isZero();
      read(client, 5);
      assertThat(status(client.answer(5))).isEqualTo("200");
    }
  }

  @Test
  void aBodyOverTheBoundIs413AnnouncedOrNot() {
    try (RawHttp2 client = connect()) {
      create(client, 1, Map.of("content-length", "99999999"));
      assertThat(status(client.answer(1))).isEqualTo("413");
      assertThat(client.await(1, RESET).number(0)).isZero();
      create(client, 3, Map.of());
      client.send(DATA, 0, 3, new byte[16_384]);
      client.send(DATA, 0, 3, new byte[1]);
      assertThat(status(client.answer(3))).isEqualTo("413");
      assertThat(client.await(3, RESET).number(0)).isZero();
      create(client, 5, Map.of("content-encoding", "gzip"));
      client.send(DATA, END_STREAM, 5, BODY);
      assertThat(status(client.answer(5))).isEqualTo("400");
      read(client, 7);
      assertThat(status(client.answer(7))).isEqualTo("200");
    }
  }

  @Test
  void anAddressOverTheBoundIs414AndAHeadOverItIs431() {
    try (RawHttp2 client = connect()) {
      client.request(1, END_STREAM, "GET", "/" + "a".repeat(8_200), Map.of());
      assertThat(status(client.answer(1))).isEqualTo("414");
      client.request(3, END_STREAM, "GET", "/v1/checks", Map.of("x-flood", "y".repeat(17_000)));
      assertThat(status(client.answer(3))).isEqualTo("431");
      read(client, 5);
      assertThat(status(client.answer(5))).isEqualTo("200");
    }
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() {
    try (RawHttp2 client = connect()) {
      client.awaitEnd();
    }
  }

  @Test
  void aHeadThatDoesNotEndIsClosed() {
    try (RawHttp2 client = connect()) {
      client.send(HEADERS, END_STREAM, 1, client.head("GET", "/v1/checks", key()));
      client.awaitEnd();
    }
  }

  @Test
  void aClientThatGivesUpRequestAfterRequestIsHungUpOn() {
    try (RawHttp2 client = connect()) {
      for (int stream = 1; stream < 900; stream += 2) {
        read(client, stream);
        client.send(RESET, 0, stream, new byte[] {0, 0, 0, 8});
      }
      assertThat(client.await(0, GO_AWAY).number(4)).isEqualTo(11); // ENHANCE_YOUR_CALM
      client.awaitEnd();
    }
  }

  @Test
  void eventsThatAreTakenBackDoNotCountAsFollowed() {
    try (RawHttp2 client = connect()) {
      for (int stream = 1; stream < 120; stream += 2) {
        client.request(stream, END_STREAM, "GET", "/v1/events", key());
        assertThat(status(client.answer(stream))).isEqualTo("200");
        client.send(RESET, 0, stream, new byte[] {0, 0, 0, 8});
      }
    }
  }

  @Test
  void aHeadHasNoBody() {
    try (RawHttp2 client = connect()) {
      int stream = 1;
      for (String path :
          List.of("/openapi.json", "/status/none", "/v1/checks", "/docs/", "/none")) {
        client.request(stream, END_STREAM, "HEAD", path, Map.of());
        assertThat(client.await(stream, HEADERS).flags() & END_STREAM)
            .as(path)
            .isEqualTo(END_STREAM);
        stream += 2;
      }
    }
  }

  @Test
  void aConnectionTooManyIsClosed() throws IOException {
    List<RawHttp2> clients = new ArrayList<>();
    try {
      boolean refused = false;
      for (int each = 0; each < 12 && !refused; each++) {
        RawHttp2 client = connect();
        clients.add(client);
        read(client, 1);
        refused = client.await(0, GO_AWAY, 1, HEADERS).type() == GO_AWAY;
      }
      assertThat(refused).isTrue();
      assertThat(clients.size()).isBetween(2, 7);
    } finally {
      clients.forEach(RawHttp2::close);
    }
  }

  @Test
  void aHeaderThatOnlyOneDotOneKnowsIsAnError() {
    try (RawHttp2 client = connect()) {
      client.request(1, END_STREAM, "GET", "/v1/checks", Map.of("connection", "close"));
      assertThat(client.await(1, RESET).number(0)).isEqualTo(1); // PROTOCOL_ERROR
    }
  }

  @Test
  void sendsClientsElsewhereWhileItStopsAndAnswersThemAllTheSame(@TempDir Path own)
      throws Exception {
    TlsFiles tls = new TlsFiles(own);
    Map<String, String> environment = new HashMap<>(tls.environment());
    environment.put("BELFRY_SHUTDOWN_DELAY", "2s");
    TestApp stopping = TestApp.start(environment);
    Tenant tenant = stopping.newTenant();
    Map<String, String> key = Map.of("authorization", "Bearer " + tenant.key());
    try (RawHttp2 client = new RawHttp2(tls.connect(stopping.port(), "h2"))) {
      client.request(1, END_STREAM, "GET", "/v1/checks", key);
      assertThat(status(client.answer(1))).isEqualTo("200");
      CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::shutDown);
      while (stopping.management().get("/health/ready").status() == 200) {
        assertThat(stopped).isNotDone();
      }
      client.request(3, END_STREAM, "GET", "/v1/checks", key);
      Frame away = client.await(0, GO_AWAY);
      assertThat(away.number(0)).isEqualTo(Integer.MAX_VALUE);
      assertThat(away.number(4)).isZero();
      Http2Headers answer = client.answer(3);
      assertThat(status(answer)).isEqualTo("200");
      assertThat(answer.contains("connection")).isFalse();
      client.request(5, END_STREAM, "GET", "/v1/checks", key);
      assertThat(status(client.answer(5))).isEqualTo("200");
      client.awaitEnd();
      stopped.get();
    }
    stopping.close();
  }

  @Test
  void plainTextHttp2IsNotSpoken() throws IOException {
    TestApp plain = TestApp.shared();
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), plain.port());
    socket.setSoTimeout(10_000);
    try (RawHttp2 client = new RawHttp2(socket)) {
      assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.0 505");
      client.awaitEnd();
    }
    try (RawHttp raw = new RawHttp(plain.port())) {
      String upgrade = "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
      raw.send("GET /openapi.json HTTP/1.1\r\nHost: a\r\n" + upgrade)
          .send("Connection: Upgrade, HTTP2-Settings, close\r\n\r\n");
      assertThat(raw.readToEnd()).startsWith("HTTP/1.1 200");
    }
  }
}
