package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** Health, metrics and request ids: what an operator looks at. */
class ManagementServerIT {
  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  @Test
  void tellsLifeAndReadiness() {
    ApiClient management = app.management();
    assertThat(management.get("/health/live").hasStatus(200).at("/status").asText())
        .isEqualTo("live");
    ApiReply ready = management.get("/health/ready").hasStatus(200);
    assertThat(ready.json().toString())
        .isEqualTo(
            "{\"status\":\"ready\",\"checks\":{\"service\":\"ok\",\"database\":\"ok\","
                + "\"migrations\":\"ok\",\"clock\":\"ok\"}}");
    management.get("/nonsense").hasStatus(404);
  }

  @Test
  void countsRequestsByOperationAndStatus() {
    client.get("/v1/checks").hasStatus(200);
    client.get("/nonsense").isNotFound();
    String metrics = app.management().get("/metrics").hasStatus(200).text();
    assertThat(metrics)
        .contains(
            "belfry_http_requests_seconds_count{operation=\"listChecks\",status=\"200\"}",
            "belfry_http_requests_seconds_bucket{operation=\"listChecks\",status=\"200\",le=\"0.1\"}",
            "belfry_http_requests_seconds_count{operation=\"none\",status=\"404\"}",
            "belfry_database_up 1",
            "belfry_database_waiting 0",
            "belfry_ratelimit_refused_total",
            "belfry_ratelimit_buckets",
            "belfry_eventloop_lag_seconds",
            "belfry_database_clock_skew_seconds",
            "jvm_memory_used_bytes");
    assertThat(metrics.lines().filter(line -> line.startsWith("belfry_database_connections ")))
        .singleElement()
        .satisfies(line -> assertThat(Double.parseDouble(line.split(" ", -1)[1])).isGreaterThan(3));
  }

  /** A gauge whose object was collected shows NaN. Only a certificate's has that as a meaning. */
  @Test
  void everyGaugeHasANumberAfterACollection() {
    System.gc();
    String metrics = app.management().get("/metrics").hasStatus(200).text();
    assertThat(metrics).contains("belfry_deliveries_in_flight ");
    assertThat(metrics.lines().filter(line -> line.startsWith("belfry_") && line.endsWith(" NaN")))
        .containsExactly("belfry_tls_certificate_expiry_seconds NaN");
  }

  @Test
  void answersEveryRequestWithAnId() {
    assertThat(client.with("X-Request-Id", "abc-123").get("/v1/checks").header("x-request-id"))
        .isEqualTo("abc-123");
    assertThat(client.with("X-Request-Id", "a b\"{").get("/v1/checks").header("x-request-id"))
        .matches("[0-9a-f]{16}");
    assertThat(client.get("/nonsense").header("x-request-id")).matches("[0-9a-f]{16}");
    assertThat(app.client().get("/v1/checks").isUnauthorized().header("x-request-id"))
        .isNotEqualTo(app.client().get("/v1/checks").header("x-request-id"));
  }
}
