package dev.belfry.engine.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-overview}. */
class ReadCheckOverviewIT {
  private static final String PATH = "/v1/check-overview";
  private static final long HOUR = 3_600_000;

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ResultRows rows = new ResultRows(app.database());

  private String monitor(String name, String more) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"%s\",\"request\":{\"url\":\"https://%s.example.org/\"}%s}"
                .formatted(name, name.toLowerCase(java.util.Locale.ROOT), more))
        .hasStatus(201)
        .id();
  }

  private int series(String check) {
    return rows.series(check, "default");
  }

  /** The names that a query finds, once the list has followed what was done. */
  private void require(String query, String names) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    String seen = names(query);
    while (!seen.equals(names) && System.nanoTime() < deadline) {
      seen = names(query);
      Polling.pause();
    }
    assertThat(seen).as(query).isEqualTo(names);
  }

  private String names(String query) {
    ApiReply reply = client.get(PATH + query).hasStatus(200);
    StringBuilder names = new StringBuilder();
    reply.at("/entries").forEach(one -> names.append(one.path("name").asText()).append(' '));
    return names + reply.at("/total").asText();
  }

  @Test
  void beginsWithWhatNeedsPeople() {
    String shop = monitor("Shop", "");
    String mail = monitor("Mail", "");
    String api = monitor("Api", "");
    monitor("Anew", "");
    monitor("Still", ",\"activated\":false");
    rows.state(series(shop), Verdict.PASSED, null);
    rows.state(series(mail), Verdict.FAILED, null);
    rows.state(series(api), Verdict.DEGRADED, null);

    require("", "Mail Api Anew Shop Still 5");
    ApiReply reply = client.get(PATH).hasStatus(200).matchesContract("readCheckOverview");
    assertThat(reply.at("/counts").toString())
        .isEqualTo(
            "{\"all\":5,\"failing\":1,\"degraded\":1,\"noData\":1,\"passing\":1,\"paused\":1,"
                + "\"muted\":0}");
    require("?order=NAME&limit=2", "Anew Api 5");
    require("?order=NAME&limit=2&page=3", "Still 5");
    require("?limit=2&page=9", "5");
    require("?state=FAILING&state=PAUSED", "Mail Still 2");
  }

  @Test
  void findsByNameAddressTagGroupAndId() {
    String group =
        client
            .post("/v2/check-groups", "{\"name\":\"Team\",\"tags\":[\"night\"]}")
            .hasStatus(201)
            .id();
    String shop = monitor("Shop", ",\"tags\":[\"front\"],\"groupId\":" + group);
    monitor("Mail", ",\"muted\":true");

    require("?search=SHOP.example", "Shop 1");
    require("?search=night", "Shop 1");
    require("?tag=night", "Shop 1");
    require("?tag=nig", "0");
    require("?groupId=" + group, "Shop 1");
    require("?checkId=" + shop, "Shop 1");
    require("?muted=true", "Mail 1");
    require("?muted=false&search=a", "Shop 1");
    require("?checkType=URL&search=mail", "Mail 1");
    require("?search=100%25", "0");
    client
        .put("/v2/check-groups/" + group, "{\"name\":\"Team\",\"activated\":false}")
        .hasStatus(200);
    require("?state=PAUSED", "Shop 1");
    client.put("/v1/checks/url/" + shop, "{\"name\":\"Store\"}").hasStatus(200);
    require("?order=NAME", "Mail Store 2");
    client.delete("/v1/checks/" + shop).hasStatus(204);
    require("", "Mail 1");
  }

  @Test
  void tellsSinceWhenAndTheNewestRun() {
    String check = monitor("Shop", "");
    int series = series(check);
    long now = rows.number("SELECT epoch_millis()");
    rows.add(Run.passed(series, now - 5_000, 42_000));
    rows.update(
        "INSERT INTO series_states VALUES (?, 2, ?, ?)", series, now - 60_000, now + 86_400_000);

    require("?state=FAILING", "Shop 1");
    JsonNode entry = client.get(PATH).at("/entries/0");
    assertThat(entry.at("/lastRun/responseTime").asInt()).isEqualTo(42);
    assertThat(entry.at("/lastRun/statusCode").asInt()).isEqualTo(200);
    assertThat(java.time.Instant.parse(entry.at("/since").asText()).toEpochMilli())
        .isEqualTo(now - 60_000);
    assertThat(entry.at("/certificateExpiresAt").isTextual()).isTrue();
  }

  @Test
  void includesTheHistoryOfADay() {
    int shop = series(monitor("Shop", ""));
    int abroad = rows.series(client.get("/v1/checks").at("/0/id").asText(), "eu-west-1");
    monitor("Unused", "");
    long hour = rows.number("SELECT epoch_millis() / 3600000 * 3600000");
    rows.add(Run.passed(shop, hour + 1_000, 100_000));
    rows.add(Run.passed(shop, hour + 2_000, 100_000).with(Verdict.DEGRADED, Reason.SLOW, 200));
    rows.hour(abroad, hour - 2 * HOUR, 0, 1);
    rows.hour(shop, hour - 20 * HOUR, 1, 0);
    rows.hour(shop, hour - 24 * HOUR, 0, 9);

    require("?order=NAME_DESC", "Unused Shop 2");
    ApiReply reply = client.get(PATH + "?order=NAME&include=HISTORY").hasStatus(200);
    reply.matchesContract("readCheckOverview");
    JsonNode history = reply.at("/entries/0/history");
    long from = java.time.Instant.parse(history.path("from").asText()).toEpochMilli();
    assertThat(from % HOUR).isZero();
    int current = (int) ((hour - from) / HOUR);
    assertThat(current).isIn(23, 22);
    assertThat(history.path("passed").path(current).asInt()).isEqualTo(1);
    assertThat(history.path("passed").path(current - 20).asInt()).isEqualTo(1);
    assertThat(history.path("degraded").path(current).asInt()).isEqualTo(1);
    assertThat(history.path("failed").path(current - 2).asInt()).isEqualTo(1);
    assertThat(history.path("availability").asDouble()).isEqualTo(75);
    assertThat(history.path("responseTimeP95").asDouble()).isEqualTo(100);
    JsonNode unused = reply.at("/entries/1/history");
    assertThat(unused.path("availability").isNull()).isTrue();
    assertThat(unused.path("responseTimeP95").isNull()).isTrue();
    assertThat(unused.path("passed")).hasSize(24);
    assertThat(client.get(PATH).at("/entries/0").has("history")).isFalse();
  }

  @Test
  void sortsByFiguresThatAreRenewedInTurn() {
    long now = System.currentTimeMillis();
    int shop = series(monitor("Shop", ""));
    int mail = series(monitor("Mail", ""));
    monitor("Unused", "");
    rows.add(Run.passed(shop, now - 2, 300_000)).add(Run.failed(mail, now - 3));
    require("?order=NAME", "Mail Shop Unused 3");
    renewFigures(now);
    require("?order=UPTIME", "Mail Shop Unused 3");
    require("?order=UPTIME_DESC", "Shop Mail Unused 3");
    require("?order=P95", "Mail Shop Unused 3");
    require("?order=P95_DESC&search=mail", "Mail 1");
    require("?order=P95_DESC", "Shop Mail Unused 3");
  }

  /** Renews those of other tests' monitors too, which may come first. */
  private void renewFigures(long now) {
    Vertx vertx = Vertx.vertx();
    DatabaseAddress address = app.database().address();
    Database database =
        new Database(vertx, address, TestApp.config(address, Map.of()).database(), 2);
    OverviewFigures figures = new OverviewFigures();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!names("?order=UPTIME").startsWith("Mail") && System.nanoTime() < deadline) {
      figures.round(database, now).await();
      Polling.pause();
    }
    vertx.close().await();
  }

  /** Pages beyond the middle are found from the end. */
  @Test
  void showsEveryMonitorOnceOverAllPages() {
    rows.update(
        """
        INSERT INTO check_overview
          (check_id, account_id, state, muted, check_type, name, tags, words, uptime)
        SELECT gen_random_uuid(), ?::uuid, n % 5, false, 'URL', 'Shop ' || n % 1000, '{}', '',
          nullif(n % 7, 0)
        FROM generate_series(1, 2450) AS n""",
        acme.account());
    // A round of housekeeping would renew the uptime that the pages are ordered by.
    app.database().whileLocked("belfry.housekeeping", this::pageThroughAll);
  }

  private void pageThroughAll() {
    for (String query :
        List.of("?order=STATE", "?order=SINCE", "?order=UPTIME_DESC", "?state=PASSING")) {
      List<String> ids = new ArrayList<>();
      ApiReply reply = client.get(PATH + query + "&limit=100");
      long total = reply.at("/total").asLong();
      for (int page = 1; page <= (total + 99) / 100; page++) {
        ids.addAll(
            client
                .get(PATH + query + "&limit=100&page=" + page)
                .hasStatus(200)
                .at("/entries")
                .findValuesAsText("checkId"));
      }
      assertThat(ids).as(query).doesNotHaveDuplicates().hasSize((int) total);
      assertThat(client.get(PATH + query + "&limit=100&page=99").at("/entries")).isEmpty();
    }
  }

  @Test
  void addsTheTrendOfTheAccountAndTheHistoryOfGroups() {
    long hour = System.currentTimeMillis() / HOUR * HOUR;
    String group = client.post("/v2/check-groups", "{\"name\":\"Team\"}").hasStatus(201).id();
    int shop = series(monitor("Shop", ",\"groupId\":" + group));
    int mail = series(monitor("Mail", ""));
    rows.add(Run.passed(shop, hour + 1, 100_000)).add(Run.failed(mail, hour + 2));
    rows.update(
        """
        INSERT INTO account_hours SELECT ?::uuid, g, ?::bigint, 300000, 2, 1, 1, 0, 0, 3, 1000,
          200000, '\\x00780002007f0001' FROM unnest(ARRAY[0, ?::bigint]) AS g""",
        acme.account(),
        hour - 5 * HOUR,
        Long.valueOf(group));

    ApiReply reply = client.get(PATH + "?include=TREND&include=HISTORY").hasStatus(200);
    reply.matchesContract("readCheckOverview");
    JsonNode trend = reply.at("/trend");
    long from = java.time.Instant.parse(trend.path("from").asText()).toEpochMilli();
    int current = (int) ((hour - from) / HOUR);
    assertThat(trend.path("passed").path(current).asInt()).isEqualTo(1);
    assertThat(trend.path("failed").path(current).asInt()).isEqualTo(1);
    assertThat(trend.path("availabilities").path(current).asDouble()).isEqualTo(50);
    assertThat(trend.path("availabilities").path(current - 5).asDouble()).isEqualTo(75);
    assertThat(trend.path("availability").asDouble()).isEqualTo(66.6666);
    assertThat(trend.path("responseTimeP95").path(current - 5).asDouble()).isBetween(180d, 200d);
    assertThat(trend.path("responseTimeP50").path(0).isNull()).isTrue();
    assertThat(trend.path("alerts")).hasSize(24);

    ApiReply groups = client.get(PATH + "/groups?groupId=" + group + "&groupId=999999999");
    groups.hasStatus(200).matchesContract("listGroupHistories");
    assertThat(groups.at("/0/groupId").asText()).isEqualTo(group);
    assertThat(groups.at("/0/history/passed").path(current).asInt()).isEqualTo(1);
    assertThat(groups.at("/0/history/availability").asDouble()).isEqualTo(80);
    assertThat(groups.at("/1/history/availability").isNull()).isTrue();
    ApiReply other = app.as(app.newTenant()).get(PATH + "/groups?groupId=" + group);
    assertThat(other.at("/0/history/availability").isNull()).isTrue();
    assertThat(client.get(PATH + "/groups").hasStatus(200).json()).isEmpty();
    client.get(PATH + "/groups?groupId=team").isInvalid("/groupId/0");
    new Access(app, acme).requireForReading(PATH + "/groups?groupId=" + group);
  }

  @Test
  void isForThoseWhoMayRead() {
    new Access(app, acme).requireForReading(PATH);
    String check = monitor("Shop", "");
    require("", "Shop 1");
    assertThat(app.as(app.newTenant()).get(PATH + "?checkId=" + check).at("/entries")).isEmpty();
  }

  @Test
  void saysWhatIsWrongWithAQuestion() {
    client
        .get(PATH + "?state=BAD&order=BEST&checkId=1&groupId=0&limit=101&include=ALL")
        .isInvalid("/state/0", "/order", "/checkId", "/groupId", "/limit", "/include/0");
    client.get(PATH + "?checkId=" + UUID.randomUUID()).hasStatus(200);
  }
}
