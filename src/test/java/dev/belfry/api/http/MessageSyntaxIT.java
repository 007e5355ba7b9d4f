package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RawHttp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.2", "HTTP/3.0", "HTTP/2.0", "HTTP/0.9"})
  void refusesOtherVersions(String version) {
    assertThat(answer("GET /v1/checks " + version + "\r\nHost: a\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 400")
        .contains("\"statusCode\"");
  }

  @Test
  void refusesAHeaderWithoutName() {
    assertThat(answer("GET /v1/checks HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"))
        .containsPattern("^HTTP/1.[01] 400");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 2", "Content-Length: 99999999999"})
  void invitesNoBodyThatItRefuses(String length) {
    String key = length.endsWith("2") ? "no key" : acme.key();
    String refused = length.endsWith("2") ? "HTTP/1.1 401" : "HTTP/1.1 413";
    assertThat(
            answer(
                "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nExpect: 100-continue\r\n"
                    + ("Authorization: Bearer " + key + "\r\n" + length + "\r\n\r\n")))
        .startsWith(refused)
        .doesNotContain("100 Continue");
  }
}
