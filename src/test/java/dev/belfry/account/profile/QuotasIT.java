package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.config.Quota;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an account may have only so much of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotasIT {
  private static final String MONITOR =
      "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.org/\"}}";

  private final TestApp app =
      TestApp.start(
          Map.of(
              "BELFRY_QUOTAS",
              "monitors=3,channels=2,keys=4,subscribers=2,privateLocations=1,incidentUpdates=2,bodyBytes=2000000,"
                  + "followers=6,waitingRequests=7,deliveries=8,"
                  + "groups=1,statusPages=1,services=1,variables=1,maintenanceWindows=1,dashboards=1,objectives=1,onCallSchedules=1,teams=1"));
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @AfterAll
  void stop() {
    app.close();
  }

  private static void requireRefused(ApiReply reply, String operation, String quota, int limit) {
    reply.hasStatus(402).matchesContract(operation);
    assertThat(reply.at("/attributes/quota").asText()).isEqualTo(quota);
    assertThat(reply.at("/attributes/limit").asText()).isEqualTo(String.valueOf(limit));
    assertThat(reply.at("/message").asText()).contains(quota, String.valueOf(limit));
  }

  private JsonNode entitlement(ApiClient who, String key) {
    ApiReply reply =
        who.get("/v1/accounts/me/entitlements")
            .hasStatus(200)
            .matchesContract("readOwnEntitlements");
    for (JsonNode entry : reply.at("/entitlements")) {
      if (entry.path("key").asText().equals(key)) {
        return entry;
      }
    }
    throw new AssertionError(key + " is missing");
  }

  @Test
  void monitorsAreRefusedBeyondTheQuotaAndDeletingMakesRoom() throws SQLException {
    Tenant own = app.newTenant();
    ApiClient owner = app.as(own);
    String first = owner.post("/v1/checks/url", MONITOR).hasStatus(201).id();
    owner.post("/v1/checks/url", MONITOR).hasStatus(201);
    owner.post("/v1/checks/url", MONITOR).hasStatus(201);
    requireRefused(owner.post("/v1/checks/url", MONITOR), "createUrlMonitor", "monitors", 3);
    assertThat(entitlement(owner, "QUOTA_MONITORS").path("used").asInt()).isEqualTo(3);
    assertThat(entitlement(owner, "QUOTA_MONITORS").path("quantity").asInt()).isEqualTo(3);
    app.as(app.newTenant()).post("/v1/checks/url", MONITOR).hasStatus(201);
    owner.delete("/v1/checks/" + first).hasStatus(204);
    owner.post("/v1/checks/url", MONITOR).hasStatus(201);
    try (Connection connection = app.database().jdbc()) {
      new AccountRegistration(connection).quota(own.account(), "monitors", 4L);
      owner.post("/v1/checks/url", MONITOR).hasStatus(201);
      requireRefused(owner.post("/v1/checks/url", MONITOR), "createUrlMonitor", "monitors", 4);
      new AccountRegistration(connection).quota(own.account(), "monitors", 0L);
    }
    owner.post("/v1/checks/url", MONITOR).hasStatus(201);
  }

  @Test
  void theEntitlementsShowEveryQuotaThatIsInForce() {
    ApiClient owner = app.as(app.newTenant());
    Map<String, Integer> inForce =
        Map.ofEntries(
            Map.entry("KEYS", 4),
            Map.entry("MONITORS", 3),
            Map.entry("GROUPS", 1),
            Map.entry("CHANNELS", 2),
            Map.entry("STATUS_PAGES", 1),
            Map.entry("SERVICES", 1),
            Map.entry("SUBSCRIBERS", 2),
            Map.entry("PRIVATE_LOCATIONS", 1),
            Map.entry("VARIABLES", 1),
            Map.entry("MAINTENANCE_WINDOWS", 1),
            Map.entry("DASHBOARDS", 1),
            Map.entry("OBJECTIVES", 1),
            Map.entry("ON_CALL_SCHEDULES", 1),
            Map.entry("TEAMS", 1),
            Map.entry("INCIDENT_UPDATES", 2),
            Map.entry("FOLLOWERS", 6),
            Map.entry("WAITING_REQUESTS", 7),
            Map.entry("BODY_BYTES", 2_000_000),
            Map.entry("DELIVERIES", 8));
    assertThat(inForce).hasSameSizeAs(Quota.values());
    inForce.forEach(
        (quota, number) ->
            assertThat(entitlement(owner, "QUOTA_" + quota).path("quantity").asInt())
                .as(quota)
                .isEqualTo(number));
  }

  /** Sends a request sixty times by sixteen clients; returns how many of them made something. */
  private static int madeOfSixtyAtOnce(Callable<Integer> request) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(16);
    int made = 0;
    try {
      for (Future<Integer> status : clients.invokeAll(Collections.nCopies(60, request))) {
        assertThat(status.get()).isIn(201, 402);
        made += status.get() == 201 ? 1 : 0;
      }
    } finally {
      clients.shutdownNow();
    }
    return made;
  }

  @Test
  void requestsAtOnceFillTheQuotaAndTheCountIsExact() throws Exception {
    Tenant own = app.newTenant();
    ApiClient owner = app.as(own);
    int made = madeOfSixtyAtOnce(() -> owner.post("/v1/checks/url", MONITOR).status());
    assertThat(made).isBetween(3, 20);
    assertThat(entitlement(owner, "QUOTA_MONITORS").path("used").asInt()).isEqualTo(made);
    owner.post("/v1/checks/url", MONITOR).hasStatus(402);
  }

  @Test
  void aDeployBeyondTheQuotaIsRefusedAsAWhole() {
    ApiClient owner = app.as(app.newTenant());
    StringBuilder resources = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      resources.append(i == 0 ? "" : ",");
      resources.append(
          "{\"logicalId\":\"m%d\",\"type\":\"check\",\"member\":true,\"payload\":{\"checkType\":\"URL\",\"name\":\"M\",\"request\":{\"url\":\"https://e.org/\"}}}"
              .formatted(i));
    }
    ApiReply reply =
        owner.post(
            "/next-v2/projects/deploy",
            "{\"project\":{\"logicalId\":\"web\",\"name\":\"Web\"},\"resources\":["
                + resources
                + "]}");
    requireRefused(reply, "deployProjectAtOnce", "monitors", 3);
    assertThat(entitlement(owner, "QUOTA_MONITORS").path("used").asInt()).isZero();
  }

  @Test
  void theOthersAreCountedTheSame() {
    String channel = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@example.org\"}}";
    client.post("/v1/alert-channels", channel).hasStatus(201);
    client.post("/v1/alert-channels", channel).hasStatus(201);
    requireRefused(client.post("/v1/alert-channels", channel), "createAlertChannel", "channels", 2);
    client.post("/v1/private-locations", "{\"name\":\"A\",\"slugName\":\"a\"}").hasStatus(201);
    requireRefused(
        client.post("/v1/private-locations", "{\"name\":\"B\",\"slugName\":\"b\"}"),
        "createPrivateLocation",
        "privateLocations",
        1);
    String key = "{\"name\":\"Robot\",\"scope\":\"READ\"}";
    String robot = client.post("/v1/api-keys", key).hasStatus(201).id();
    client.post("/v1/api-keys", key).hasStatus(201);
    requireRefused(client.post("/v1/api-keys", key), "createApiKey", "keys", 4);
    client.delete("/v1/api-keys/" + robot).hasStatus(204);
    client.post("/v1/api-keys", key).hasStatus(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          groups             | createCheckGroup        | /v1/check-groups          | /v1/check-groups/          | id  | {"name":"%s"}
          groups             | createCheckGroupV2      | /v2/check-groups          | /v1/check-groups/          | id  | {"name":"%s"}
          statusPages        | createStatusPage        | /v1/status-pages          | /v1/status-pages/          | id  | {"name":"%s","url":"quota-%s","cards":[]}
          services           | createService           | /v1/status-pages/services | /v1/status-pages/services/ | id  | {"name":"%s"}
          variables          | createVariable          | /v1/variables             | /v1/variables/             | key | {"key":"%s","value":"1"}
          teams              | createTeam              | /v1/teams                 | /v1/teams/                 | id  | {"name":"%s"}
          maintenanceWindows | createMaintenanceWindow | /v1/maintenance-windows   | /v1/maintenance-windows/   | id  | {"name":"%s","startsAt":"2030-01-01T00:00:00Z","endsAt":"2030-01-02T00:00:00Z","silenceAllAlerts":true}
          """)
  void whatElseAnAccountMakesIsBoundedAndDeletingMakesRoom(
      String quota, String operation, String path, String one, String named, String body) {
    ApiClient owner = app.as(app.newTenant());
    String made = owner.post(path, body.replace("%s", "a")).hasStatus(201).at("/" + named).asText();
    requireRefused(owner.post(path, body.replace("%s", "b")), operation, quota, 1);
    owner.delete(one + made).hasStatus(204);
    owner.post(path, body.replace("%s", "b")).hasStatus(201);
  }

  @Test
  void servicesAtOnceFillTheQuotaAndTheCountIsExact() throws Exception {
    Tenant own = app.newTenant();
    ApiClient owner = app.as(own);
    try (Connection connection = app.database().jdbc()) {
      new AccountRegistration(connection).quota(own.account(), "services", 5L);
    }
    int made =
        madeOfSixtyAtOnce(
            () -> owner.post("/v1/status-pages/services", "{\"name\":\"Web\"}").status());
    assertThat(made).isBetween(5, 22);
    assertThat(entitlement(owner, "QUOTA_SERVICES").path("used").asInt()).isEqualTo(made);
  }

  @Test
  void updatesOfAnIncidentAreBounded() {
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
    String incident =
        client
            .post(
                "/v1/status-pages/incidents",
                "{\"name\":\"Down\",\"severity\":\"MAJOR\",\"services\":[{\"id\":\"%s\"}],\"incidentUpdates\":[{\"description\":\"a\"}]}"
                    .formatted(service))
            .hasStatus(201)
            .id();
    String path = "/v1/status-pages/incidents/" + incident + "/incident-updates";
    String update = "{\"description\":\"b\",\"status\":\"MONITORING\"}";
    client.post(path, update).hasStatus(201);
    requireRefused(client.post(path, update), "createIncidentUpdate", "incidentUpdates", 2);
  }

  @Test
  void subscribersAreBounded() {
    String page =
        client
            .post("/v1/status-pages", "{\"name\":\"A\",\"url\":\"bounded\",\"cards\":[]}")
            .hasStatus(201)
            .id();
    String path = "/v1/status-pages/" + page + "/subscriptions";
    String subscriber = "{\"type\":\"EMAIL\",\"config\":\"%s@example.org\"}";
    client.post(path, subscriber.formatted("a")).hasStatus(201);
    client.post(path, subscriber.formatted("b")).hasStatus(201);
    requireRefused(
        client.post(path, subscriber.formatted("c")), "createSubscription", "subscribers", 2);
  }

  @Test
  void bytesOfBodiesUnderWayAreBounded() {
    Tenant own = app.newTenant();
    String unfinished =
        "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Length: 1000000\r\n\r\n"
                .formatted(own.key())
            + " ".repeat(999_999);
    List<RawHttp> held = new ArrayList<>();
    ApiReply reply;
    try {
      long deadline = System.nanoTime() + 20_000_000_000L;
      do {
        assertThat(System.nanoTime()).isLessThan(deadline);
        // Two are enough, unless the small one gets between them and one of these is refused.
        RawHttp part = new RawHttp(app.port());
        held.add(part);
        part.send(unfinished);
        reply = app.as(own).post("/v1/checks/url", MONITOR.replace("Home", "x".repeat(200)));
      } while (reply.status() == 201 || reply.status() == 402);
    } finally {
      held.forEach(RawHttp::close);
    }
    reply.hasStatus(429).matchesContract("createUrlMonitor");
    app.as(app.newTenant()).post("/v1/checks/url", MONITOR).hasStatus(201);
  }
}
