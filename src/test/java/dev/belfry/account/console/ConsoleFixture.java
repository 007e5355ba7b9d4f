package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.CheckSamples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A service that probes, and an account on it, for journeys through the console. */
final class ConsoleFixture {
  private static final TestApp APP = probing();

  private static final AtomicInteger RECEIVED = new AtomicInteger();
  private static final String RECEIVER = receiver();
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /** Reading without a pause would take the processor from the browser. */
  private static final long PAUSE_NANOS = 20_000_000;

  final TestApp app = APP;
  final Tenant acme = app.newTenant();
  final ApiClient client = app.as(acme);

  private static TestApp probing() {
    TestApp app =
        TestApp.start(Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));
    Runtime.getRuntime().addShutdownHook(new Thread(app::close));
    return app;
  }

  private static String receiver() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            RECEIVED.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Messages that arrived, of all accounts. */
  int received() {
    return RECEIVED.get();
  }

  /** A channel to somebody who takes everything. */
  String channel() {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"On-call\",\"method\":\"POST\",\"url\":\"%s\"}}"
                .formatted(RECEIVER))
        .hasStatus(201)
        .id();
  }

  /** Makes a monitor of a closed port. */
  void monitor(CheckType type, String name) {
    String request =
        switch (type) {
          case URL, API -> "{\"url\":\"http://127.0.0.1:9/\"}";
          case TCP -> "{\"hostname\":\"127.0.0.1\",\"port\":9}";
          case DNS ->
              "{\"query\":\"e.org\",\"recordType\":\"A\",\"nameServer\":\"127.0.0.1\",\"port\":9}";
          case ICMP -> "{\"hostname\":\"127.0.0.1\",\"pingCount\":1}";
          case SSL -> "{\"sslConfig\":{\"hostname\":\"127.0.0.1\",\"port\":9}}";
          default -> throw new AssertionError("There is no request of type " + type);
        };
    client
        .post(CheckSamples.path(type), "{\"name\":\"%s\",\"request\":%s}".formatted(name, request))
        .hasStatus(201);
  }

  /** Makes a URL monitor that never runs. */
  void pausedMonitor(String name) {
    client
        .post(
            "/v1/checks/url",
            "{\"name\":\"%s\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}"
                .formatted(name))
        .hasStatus(201);
  }

  /** A monitor of an address where nobody answers; returns when its alert has been delivered. */
  String failingMonitor() {
    String check =
        runOnce(
            "autoAssignAlerts=true",
            """
            {"name":"Checkout","frequency":0,"frequencyOffset":10,"request":{"url":"http://127.0.0.1:9/"},
             "retryStrategy":{"type":"SINGLE_RETRY","baseBackoffSeconds":1}}""");
    until("/v2/check-alerts", reply -> reply.at("/entries/0/trace/acknowledgedAt").isTextual());
    return check;
  }

  /** The id of an alert about a paused monitor, whose run has failed at one of two locations. */
  String alertOfTwoLocations() throws SQLException {
    String check =
        client
            .post(
                "/v1/checks/url",
                "{\"name\":\"Shop\",\"activated\":false,\"request\":{\"url\":\"http://e.org/\"}}")
            .hasStatus(201)
            .id();
    try (Connection connection = app.database().jdbc();
        PreparedStatement raise =
            connection.prepareStatement(
                """
                INSERT INTO alerts (id, account_id, check_id, episode, type, decided_ms, context)
                SELECT id, ?, ?::uuid, id, 'ALERT_FAILURE', epoch_millis(), ?::jsonb
                FROM gen_random_uuid() AS id""")) {
      raise.setObject(1, acme.account());
      raise.setString(2, check);
      raise.setString(
          3,
          """
          {"CHECK_NAME":"Shop","CHECK_TYPE":"URL","RUN_LOCATION":"us-east-1","LOCATIONS_NEEDED":1,
           "LOCATIONS":[{"location":"us-east-1","verdict":"FAILED","responseTime":12,
             "error":"The connection was refused"},
            {"location":"eu-west-1","verdict":"OUTSTANDING"}]}""");
      raise.executeUpdate();
    }
    return client.get("/v1/check-alerts/" + check).hasStatus(200).at("/0/id").asText();
  }

  /** A monitor whose failure has opened an incident by itself. */
  void failingMonitorWithIncident() {
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").hasStatus(201).id();
    runOnce(
        "autoAssignAlerts=false",
        """
        {"name":"Basket","frequency":0,"frequencyOffset":10,"request":{"url":"http://127.0.0.1:9/"},
         "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"Basket is down",
         "description":"We look into it.","notifySubscribers":false}}"""
            .formatted(service));
    until("/v1/status-pages/incidents", reply -> reply.at("/entries/0").isObject());
  }

  private String runOnce(String query, String monitor) {
    String check = client.post("/v1/checks/url?" + query, monitor).hasStatus(201).id();
    client.post("/v2/check-sessions/trigger", "{\"target\":{\"checkId\":\"" + check + "\"}}");
    return check;
  }

  /** Reads until it is as it should be. */
  ApiReply until(String path, Predicate<ApiReply> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    ApiReply reply = client.get(path);
    while (!wanted.test(reply)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(path + " still answers " + reply.text());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      reply = client.get(path);
    }
    return reply;
  }

  /** Signs in as a person does, and returns the page that comes then. */
  Page signIn(BrowserVisit visit, String path, String key) {
    visit.expect("/console/session answered 401");
    Page page = visit.open(path);
    page.getByLabel("API key").fill(key);
    page.getByLabel("API key").press("Enter");
    assertThat(page.locator("#places")).isAttached();
    return page;
  }

  static Locator heading(Page page, String text) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(text)).first();
  }

  static Locator button(Page page, String text) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(text)).first();
  }

  static Locator link(Page page, String text) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(text)).first();
  }

  /** What every view must be for everybody. */
  static void everybody(BrowserVisit visit, Page page, String name) {
    assertThat(page.locator("h1").first()).isVisible(); // A page that was just opened is empty.
    visit.fits(page);
    visit.screenshot(page, "console-" + name);
    visit.axe(page);
  }
}
