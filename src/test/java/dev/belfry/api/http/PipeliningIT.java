package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.RawHttp;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Several requests on one connection that do not wait for each other's answer (RFC 9112, 9.3). */
class PipeliningIT {
  private static final int REQUESTS = 50;
  private static final String MONITOR =
      "{\"name\":\"Piped\",\"request\":{\"url\":\"https://e.org\"}}";

  private static String request(Tenant tenant, String line, String id, String body) {
    return line
        + " HTTP/1.1\r\nHost: belfry\r\nX-Request-Id: "
        + id
        + "\r\nAuthorization: Bearer "
        + tenant.key()
        + (body.isEmpty()
            ? ""
            : "\r\nContent-Type: application/json\r\nContent-Length: " + body.length())
        + "\r\n\r\n"
        + body;
  }

  private static String get(Tenant tenant, String id) {
    return request(tenant, "GET /v1/checks?limit=1", id, "");
  }

  @Test
  void answersInTheOrderOfTheRequests() {
    TestApp app = TestApp.shared();
    Tenant tenant = app.newTenant();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < REQUESTS; i++) {
      all.append(
          switch (i) {
            case 10 -> request(tenant, "GET /v1/nothing", "r10", "");
            case 25 -> request(tenant, "POST /v1/checks/url", "r25", MONITOR);
            default -> get(tenant, "r" + i);
          });
    }
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(all.toString());
      for (int i = 0; i < REQUESTS; i++) {
        RawHttp.Answer answer = raw.readAnswer();
        assertThat(answer.header("x-request-id")).isEqualTo("r" + i);
        assertThat(answer.status()).isEqualTo(i == 10 ? 404 : i == 25 ? 201 : 200);
        assertThat(answer.header("connection")).isEmpty();
      }
    }
    assertThat(app.as(tenant).get("/v1/checks").at("/0/name").asText()).isEqualTo("Piped");
  }

  @Test
  void closesAfterAnAnswerThatSaysSoAndDoesNothingThatItDoesNotAnswer() {
    TestApp app = TestApp.start(Map.of("BELFRY_SHUTDOWN_DELAY", "3s"));
    Tenant tenant = app.newTenant();
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(get(tenant, "before"));
      assertThat(raw.readAnswer().header("connection")).isEmpty();
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(app::shutDown);
      ApiClient health = app.management();
      while (health.get("/health/ready").status() == 200) {
        assertThat(stopping).isNotDone();
      }
      raw.send(get(tenant, "last") + request(tenant, "POST /v1/checks/url", "never", MONITOR));
      RawHttp.Answer last = raw.readAnswer();
      assertThat(last.status()).isEqualTo(200);
      assertThat(last.header("connection")).isEqualTo("close");
      // Whoever gets no answer can ask again elsewhere, and must not find it done already.
      assertThat(raw.readToEnd()).isEmpty();
      assertThat(app.as(tenant).get("/v1/checks").json()).isEmpty();
      stopping.join();
    }
    app.close();
  }
}
