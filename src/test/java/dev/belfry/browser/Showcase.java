package dev.belfry.browser;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.LinkFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A service with two accounts to look at: one with a shop that has run for three months, and one
 * with nothing. The shop's search is slow, its payments fail, and its images failed last week.
 */
final class Showcase implements AutoCloseable {
  private static final List<String> SERVICES =
      List.of("Front page", "Search", "Payments", "Images", "Accounts", "Orders", "E-mail", "API");

  private static final List<String> TEAMS = List.of("shop", "platform", "billing");
  private static final int MONITORS_OF_A_SERVICE = 4;
  private static final long PATIENCE_NANOS = 120_000_000_000L;
  private static final long PAUSE_NANOS = 20_000_000;

  final TestApp app =
      TestApp.start(
          Map.of(
              "BELFRY_LOCATIONS",
              "all",
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMTP_URL",
              "smtp://127.0.0.1:9"));

  final Tenant nobody = app.newTenant();
  final Tenant acme = app.newTenant();

  /** Ids of what views of a single thing show, by its kind. */
  final Map<String, String> ids = new LinkedHashMap<>();

  private final ShowcaseTargets targets = new ShowcaseTargets();
  private final ApiClient client = app.as(acme);
  private final List<String> services = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();

  /** Fills the account of the shop, which takes some seconds. */
  Showcase fill() {
    SERVICES.forEach(name -> services.add(create("/v1/status-pages/services", named(name))));
    TEAMS.forEach(name -> groups.add(create("/v2/check-groups", named("Team " + name))));
    ids.put("service", services.get(2));
    ids.put("group", groups.get(0));
    pages();
    channels();
    for (int number = 0; number < SERVICES.size() * MONITORS_OF_A_SERVICE; number++) {
      monitor(number);
    }
    settings();
    past();
    until("/v2/check-alerts", reply -> reply.at("/entries/0/trace/acknowledgedAt").isTextual());
    until("/v1/status-pages/incidents", reply -> reply.text().contains("Payments"));
    ids.put("alert", client.get("/v2/check-alerts").at("/entries/0/id").asText());
    new ShowcasePast(new ResultRows(app.database()), acme.account()).plant();
    return this;
  }

  private void pages() {
    StringBuilder cards = new StringBuilder();
    for (int card = 0; card < 2; card++) {
      cards.append(
          "%s{\"name\":\"%s\",\"services\":[%s]}"
              .formatted(card == 0 ? "" : ",", card == 0 ? "Shop" : "Platform", services(card)));
    }
    ids.put(
        "page",
        create(
            "/v1/status-pages",
            """
            {"name":"Acme","url":"acme","description":"The shop and all that it needs.",
             "cards":[%s]}"""
                .formatted(cards)));
    ids.put(
        "private page",
        create(
            "/v1/status-pages",
            """
            {"name":"Acme partners","url":"partners","isPrivate":true,
             "cards":[{"name":"API","services":[{"id":"%s"}]}]}"""
                .formatted(services.get(7))));
    create("/v1/status-pages/" + ids.get("private page") + "/keys", named("Partners"));
    create("/v1/status-pages", "{\"name\":\"Nothing yet\",\"url\":\"nothing\",\"cards\":[]}");
    String subscription =
        create(
            "/v1/status-pages/" + ids.get("page") + "/subscriptions",
            "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\"}");
    LinkFixture links = new LinkFixture(app);
    ids.put("confirm", links.confirm(subscription));
    ids.put("unsubscribe", links.unsubscribe(subscription));
  }

  private String services(int card) {
    List<String> some = services.subList(4 * card, 4 * card + 4);
    return "{\"id\":\"" + String.join("\"},{\"id\":\"", some) + "\"}";
  }

  private void channels() {
    ids.put(
        "channel",
        create(
            "/v1/alert-channels",
            """
            {"type":"WEBHOOK","sendDegraded":true,"autoSubscribe":true,
             "config":{"name":"On-call","method":"POST","url":"%s"}}"""
                .formatted(targets.url("/alerts"))));
    create(
        "/v1/alert-channels",
        "{\"type\":\"EMAIL\",\"config\":{\"address\":\"on-call@example.org\"}}");
    create(
        "/v1/alert-channels",
        """
        {"type":"SLACK","config":{"name":"Operations","channel":"#operations",
         "url":"https://hooks.slack.example/services/T0/B0/x"}}""");
  }

  private void monitor(int number) {
    int service = number % SERVICES.size();
    boolean first = number < SERVICES.size();
    String path = !first ? "/" : service == 2 ? "/down" : service == 1 ? "/slow" : "/";
    String trigger =
        """
        ,"triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"%s: errors",
         "description":"Some requests fail. **We are looking into it.**",
         "notifySubscribers":false}"""
            .formatted(services.get(service), SERVICES.get(service));
    String id =
        create(
            "/v1/checks/url?autoAssignAlerts=true",
            """
            {"name":"%s%s","groupId":%s,"frequency":1,"degradedResponseTime":1000,
             "tags":["%s","%s"],"activated":%s,"muted":%s,"request":{"url":"%s"}%s}"""
                .formatted(
                    SERVICES.get(service),
                    first ? "" : " of region " + number / SERVICES.size(),
                    groups.get(service % groups.size()),
                    TEAMS.get(service % TEAMS.size()),
                    number % 3 == 0 ? "staging" : "production",
                    number != 20,
                    number == 21,
                    targets.url(path),
                    first ? trigger : ""));
    ids.putIfAbsent("monitor", id);
    ids.put(number == 2 ? "failing monitor" : "last monitor", id);
  }

  private void settings() {
    create("/v1/variables", "{\"key\":\"SHOP_HOST\",\"value\":\"shop.example.com\"}");
    create("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"hidden\",\"secret\":true}");
    ids.put(
        "location",
        create("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}"));
    Instant tomorrow = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.DAYS);
    ids.put(
        "window",
        create(
            "/v1/maintenance-windows",
            """
            {"name":"Patches of the database","startsAt":"%s","endsAt":"%s","repeatUnit":"WEEK",
             "repeatInterval":1,"silenceAllAlerts":true,"tags":["billing"]}"""
                .formatted(tomorrow, tomorrow.plus(1, ChronoUnit.HOURS))));
    client
        .post(
            "/v1/projects/deploy",
            """
            {"project":{"logicalId":"shop","name":"Shop"},"resources":[{"logicalId":"front",
             "type":"check","payload":{"checkType":"URL","name":"Deployed","activated":false,
             "request":{"url":"https://shop.example.com"}}}]}""")
        .hasStatus(202);
    ids.put("deploy", client.get("/v1/projects/shop/deployments").at("/0/id").asText());
  }

  /** An incident of last week, over after three updates. */
  private void past() {
    Instant began = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(6, ChronoUnit.DAYS);
    String incident =
        create(
            "/v1/status-pages/incidents",
            """
            {"name":"Pictures do not load","severity":"CRITICAL","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"Some pictures are missing.",
              "notifySubscribers":false,"publicIncidentUpdateDate":"%s"}]}"""
                .formatted(services.get(3), began));
    update(incident, "IDENTIFIED", "A [disk](https://example.org/disk) is full.", began, 20);
    update(incident, "RESOLVED", "The disk is replaced.", began, 55);
    ids.put("incident", incident);
  }

  private void update(String incident, String status, String text, Instant began, int minutes) {
    create(
        "/v1/status-pages/incidents/" + incident + "/incident-updates",
        """
        {"description":"%s","status":"%s","publicIncidentUpdateDate":"%s"}"""
            .formatted(text, status, began.plus(minutes, ChronoUnit.MINUTES)));
  }

  private static String named(String name) {
    return "{\"name\":\"" + name + "\"}";
  }

  private String create(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  private void until(String path, Predicate<ApiReply> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    ApiReply reply = client.get(path);
    while (!wanted.test(reply)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(path + " still answers " + reply.text());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      reply = client.get(path);
    }
  }

  @Override
  public void close() {
    app.close();
    targets.close();
  }
}
