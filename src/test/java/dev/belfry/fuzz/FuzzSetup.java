package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.statuspages.subscription.LinkFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.SettledFixtures;
import java.net.URI;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** Gives an account one of everything that stays, through the API where that makes it. */
final class FuzzSetup {
  private static final int MORE = 4;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final String CHECK = "/v1/checks/{id}";

  private final TestApp app;
  private final FuzzAccount account;
  private final ApiClient client;
  private final ResultRows rows;

  private FuzzSetup(TestApp app, FuzzAccount account) {
    this.app = app;
    this.account = account;
    this.client = app.client().withKey(requireNonNull(account.keys().get(FuzzKey.WRITE)));
    this.rows = new ResultRows(app.database());
  }

  static FuzzAccount create(TestApp app, String name) {
    FuzzAccount account = FuzzAccount.create(app, name);
    new FuzzSetup(app, account).fill();
    return account;
  }

  private void fill() {
    Fixtures fixtures = Fixtures.create(client, account.id());
    for (OwnedKind kind : OwnedKind.values()) {
      switch (kind) {
        case ACCOUNT, RUNTIME, RESULT, ALERT, HEARTBEAT_EVENT -> {}
        case SUBSCRIPTION_LINK, ALERT_LINK, ALERT_HOOK -> {}
        case PAGE_URL, PAGE_MONTH, PAGE_INCIDENT, PRIVATE_URL, PERSON_SESSION, DEVICE -> {}
        case LOCATION -> {
          String id = last(fixtures.address(kind.template()));
          account.things().keep(kind, id, "cellar");
        }
        default -> account.things().keep(kind, values(kind.template(), fixtures));
      }
    }
    String check = last(fixtures.address(CHECK));
    result(check);
    alert(check);
    openAlert(last(fixtures.address(OwnedKind.ALERT.template())));
    hook("PAGERDUTY", "\"serviceKey\":\"k\"");
    hook("OPSGENIE", "\"name\":\"x\",\"apiKey\":\"k\"");
    tokens(publicPage());
    privatePage();
    account.things().tell("startSession", requireNonNull(account.keys().get(FuzzKey.READ)));
    for (int i = 0; i < MORE; i++) {
      account.things().keep(OwnedKind.CHECK, monitor(i));
      account.things().keep(OwnedKind.SERVICE, service(i));
      account.things().keep(OwnedKind.DELETED, SettledFixtures.deleted(client));
    }
  }

  /** Several, so that the end of some subscriptions leaves others to confirm and to end. */
  private void tokens(String page) {
    LinkFixture links = new LinkFixture(app);
    for (int i = 0; i < MORE; i++) {
      keepToken(OwnedKind.SUBSCRIPTION_LINK, links.confirm(subscription(page, "confirm" + i)));
      keepToken(OwnedKind.SUBSCRIPTION_LINK, links.unsubscribe(subscription(page, "end" + i)));
    }
  }

  /** An alert that can be acted on, also by its link. */
  private void openAlert(String id) {
    account.things().keep(OwnedKind.ALERT, id);
    AlertLinks links =
        AlertLinks.of(TestApp.config(app.database().address(), Map.of()), LinkFixture.secrets(app));
    keepToken(
        OwnedKind.ALERT_LINK, URI.create(links.acknowledge(UUID.fromString(id))).getRawPath());
  }

  private void hook(String type, String config) {
    String body = "{\"type\":\"%s\",\"config\":{%s}}".formatted(type, config);
    ApiReply channel = client.post("/v1/alert-channels", body).hasStatus(201);
    keepToken(OwnedKind.ALERT_HOOK, URI.create(channel.at("/hookUrl").asText()).getRawPath());
  }

  private String subscription(String page, String name) {
    String body = "{\"type\":\"EMAIL\",\"config\":\"%s@example.org\"}".formatted(name);
    return client.post(page + "/subscriptions", body).hasStatus(201).id();
  }

  private void keepToken(OwnedKind kind, String path) {
    account.things().keep(kind, path.split("/", -1)[3]);
  }

  /** The address of a page that only readers use, so that it and its subscriptions stay. */
  private String publicPage() {
    String service = service(MORE);
    String url = "read-" + service;
    String id =
        client
            .post(
                "/v1/status-pages",
                "{\"name\":\"x\",\"url\":\"%s\",\"cards\":[{\"name\":\"x\",\"services\":[{\"id\":\"%s\"}]}]}"
                    .formatted(url, service))
            .hasStatus(201)
            .id();
    String incident =
        client
            .post(
                "/v1/status-pages/incidents",
                """
                {"name":"x","severity":"MAJOR","services":[{"id":"%s"}],
                 "incidentUpdates":[{"description":"x"}]}"""
                    .formatted(service))
            .hasStatus(201)
            .id();
    String page = "/status/" + url + "/incidents/" + incident;
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (client.get(page).status() != 200) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the page is not shown: " + page);
      }
      Polling.pause();
    }
    OwnedThings things = account.things();
    things.keep(OwnedKind.PAGE_URL, url);
    things.keep(OwnedKind.PAGE_MONTH, url, YearMonth.now(ZoneOffset.UTC).toString());
    things.keep(OwnedKind.PAGE_INCIDENT, url, incident);
    return "/v1/status-pages/" + id;
  }

  private void privatePage() {
    String url = "shut-" + account.name().toLowerCase(Locale.ROOT);
    String page =
        client
            .post(
                "/v1/status-pages",
                "{\"name\":\"x\",\"url\":\"%s\",\"isPrivate\":true,\"cards\":[]}".formatted(url))
            .hasStatus(201)
            .id();
    String key =
        client
            .post("/v1/status-pages/" + page + "/keys", "{\"name\":\"x\"}")
            .hasStatus(201)
            .at("/rawKey")
            .asText();
    account.things().keep(OwnedKind.PRIVATE_URL, url);
    account.things().tell("openStatusPage", key);
  }

  private String monitor(int number) {
    String body = "{\"name\":\"%s %d\",\"request\":{\"url\":\"http://127.0.0.1:9/\"}}";
    return client
        .post("/v1/checks/url", body.formatted(account.marker(), number))
        .hasStatus(201)
        .id();
  }

  private String service(int number) {
    String body = "{\"name\":\"%s %d\"}".formatted(account.marker(), number);
    return client.post("/v1/status-pages/services", body).hasStatus(201).id();
  }

  private static String[] values(String template, Fixtures fixtures) {
    String[] names = template.split("/", -1);
    String[] address = fixtures.address(template).split("/", -1);
    return java.util.stream.IntStream.range(0, names.length)
        .filter(i -> names[i].startsWith("{"))
        .mapToObj(i -> address[i])
        .toArray(String[]::new);
  }

  private static String last(String address) {
    return address.substring(address.lastIndexOf('/') + 1);
  }

  private void result(String check) {
    long at = System.currentTimeMillis() - 60_000;
    int series = rows.series(check, "eu-central-1");
    rows.add(ResultRows.Run.passed(series, at, 50_000)).state(series, Verdict.PASSED, null);
    account.things().keep(OwnedKind.RESULT, check, new ResultId(at, series, 0).toGuid().toString());
  }

  private void alert(String check) {
    UUID id = UUID.randomUUID();
    long now = System.currentTimeMillis();
    rows.update(
        """
        INSERT INTO alerts (id, account_id, check_id, episode, type, series_id, at, scheduled_ms,
          started_ms, failed_ms, decided_ms, context)
        VALUES (?, ?, ?::uuid, ?, 'ALERT_FAILURE', 1, ?, ?, ?, ?, ?,
          '{"CHECK_NAME":"Home","CHECK_TYPE":"URL"}')""",
        id,
        account.id(),
        check,
        id,
        now,
        now,
        now,
        now,
        now);
    account.things().keep(OwnedKind.ALERT, id.toString());
  }
}
