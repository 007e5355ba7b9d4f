package dev.belfry.projects.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /next/checkly-storage/upload-code-bundle} and {@code .../upload}. */
class UploadCodeBundleIT {
  private static final int MOST = 10 << 20;

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme).with("Content-Type", "application/octet-stream");

  @ParameterizedTest
  @CsvSource({
    "uploadCodeBundle,/next/checkly-storage/upload-code-bundle",
    "uploadFile,/next/checkly-storage/upload"
  })
  void takesAnyBytesAndAnswersAKey(String operation, String path) {
    byte[] bytes = {0, 31, (byte) 0x8b, -1};
    ApiReply reply = client.send("POST", path, bytes).hasStatus(200).matchesContract(operation);
    assertThat(reply.at("/key").asText()).startsWith("bundle-");
    assertThat(client.send("POST", path, bytes).at("/key")).isNotEqualTo(reply.at("/key"));
    client.send("POST", path, null).hasStatus(200);
    client.send("POST", path, new byte[MOST]).hasStatus(200);
  }

  @ParameterizedTest
  @CsvSource({
    "uploadCodeBundle,/next/checkly-storage/upload-code-bundle",
    "uploadFile,/next/checkly-storage/upload"
  })
  void refusesMoreThanTenMebibytesAnnouncedOrNot(String operation, String path) {
    ApiReply reply =
        client.send("POST", path, new byte[MOST + 1]).hasStatus(413).matchesContract(operation);
    assertThat(reply.at("/message").asText()).endsWith("maximum allowed: 10485760");
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          """
          POST %s HTTP/1.1\r
          Host: a\r
          Connection: close\r
          Authorization: Bearer %s\r
          Transfer-Encoding: chunked\r
          \r
          """
              .formatted(path, acme.key()));
      byte[] chunk =
          ("100000\r\n" + " ".repeat(0x100000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 11; i++) {
        raw.send(chunk);
      }
      assertThat(raw.send("0\r\n\r\n").readToEnd()).startsWith("HTTP/1.1 413");
    }
  }

  @ParameterizedTest
  @CsvSource({"/next/checkly-storage/upload-code-bundle", "/next/checkly-storage/upload"})
  void closesTheConnectionOfAClientThatMayNeverEndItsRequest(String path) {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          """
          POST %s HTTP/1.1\r
          Host: a\r
          Authorization: Bearer %s\r
          Content-Type: application/octet-stream\r
          Content-Length: 5\r
          \r
          bytes"""
              .formatted(path, acme.key()));
      assertThat(raw.readToEnd()).startsWith("HTTP/1.1 200").contains("connection: close");
    }
  }

  @ParameterizedTest
  @CsvSource({"/next/checkly-storage/upload-code-bundle", "/next/checkly-storage/upload"})
  void isForWritersOfTheAccount(String path) {
    new Access(app, acme).requireForWriting("POST", path, "bytes");
  }
}
