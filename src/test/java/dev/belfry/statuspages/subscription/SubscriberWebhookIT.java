package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages on their way to web addresses of subscribers. */
class SubscriberWebhookIT {
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS", "true",
              "BELFRY_SUBSCRIBERS_ALLOW_PRIVATE_TARGETS", "true",
              "BELFRY_SUBSCRIBERS_MAX_PER_PAGE", "3"));

  private record Received(String id, String text) {
    JsonNode body() {
      try {
        return new ObjectMapper().readTree(text);
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + text, e);
      }
    }
  }

  /** How the receiver answers one request: its status and what it makes of the body. */
  private record Answer(int status, UnaryOperator<String> text) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final ApiClient client = APP.as(APP.newTenant());
  private final String service =
      client.post(PageFixture.PAGES + "/services", "{\"name\":\"Web\"}").hasStatus(201).id();
  private final String url = "hooked-" + service;
  private final String page =
      client
          .post(PageFixture.PAGES, PageFixture.body(url, PageFixture.card("Shop", service)))
          .hasStatus(201)
          .id();
  private HttpServer receiver;
  private String hook = "";

  @AfterAll
  static void stop() {
    APP.close();
  }

  @BeforeEach
  void listen() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          Answer next = answers.poll();
          Answer answer = next == null ? new Answer(200, text -> "ok") : next;
          byte[] text = answer.text().apply(body).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.status(), text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
          received.add(new Received(exchange.getRequestHeaders().getFirst("webhook-id"), body));
        });
    receiver.start();
    hook = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
  }

  @AfterEach
  void close() {
    receiver.stop(0);
  }

  private Received take() throws InterruptedException {
    Received one = received.poll(15, TimeUnit.SECONDS);
    assertThat(one).as("a request").isNotNull();
    return one;
  }

  private void announce(ApiClient owner, String affected) {
    owner
        .post(
            PageFixture.PAGES + "/incidents",
            """
            {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"Looking","notifySubscribers":true}]}"""
                .formatted(affected))
        .hasStatus(201);
  }

  private void subscribeAsReader() {
    ApiClient reader = APP.client().with("Content-Type", "application/x-www-form-urlencoded");
    String path = "/status/" + url + "/subscribe";
    long deadline = System.nanoTime() + 15_000_000_000L;
    String form = "type=WEBHOOK&address=" + hook;
    while (reader.post(path, form).status() != 200) { // Until the site knows the new page.
      assertThat(System.nanoTime()).as("subscribed in time").isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  private String status() {
    return client.get(PageFixture.subscriptions(page)).json().get(0).path("status").asText();
  }

  private void awaitStatus(String expected) {
    long deadline = System.nanoTime() + 15_000_000_000L;
    while (!status().equals(expected)) {
      assertThat(System.nanoTime()).as("%s in time", expected).isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Waits until no message to the page's subscribers is pending. */
  private static void awaitNothingPending(TestApp app, String page) {
    String pending =
        "SELECT count(*) FROM deliveries d JOIN status_page_subscriptions s"
            + " ON s.id = d.subscription_id WHERE d.state = 'PENDING' AND s.page_id = '%s'";
    long deadline = System.nanoTime() + 15_000_000_000L;
    while (app.database().count(pending.formatted(page)) > 0) {
      assertThat(System.nanoTime()).as("ended in time").isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Test
  void theAddressIsPostedToOnceAndTriedAgainUnderTheSameId() throws Exception {
    answers.add(new Answer(503, text -> "later"));
    client
        .post(PageFixture.subscriptions(page), "{\"type\":\"WEBHOOK\",\"config\":\"" + hook + "\"}")
        .hasStatus(201);
    announce(client, service);
    Received first = take();
    assertThat(take()).isEqualTo(first);
    assertThat(first.body().path("id").asText()).isEqualTo(first.id());
    assertThat(first.body().at("/incident/services/0").asText()).isEqualTo("Web");
    assertThat(first.body().at("/page/id").asText()).isEqualTo(page);
  }

  @Test
  void aReceiverConfirmsWithTheToken() throws Exception {
    answers.add(new Answer(200, SubscriberWebhookIT::token));
    subscribeAsReader();
    JsonNode challenge = take().body();
    assertThat(challenge.path("type").asText()).isEqualTo("subscription.verification");
    assertThat(challenge.at("/page/name").isTextual()).isTrue();
    awaitStatus("VERIFIED");
    announce(client, service);
    assertThat(take().body().path("type").asText()).isEqualTo("incident.update");
  }

  @Test
  void aPersonConfirmsWithTheLink() throws Exception {
    subscribeAsReader();
    JsonNode challenge = take().body();
    awaitNothingPending(APP, page);
    announce(client, service);
    assertThat(status()).isEqualTo("PENDING");
    String link = challenge.path("confirmUrl").asText();
    APP.client().send("POST", link.substring(link.indexOf("/v1/")), null).hasStatus(200);
    awaitStatus("VERIFIED");
    assertThat(received).as("nothing but the challenge").isEmpty();
  }

  @Test
  void aServerThatRepeatsItsRequestDoesNotConfirm() throws Exception {
    answers.add(new Answer(200, UnaryOperator.identity()));
    subscribeAsReader();
    take();
    awaitNothingPending(APP, page);
    assertThat(status()).isEqualTo("PENDING");
  }

  @Test
  void theChallengeIsNeverRepeated() throws Exception {
    answers.add(new Answer(503, SubscriberWebhookIT::token));
    subscribeAsReader();
    take();
    awaitNothingPending(APP, page);
    assertThat(status()).isEqualTo("PENDING");
    assertThat(
            APP.database()
                .count(
                    "SELECT count(*) FROM deliveries d JOIN status_page_subscriptions s"
                        + " ON s.id = d.subscription_id WHERE d.state = 'DEAD' AND d.attempts = 1"
                        + " AND s.page_id = '"
                        + page
                        + "'"))
        .isOne();
  }

  private static String token(String challenge) {
    return new Received("", challenge).body().path("token").asText();
  }

  @Test
  void aFullPageTakesNoMoreUntilWhatNobodyConfirmedIsOld() {
    String path = PageFixture.subscriptions(page);
    String mail = "{\"type\":\"EMAIL\",\"config\":\"%s@example.org\"}";
    for (String name : new String[] {"a", "b", "c"}) {
      client.post(path, mail.formatted(name)).hasStatus(201);
    }
    client
        .post(path, mail.formatted("d"))
        .matchesContract("createSubscription")
        .isError(409, "Conflict", "A status page may have 3 subscriptions");
    client.post(path, mail.formatted("a")).hasStatus(200);
    client
        .post(path + "/bulk", "{\"subscriptions\":[" + mail.formatted("d") + "]}")
        .matchesContract("createSubscriptions")
        .isError(409, "Conflict", "A status page may have 3 subscriptions");
    APP.database()
        .execute(
            "UPDATE status_page_subscriptions SET created_at = now() - interval '8 days'"
                + " WHERE address = 'b@example.org'");
    client.post(path, mail.formatted("d")).hasStatus(201);
    assertThat(client.get(path).text()).contains("d@example.org").doesNotContain("b@example.org");
  }

  @Test
  void whatMonitorsMayReachSubscribersMayNot() {
    try (TestApp app = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      ApiClient owner = app.as(app.newTenant());
      String affected =
          owner.post(PageFixture.PAGES + "/services", "{\"name\":\"Web\"}").hasStatus(201).id();
      String own =
          owner
              .post(PageFixture.PAGES, PageFixture.body("own", PageFixture.card("Shop", affected)))
              .hasStatus(201)
              .id();
      owner
          .post(
              PageFixture.subscriptions(own), "{\"type\":\"WEBHOOK\",\"config\":\"" + hook + "\"}")
          .hasStatus(201);
      announce(owner, affected);
      String dead =
          "SELECT count(*) FROM deliveries WHERE state = 'DEAD' AND answer LIKE '%may not be%'";
      long deadline = System.nanoTime() + 15_000_000_000L;
      while (app.database().count(dead) == 0) {
        assertThat(System.nanoTime()).as("given up in time").isLessThan(deadline);
        LockSupport.parkNanos(20_000_000);
      }
      assertThat(received).isEmpty();
    }
  }
}
