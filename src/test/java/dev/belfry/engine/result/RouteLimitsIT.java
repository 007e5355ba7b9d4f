package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The limits that some routes have of their own (wire contract 1.1), as the contract tells them.
 */
class RouteLimitsIT {
  @Test
  void countResultsAndAnalyticsForThemselvesAndBadgesForEachAddress() {
    try (TestApp app = TestApp.start(Map.of("BELFRY_RATE_LIMIT_ROUTES", ""))) {
      ApiClient client = app.as(app.newTenant());
      String id = UUID.randomUUID().toString();
      assertThat(limit(client.get("/v2/check-results/" + id))).isEqualTo("60 59");
      assertThat(limit(client.get("/v1/check-results/" + id))).isEqualTo("60 59");
      assertThat(limit(client.get("/v1/reporting"))).isEqualTo("30 29");
      String analytics = "/v1/analytics/url-monitors/" + id + "?metrics=availability";
      for (int left = 29; left >= 0; left--) {
        assertThat(limit(client.get(analytics).isNotFound())).isEqualTo("30 " + left);
      }
      client.get(analytics).hasStatus(429);
      assertThat(limit(client.get("/v1/check-statuses"))).isEqualTo("1000000 999999");
      String call =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
              + "\"params\":{\"name\":\"analyzeUrlMonitor\",\"arguments\":{\"id\":\"%s\"}}}";
      ApiReply called = client.post("/mcp", call.formatted(id)).hasStatus(200);
      assertThat(called.at("/result/content/0/text").asText())
          .as("a call from within another request")
          .contains("\"statusCode\":429");
      assertThat(limit(called)).startsWith("1000000 ");
      assertThat(limit(app.client().get("/v1/badges/checks/" + id))).isEqualTo("600 599");
    }
  }

  private static String limit(ApiReply reply) {
    return reply.header("X-RateLimit-Limit") + " " + reply.header("X-RateLimit-Remaining");
  }
}
