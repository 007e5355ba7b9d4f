package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole way: asked for by one instance, run by whichever owns the shard, told to both. */
class RunNowIT {
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  @Test
  void aCheckThatIsAskedToRunRuns() {
    try (TestApp app = TestApp.start(PROBING);
        TestApp other = TestApp.startOn(app.database().address(), PROBING)) {
      TestApp.Tenant acme = app.newTenant();
      String target = "http://127.0.0.1:" + app.port();
      for (int round = 0; round < 8; round++) {
        String passing = monitor(app.as(acme), target + "/openapi.json");
        String failing = monitor(app.as(acme), target + "/nowhere");
        ApiReply started =
            other
                .as(acme)
                .post(
                    SessionFixture.TRIGGER,
                    "{\"target\":{\"checkId\":[\"%s\",\"%s\"]}}".formatted(passing, failing))
                .hasStatus(201);
        for (int i = 0; i < 2; i++) {
          String session = started.at("/sessions/" + i + "/checkSessionId").asText();
          ApiReply over =
              app.as(acme).get("/v2/check-sessions/" + session + "/completion").hasStatus(200);
          boolean passes = over.at("/checkId").asText().equals(passing);
          assertThat(over.at("/status").asText()).isEqualTo(passes ? "PASSED" : "FAILED");
          assertThat(over.at("/results/0/hasFailures").asBoolean()).isEqualTo(!passes);
          assertThat(over.at("/timeElapsed").asLong()).isBetween(0L, 10_000L);
        }
      }
    }
  }

  private static String monitor(ApiClient client, String url) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"n\",\"frequency\":1440,\"request\":{\"url\":\"" + url + "\"}}")
        .hasStatus(201)
        .id();
  }
}
