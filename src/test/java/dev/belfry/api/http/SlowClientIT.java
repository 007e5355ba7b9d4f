package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RawHttp;
import dev.belfry.testing.RealClock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that hold connections without getting on with it are shown the door. */
@RealClock("The service cuts clients off by its timers.")
class SlowClientIT {
  private static TestApp app;

  @BeforeAll
  static void start() {
    app =
        TestApp.start(
            Map.of(
                "BELFRY_HTTP_IDLE_TIMEOUT",
                "2s",
                "BELFRY_HTTP_BODY_TIMEOUT",
                "1s",
                "BELFRY_HTTP_MAX_CONNECTIONS",
                "40"));
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @Test
  void aBodyThatDoesNotArriveIs408() {
    Tenant acme = app.newTenant();
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: 100\r\nAuthorization: Bearer "
              + acme.key()
              + "\r\n\r\n{");
      assertThat(raw.readToEnd())
          .startsWith("HTTP/1.1 408")
          .contains("\"statusCode\":408")
          .doesNotContain("[silence]");
    }
  }

  @Test
  void aBodyThatArrivesTooLateHasNoEffect() {
    Tenant acme = app.newTenant();
    String body = "{\"name\":\"late\",\"request\":{\"url\":\"https://e.org\"}}";
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\nAuthorization: Bearer "
              + acme.key()
              + "\r\n\r\n{");
      RawHttp.Answer answer = raw.readAnswer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(raw.send(body.substring(1)).readToEnd()).isIn("", "[reset]");
    }
    assertThat(app.as(acme).get("/v1/checks").hasStatus(200).json()).isEmpty();
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() {
    try (RawHttp raw = new RawHttp(app.port())) {
      assertThat(raw.readToEnd()).isIn("", "[reset]");
    }
  }

  @Test
  void aHeadThatDoesNotEndIsClosed() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send("GET /v1/checks HTTP/1.1\r\nX-Slow: ");
      assertThat(raw.readToEnd()).isIn("", "[reset]");
    }
  }
}
