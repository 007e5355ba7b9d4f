package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RateLimitIT {
  private static final String PATH = "/v1/checks?limit=1";

  private static final String EPOCH_MILLIS =
      """
      CREATE OR REPLACE FUNCTION epoch_millis() RETURNS bigint LANGUAGE sql VOLATILE AS
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint %s'""";

  private final TestApp app = TestApp.shared();

  @Test
  void admits600FromManyConnectionsAndAnswers429AfterThat() throws Exception {
    Tenant acme = app.newTenant(null);
    ApiClient client = app.as(acme);
    Callable<ApiReply> request = () -> client.get(PATH);
    ExecutorService clients = Executors.newFixedThreadPool(16);
    try {
      List<Future<ApiReply>> replies =
          clients.invokeAll(Stream.generate(() -> request).limit(700).toList());
      int admitted = 0;
      for (Future<ApiReply> reply : replies) {
        admitted += reply.get().status() == 200 ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(600);
    } finally {
      clients.shutdownNow();
    }
    ApiReply refused = client.get(PATH).matchesContract("listChecks");
    refused.isError(429, "Too Many Requests", "Too Many Requests");
    assertThat(refused.at("/attributes").isObject()).isTrue();
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(refused.header("X-RateLimit-Limit")).isEqualTo("600");
    assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
    app.as(app.newTenant(null)).get(PATH).hasStatus(200);
  }

  @Test
  void tellsTheLimitOnEveryAnswerAndCountsRefusedBodies() {
    Tenant acme = app.newTenant(50);
    ApiClient client = app.as(acme);
    long now = System.currentTimeMillis() / 1000;
    ApiReply first = client.get(PATH).hasStatus(200);
    assertThat(first.header("X-RateLimit-Limit")).isEqualTo("50");
    assertThat(first.header("X-RateLimit-Remaining")).isEqualTo("49");
    assertThat(Long.parseLong(first.header("X-RateLimit-Reset"))).isBetween(now + 59, now + 62);
    ApiReply invalid = client.post("/v1/checks/url", "{}").hasStatus(400);
    assertThat(invalid.header("X-RateLimit-Remaining")).isEqualTo("48");
    ApiReply forbidden =
        client.with("X-Service-Account", app.newTenant().account().toString()).get(PATH);
    assertThat(forbidden.isForbidden().header("X-RateLimit-Remaining")).isEqualTo("48");
    assertThat(
            client
                .get("/v1/checks/0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f")
                .isNotFound()
                .header("X-RateLimit-Remaining"))
        .isEqualTo("47");
  }

  @Test
  void countsARouteWithItsOwnLimitApart() {
    try (TestApp own = TestApp.start(Map.of("BELFRY_RATE_LIMIT_ROUTES", "listChecks=2/10"))) {
      ApiClient client = own.as(own.newTenant());
      client.get(PATH).hasStatus(200);
      assertThat(client.get(PATH).hasStatus(200).header("X-RateLimit-Limit")).isEqualTo("2");
      assertThat(Integer.parseInt(client.get(PATH).hasStatus(429).header("Retry-After")))
          .isBetween(1, 10);
      client.get("/v1/checks/0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f").isNotFound();
    }
  }

  /** By the database's own clock, which the test sets. */
  @Test
  void aDatabaseClockThatIsSetNeitherLocksAKeyOutNorLetsMoreThrough() {
    try (TestApp own = TestApp.start(Map.of())) {
      for (String set : List.of("- 3600000", "+ 3600000")) {
        ApiClient client = own.as(own.newTenant(20));
        for (int i = 0; i < 10; i++) {
          client.get(PATH).hasStatus(200);
        }
        own.database().execute(EPOCH_MILLIS.formatted(set));
        for (int i = 0; i < 10; i++) {
          client.get(PATH).hasStatus(200);
        }
        assertThat(Integer.parseInt(client.get(PATH).hasStatus(429).header("Retry-After")))
            .isBetween(1, 60);
        own.database().execute(EPOCH_MILLIS.formatted(""));
      }
      // Of a window that no living instance has seen.
      Tenant late = own.newTenant(20);
      own.database()
          .execute(
              "INSERT INTO rate_windows VALUES ('%s', epoch_millis() + 3600000, 20, 20)"
                  .formatted(late.keyId()));
      assertThat(own.as(late).get(PATH).hasStatus(200).header("X-RateLimit-Remaining"))
          .isEqualTo("19");
    }
  }

  @Test
  void keysOfAnAccountShareALimit() {
    Map<String, String> two = Map.of("BELFRY_RATE_LIMIT_ACCOUNT_FACTOR", "2");
    try (TestApp own = TestApp.start(two)) {
      ApiClient maker = own.as(own.newTenant(30));
      List<ApiClient> keys = new ArrayList<>(List.of(maker));
      for (int i = 0; i < 3; i++) {
        String made = "{\"name\":\"Robot\",\"scope\":\"READ\"}";
        keys.add(own.client().withKey(maker.post("/v1/api-keys", made).at("/token").asText()));
      }
      int admitted = 3;
      for (int i = 0; i < 25 * keys.size(); i++) {
        admitted += keys.get(i % keys.size()).get(PATH).status() == 200 ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(60);
      ApiReply refused = keys.get(3).get(PATH).hasStatus(429);
      assertThat(refused.header("X-RateLimit-Limit")).isEqualTo("60");
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
      own.as(own.newTenant(30)).get(PATH).hasStatus(200);
    }
  }

  @Test
  void isOffForLoadTestsWhenConfiguredSo() {
    try (TestApp own = TestApp.start(Map.of("BELFRY_RATE_LIMIT", "0"))) {
      ApiClient client = own.as(own.newTenant(null));
      for (int i = 0; i < 700; i++) {
        client.get(PATH).hasStatus(200);
      }
    }
  }
}
