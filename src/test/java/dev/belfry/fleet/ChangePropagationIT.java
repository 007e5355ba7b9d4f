package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.ApiKeys;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.chaos.ChaosTarget;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.RealClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What one instance is told, the others know within a second. */
@RealClock("The promise is a second between instances, over real sockets.")
class ChangePropagationIT {
  private static final long SECOND = 1_000_000_000L;
  private static final String MONITOR =
      """
      {"name":"Home","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
       "request":{"url":"%s"}}""";
  private static final int PERIOD_SECONDS = 10;

  /** Ends the connections on which instances listen, and ask once a second whether they stand. */
  private static final String CUT =
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND (query ILIKE '%LISTEN%' OR query LIKE '%FROM notification_watermark')""";

  private static final Pattern SERIES = Pattern.compile("belfry_schedule_series ([0-9.]+)");

  private static final List<TestApp> APPS = new ArrayList<>();

  @BeforeAll
  static void start() {
    Map<String, String> probing =
        Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");
    APPS.add(TestApp.start(probing));
    for (int i = 0; i < 2; i++) {
      APPS.add(TestApp.startOn(APPS.get(0).database().address(), probing));
    }
  }

  @AfterAll
  static void stop() {
    for (int i = APPS.size() - 1; i >= 0; i--) {
      APPS.get(i).close();
    }
    APPS.clear();
  }

  /** How long after a change all know it; at most twenty seconds. */
  private static long nanosUntil(String what, BooleanSupplier known) {
    long begun = System.nanoTime();
    while (!known.getAsBoolean()) {
      assertThat(System.nanoTime() - begun).as(what).isLessThan(20 * SECOND);
    }
    long took = System.nanoTime() - begun;
    System.out.printf("%s: known everywhere after %.0f ms%n", what, took / 1e6);
    return took;
  }

  private static List<ApiClient> others(Tenant tenant) {
    return APPS.subList(1, 3).stream().map(app -> app.client().withKey(tenant.key())).toList();
  }

  /** Monitors that run somewhere, over all instances. */
  private static double series() {
    double sum = 0;
    for (TestApp app : APPS) {
      Matcher matcher = SERIES.matcher(app.management().get("/metrics").text());
      assertThat(matcher.find()).isTrue();
      sum += Double.parseDouble(matcher.group(1));
    }
    return sum;
  }

  private static int cut() throws SQLException {
    try (Connection connection = APPS.get(0).database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CUT)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void aRevokedKey() throws SQLException {
    Tenant tenant = APPS.get(0).newTenant();
    others(tenant).forEach(client -> client.get("/v1/checks").hasStatus(200));
    try (Connection connection = APPS.get(0).database().jdbc()) {
      new ApiKeys(connection).revoke(tenant.keyId());
    }
    assertThat(
            nanosUntil(
                "a revoked key",
                () ->
                    others(tenant).stream()
                        .allMatch(client -> client.get("/v1/checks").status() == 401)))
        .isLessThan(SECOND);
  }

  @Test
  void settingsAndDeletions() {
    Tenant tenant = APPS.get(0).newTenant();
    ApiClient here = APPS.get(0).as(tenant);
    String path =
        "/v1/checks/url/"
            + here.post("/v1/checks/url", MONITOR.formatted("http://127.0.0.1:9/"))
                .hasStatus(201)
                .id();
    here.put(path, "{\"name\":\"Changed\"}").hasStatus(200);
    for (ApiClient there : others(tenant)) {
      String name = there.get(path.replace("/url/", "/")).hasStatus(200).at("/name").asText();
      assertThat(name).isEqualTo("Changed");
    }
    String location =
        here.post("/v1/private-locations", "{\"name\":\"Attic\",\"slugName\":\"attic\"}")
            .hasStatus(201)
            .id();
    String covered = "{\"privateLocations\":[\"attic\"]}";
    others(tenant).get(0).put(path, covered).hasStatus(200);
    here.put(path, "{\"privateLocations\":[]}").hasStatus(200);
    here.delete("/v1/private-locations/" + location).hasStatus(204);
    for (ApiClient there : others(tenant)) {
      assertThat(there.put(path, covered).status()).isBetween(400, 422);
    }
    here.delete(path.replace("/url/", "/")).hasStatus(204);
    others(tenant).forEach(client -> client.get(path.replace("/url/", "/")).isNotFound());
  }

  /** What is deleted or paused runs no more, also when the news of it could not be heard. */
  @Test
  void deletionsAndPausesAlsoWhenNobodyListened() throws Exception {
    try (ChaosTarget target = new ChaosTarget()) {
      ApiClient here = APPS.get(0).as(APPS.get(0).newTenant());
      double before = series();
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String body = MONITOR.formatted(target.url("/well"));
        ids.add(here.post("/v1/checks/url", body).hasStatus(201).id());
      }
      nanosUntil("eight monitors", () -> series() == before + 8);
      ids.subList(0, 2).forEach(id -> here.delete("/v1/checks/" + id).hasStatus(204));
      assertThat(nanosUntil("two deletions", () -> series() == before + 6)).isLessThan(SECOND);
      ids.subList(2, 4).forEach(id -> pause(here, id));
      assertThat(cut()).isGreaterThanOrEqualTo(APPS.size());
      ids.subList(4, 6).forEach(id -> here.delete("/v1/checks/" + id).hasStatus(204));
      ids.subList(6, 8).forEach(id -> pause(here, id));
      assertThat(nanosUntil("deletions nobody heard of", () -> series() == before + 4))
          .isLessThan(SECOND);
      CountDownLatch never = new CountDownLatch(1);
      assertThat(never.await(1, TimeUnit.SECONDS)).isFalse();
      long requests = target.requests();
      assertThat(never.await(PERIOD_SECONDS + 1, TimeUnit.SECONDS)).isFalse();
      assertThat(target.requests()).as("requests of paused monitors").isEqualTo(requests);
    }
  }

  private static void pause(ApiClient client, String id) {
    client.put("/v1/checks/url/" + id, "{\"activated\":false}").hasStatus(200);
  }
}
