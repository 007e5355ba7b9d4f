package dev.belfry.engine.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-tests/url}. */
class TestUrlMonitorIT {
  private static final String PATH = "/v1/check-tests/url";

  private final TestApp shared = TestApp.shared();
  private final Tenant acme = shared.newTenant();

  @Test
  void namesWhatIsWrongWithTheSettings() {
    ApiClient client = shared.as(acme);
    client.post(PATH, "{}").isInvalid("/request");
    client.post(PATH, "{\"request\":{\"url\":\"ftp://example.com/\"}}").isInvalid("/request/url");
    client
        .post(
            PATH,
            """
            {"request":{"url":"https://example.com/",
             "assertions":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"ok"}]}}""")
        .isInvalid("/request/assertions/0/target");
  }

  @Test
  void anInstanceWithoutProbesSaysSo() {
    shared
        .as(acme)
        .post(PATH, "{\"request\":{\"url\":\"https://example.com/\"}}")
        .hasStatus(409)
        .matchesContract("testUrlMonitor");
    shared.client().post(PATH, "{}").isUnauthorized();
  }

  @Test
  void judgesOneResponseStoresNothingAndBoundsTestsOfAnAccount() throws Exception {
    HttpServer target = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    CountDownLatch held = new CountDownLatch(1);
    target.setExecutor(Executors.newCachedThreadPool());
    target.createContext("/", exchange -> answer(exchange, 404));
    target.createContext(
        "/held",
        exchange -> {
          await(held);
          answer(exchange, 200);
        });
    target.start();
    String root = "http://127.0.0.1:" + target.getAddress().getPort();
    try (TestApp app =
        TestApp.start(
            Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      ApiClient client = app.as(app.newTenant());

      ApiReply reply =
          client
              .post(PATH, body(root + "/", "200"))
              .hasStatus(200)
              .matchesContract("testUrlMonitor");
      assertThat(reply.at("/hasFailures").asBoolean()).isTrue();
      assertThat(reply.at("/statusCode").asInt()).isEqualTo(404);
      assertThat(reply.at("/assertions/0/passed").asBoolean()).isFalse();
      assertThat(reply.at("/assertions/0/actual").asInt()).isEqualTo(404);
      assertThat(reply.at("/reason").asText()).isEqualTo("ASSERTION");
      ApiReply passed = client.post(PATH, body(root + "/", "404")).hasStatus(200);
      assertThat(passed.at("/hasFailures").asBoolean()).isFalse();
      assertThat(passed.at("/message").isNull()).isTrue();
      ApiReply refused = client.post(PATH, body("http://127.0.0.1:9/", "200")).hasStatus(200);
      assertThat(refused.matchesContract("testUrlMonitor").at("/statusCode").isNull()).isTrue();

      List<CompletableFuture<ApiReply>> slow =
          IntStream.range(0, TestRuns.MOST_OF_ACCOUNT + 1)
              .mapToObj(
                  one ->
                      CompletableFuture.supplyAsync(
                          () -> client.post(PATH, body(root + "/held", "200")),
                          task -> new Thread(task).start()))
              .toList();
      ApiReply first = (ApiReply) CompletableFuture.anyOf(array(slow)).get();
      first.hasStatus(429).matchesContract("testUrlMonitor");
      held.countDown();
      CompletableFuture.allOf(array(slow)).get();
      assertThat(slow.stream().filter(one -> one.join().status() == 200))
          .hasSize(TestRuns.MOST_OF_ACCOUNT);
      client.post(PATH, body(root + "/", "404")).hasStatus(200);

      assertThat(client.get("/v1/checks").json()).isEmpty();
      warnsOfAnUncoveredLocation(client);
    } finally {
      held.countDown();
      target.stop(0);
    }
  }

  /** {@code POST /v1/checks/url} and {@code GET /v1/locations} of an instance with one location. */
  private static void warnsOfAnUncoveredLocation(ApiClient client) {
    ApiReply locations = client.get("/v1/locations").matchesContract("listLocations");
    assertThat(locations.at("/6/coverage").asText()).isEqualTo("NAMED");
    assertThat(locations.at("/0/coverage").asText()).isEqualTo("NONE");
    ApiReply made = client.post("/v1/checks/url", monitor("us-east-1")).hasStatus(201);
    assertThat(made.matchesContract("createUrlMonitor").header("x-belfry-warning"))
        .contains("No instance covers us-east-1; monitors do not run there");
    assertThat(
            client
                .put("/v1/checks/url/" + made.id(), "{\"locations\":[\"eu-west-1\"]}")
                .hasStatus(200)
                .header("x-belfry-warning"))
        .isEmpty();
    ApiReply group = client.post("/v2/check-groups", GROUP).hasStatus(201);
    assertThat(group.matchesContract("createCheckGroupV2").header("x-belfry-warning"))
        .contains("No instance covers us-east-1; monitors do not run there");
    assertThat(
            client
                .put("/v1/check-groups/" + group.id(), GROUP)
                .hasStatus(200)
                .header("x-belfry-warning"))
        .isNotEmpty();
    assertThat(
            client
                .post("/v1/projects/deploy", PROJECT)
                .hasStatus(202)
                .matchesContract("deployProject")
                .header("x-belfry-warning"))
        .contains("No instance covers us-east-1; monitors do not run there");
  }

  private static final String PROJECT =
      """
      {"project":{"logicalId":"far","name":"Far","repoUrl":null},"repoInfo":null,"resources":[
        {"logicalId":"far","type":"check-group","member":true,
         "payload":{"name":"Far","locations":["us-east-1"]}}]}""";

  private static final String GROUP = "{\"name\":\"Far\",\"locations\":[\"us-east-1\"]}";

  private static String monitor(String location) {
    return """
        {"name":"Far","activated":false,"locations":["%s"],
         "request":{"url":"https://example.com/"}}"""
        .formatted(location);
  }

  private static String body(String url, String status) {
    return """
        {"name":"Not saved","request":{"url":"%s",
         "assertions":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"%s"}]},
         "degradedResponseTime":null,"maxResponseTime":null}"""
        .formatted(url, status);
  }

  private static CompletableFuture<?>[] array(List<CompletableFuture<ApiReply>> futures) {
    return futures.toArray(CompletableFuture[]::new);
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private static void answer(com.sun.net.httpserver.HttpExchange exchange, int status)
      throws java.io.IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
