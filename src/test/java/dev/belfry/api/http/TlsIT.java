package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.RawHttp;
import dev.belfry.testing.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTPS with a certificate of our own, which is changed while the service runs. */
class TlsIT {
  private static final String BODY = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}";

  @TempDir private static Path directory = Path.of("");
  private static TlsFiles files;
  private static TestApp app;

  @BeforeAll
  static void start() {
    files = new TlsFiles(directory);
    app = TestApp.start(files.environment());
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void servesBothVersions(Version version) throws Exception {
    Tenant acme = app.newTenant();
    HttpClient client = HttpClient.newBuilder().sslContext(files.client()).version(version).build();
    HttpResponse<String> made = client.send(request(acme, BODY), BodyHandlers.ofString());
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(made.version()).isEqualTo(version);
    assertThat(made.headers().firstValue("strict-transport-security")).contains("max-age=31536000");
    assertThat(client.send(request(acme, "{}"), BodyHandlers.ofString()).statusCode())
        .isEqualTo(400);
  }

  private static HttpRequest request(Tenant tenant, String body) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + app.port() + "/v1/checks/url"))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + tenant.key())
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  @Test
  void prefersHttp2AndSpeaksOneDotOneToThoseWhoAskForNothing() throws IOException {
    try (SSLSocket both = files.connect(app.port(), "h2");
        SSLSocket nothing =
            (SSLSocket) files.client().getSocketFactory().createSocket("127.0.0.1", app.port())) {
      assertThat(both.getApplicationProtocol()).isEqualTo("h2");
      nothing.startHandshake();
      assertThat(nothing.getApplicationProtocol()).isEmpty();
    }
  }

  /** A hello for a version and three cipher suites; the answer is an alert or a handshake. */
  private static byte[] hello(int version) {
    String suites = "0006" + "c013" + "c009" + "002f";
    String body = "03%02x".formatted(version) + "00".repeat(32) + "00" + suites + "0100";
    int length = body.length() / 2;
    return HexFormat.of().parseHex("160301%04x01%06x".formatted(length + 4, length) + body);
  }

  @Test
  void refusesTlsBeforeOneDotTwo() {
    String protocolVersion = "\2F"; // Fatal alert 70 (RFC 5246, 7.2).
    for (int version = 1; version <= 2; version++) {
      try (RawHttp raw = new RawHttp(app.port())) {
        assertThat(raw.send(hello(version)).readToEnd()).endsWith(protocolVersion);
      }
    }
    try (RawHttp raw = new RawHttp(app.port())) {
      assertThat(raw.send(hello(3)).readToEnd()).doesNotContain(protocolVersion);
    }
  }

  @Test
  void doesNotAnswerPlainText() {
    try (RawHttp raw = new RawHttp(app.port())) {
      assertThat(raw.send("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n").readToEnd())
          .doesNotContain("HTTP/1.1");
    }
  }

  @Test
  void leavesTheManagementPortPlain() {
    String metrics = app.management().get("/metrics").hasStatus(200).text();
    assertThat(metrics).containsPattern("belfry_tls_certificate_expiry_seconds 2\\d{6}\\.0");
  }

  @Test
  void switchesToNewFilesAndKeepsTheOldOnesWhileTheNewAreBroken() throws Exception {
    try (LogCapture log = new LogCapture(CertificateReloader.class.getName());
        SSLSocket open = files.connect(app.port(), "http/1.1")) {
      files.write(files.made(2, 60));
      await(() -> files.shownSerial(app.port()) == 2);
      for (int each = 0; each < 8; each++) { // More than event loops.
        assertThat(files.shownSerial(app.port())).isEqualTo(2);
      }
      assertThat(app.management().get("/metrics").text())
          .containsPattern("belfry_tls_certificate_expiry_seconds 5\\d{6}\\.0");
      assertThat(asked(open)).startsWith("HTTP/1.1 200");

      files.writeKey(files.made(3, 60).getPrivateKeyPEM());
      await(() -> log.messages().stream().anyMatch(line -> line.contains("does not belong")));
      assertThat(files.shownSerial(app.port())).isEqualTo(2);
      files.write(files.made(4, 1));
      await(() -> log.messages().stream().anyMatch(line -> line.contains("expired at")));
      assertThat(files.shownSerial(app.port())).isEqualTo(2);
      files.write(files.made(5, 30));
      await(() -> files.shownSerial(app.port()) == 5);
    } finally {
      files.write(files.made(1, 30));
      await(() -> files.shownSerial(app.port()) == 1);
    }
  }

  private static String asked(SSLSocket socket) throws IOException {
    socket
        .getOutputStream()
        .write("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Test
  void doesNotStartWithABrokenPair(@TempDir Path elsewhere) {
    TlsFiles broken = new TlsFiles(elsewhere);
    broken.writeKey("nonsense");
    assertThatThrownBy(() -> TestApp.start(broken.environment()))
        .isInstanceOf(CertificateUnusableException.class)
        .hasMessageEndingWith(
            "tls.key holds no key of the kind that the certificate has."
                + " It must be its RSA or EC key, in PEM without a password.");
  }
}
