package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.fleet.Balancer.Address;
import dev.belfry.fleet.Balancer.Server;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped configuration of HAProxy, in a real one, in front of real instances. */
class BalancerIT {
  private static final String LIST = "/v1/checks?limit=1";
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @TempDir private Path directory = Path.of("");

  private static TestApp instance(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(Map.of("BELFRY_TRUSTED_PROXIES", "127.0.0.1"));
    environment.putAll(more);
    return TestApp.startOn(TestApp.shared().database().address(), environment);
  }

  private Balancer before(TestApp... apps) {
    return Balancer.start(
        directory,
        Stream.of(apps)
            .map(app -> new Server(new Address("127.0.0.1", app.port()), app.managementPort()))
            .toList());
  }

  private static ApiClient client(Balancer balancer, Tenant tenant) {
    return new ApiClient("http://127.0.0.1:" + balancer.address().port()).withKey(tenant.key());
  }

  private static void until(String row, String status, Balancer balancer) {
    until(row, "status", status, balancer);
  }

  private static void until(String row, String column, String value, Balancer balancer) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String now = "";
    while (!now.startsWith(value)) {
      assertThat(System.nanoTime())
          .as("%s of %s is %s and not %s", column, row, now, value)
          .isLessThan(deadline);
      now = Statistics.of(balancer).of(row, column);
    }
  }

  private static String get(Tenant tenant, String id) {
    return "GET "
        + LIST
        + " HTTP/1.1\r\nHost: belfry\r\nX-Request-Id: "
        + id
        + "\r\nAuthorization: Bearer "
        + tenant.key()
        + "\r\n\r\n";
  }

  @Test
  void isTakenByHaproxyAsItIsShipped() throws IOException, InterruptedException {
    Path log = directory.resolve("check.log");
    Process check =
        new ProcessBuilder("haproxy", "-c", "-f", Balancer.SHIPPED.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(check.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(check.exitValue()).as(log.toString()).isZero();
  }

  @Test
  void usesConnectionsAgainAndKeepsTheOrderOfPipelinedRequests() {
    try (TestApp one = instance(Map.of());
        Balancer balancer = before(one);
        RawHttp raw = new RawHttp(balancer.address().port())) {
      Tenant tenant = one.newTenant();
      until("belfry/belfry-1", "UP", balancer);
      for (int i = 0; i < 20; i++) {
        raw.send(get(tenant, "single" + i));
        assertThat(raw.readAnswer().status()).isEqualTo(200);
      }
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        all.append(
            i == 20 ? get(tenant, "p20").replace(LIST, "/v1/nothing") : get(tenant, "p" + i));
      }
      raw.send(all.toString());
      for (int i = 0; i < 50; i++) {
        RawHttp.Answer answer = raw.readAnswer();
        assertThat(answer.header("x-request-id")).isEqualTo("p" + i);
        assertThat(answer.status()).isEqualTo(i == 20 ? 404 : 200);
      }
      // The balancer counts a request after it has passed its answer on.
      until("belfry/BACKEND", "req_tot", "70", balancer);
      Statistics statistics = Statistics.of(balancer);
      assertThat(statistics.number("belfry/BACKEND", "connect")).isLessThan(5);
    }
  }

  @Test
  void saysWhereRequestsComeFromAndNobodyElseDoes() {
    try (TestApp one = instance(Map.of("BELFRY_RATE_LIMIT_ROUTES", "drawCheckBadge=2/60"));
        Balancer balancer = before(one)) {
      String badge = "/v1/badges/checks/01a1f953-59ce-7d6b-8cf0-652427c723ad";
      ApiClient client = new ApiClient("http://127.0.0.1:" + balancer.address().port());
      client.with("X-Forwarded-For", "203.0.113.1").get(badge).isNotFound();
      client.with("Forwarded", "for=203.0.113.2").get(badge).isNotFound();
      client.with("X-Forwarded-For", "203.0.113.3").get(badge).hasStatus(429);
    }
  }

  @Test
  void losesNoRequestWhenAnInstanceStops() {
    try (TestApp one = instance(Map.of("BELFRY_SHUTDOWN_DELAY", "5s"));
        TestApp two = instance(Map.of());
        Balancer balancer = before(one, two)) {
      Tenant tenant = one.newTenant();
      ApiClient client = client(balancer, tenant);
      until("belfry/belfry-1", "UP", balancer);
      until("belfry/belfry-2", "UP", balancer);
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(one::shutDown);
      int answered = 0;
      while (!stopping.isDone()) {
        ApiReply made =
            client.post(
                "/v1/checks/url",
                "{\"name\":\"m%d\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}"
                    .formatted(answered));
        made.hasStatus(201);
        client.get(LIST).hasStatus(200);
        answered++;
      }
      assertThat(answered).isPositive();
      assertThat(Statistics.of(balancer).of("belfry/belfry-1", "status")).startsWith("DOWN");
      client.get(LIST).hasStatus(200);
      assertThat(client.get("/v1/checks?limit=1").header("Connection")).isEmpty();
    }
  }

  @Test
  void answersLikeTheServiceWhenThereIsNoInstance() {
    try (TestApp one = instance(Map.of());
        Balancer balancer = before(one)) {
      Tenant tenant = one.newTenant();
      until("belfry/belfry-1", "UP", balancer);
      one.shutDown();
      until("belfry/belfry-1", "DOWN", balancer);
      until("belfry-alive/belfry-1", "DOWN", balancer);
      ApiReply reply = client(balancer, tenant).get(LIST).hasStatus(503);
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.at("/statusCode").asInt()).isEqualTo(503);
      assertThat(reply.at("/error").asText()).isEqualTo("Service Unavailable");
    }
  }

  /**
   * Clients send a body behind its head, so the balancer meets heads whose body is not there yet.
   */
  @ParameterizedTest
  @CsvSource({"PUT,''", "POST,'Idempotency-Key: one\r\n'"})
  void repeatsWhatMayBeRepeatedThoughTheBodyCameBehindTheHead(String method, String header) {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    AtomicInteger asked = new AtomicInteger();
    List<Server> servers =
        Stream.generate(() -> new Address("127.0.0.1", dyingFirst(vertx, asked)))
            .limit(2)
            .map(address -> new Server(address, address.port()))
            .toList();
    try (Balancer balancer = Balancer.start(directory, servers);
        RawHttp raw = new RawHttp(balancer.address().port())) {
      until("belfry/belfry-1", "UP", balancer);
      until("belfry/belfry-2", "UP", balancer);
      long heads = Statistics.of(balancer).number("api/FRONTEND", "req_tot");
      raw.send(method + " /v1 HTTP/1.1\r\nHost: belfry\r\n" + header + "Content-Length: 2\r\n\r\n");
      until("api/FRONTEND", "req_tot", "" + (heads + 1), balancer);
      raw.send("{");
      raw.send("}");
      assertThat(raw.readAnswer().status()).isEqualTo(200);
      assertThat(asked).hasValue(2);
    } finally {
      vertx.close().await();
    }
  }

  /** Starts an instance that is ready, and ends without an answer when it is asked first. */
  private static int dyingFirst(Vertx vertx, AtomicInteger asked) {
    return vertx
        .createHttpServer()
        .requestHandler(
            request -> {
              if (request.path().startsWith("/health/")) {
                request.response().end();
              } else {
                request.body().onSuccess(body -> answerUnlessFirst(request, body, asked));
              }
            })
        .listen(0, "127.0.0.1")
        .await()
        .actualPort();
  }

  private static void answerUnlessFirst(
      HttpServerRequest request, Buffer body, AtomicInteger asked) {
    if (asked.incrementAndGet() == 1) {
      request.connection().close();
    } else {
      request.response().setStatusCode(body.toString().equals("{}") ? 200 : 400).end();
    }
  }
}
