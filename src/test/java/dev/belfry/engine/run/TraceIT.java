package dev.belfry.engine.run;

import static dev.belfry.testing.TestCollector.attribute;
import static dev.belfry.testing.TestCollector.hex;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import dev.belfry.testing.TestCollector;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Traces from a run to the message of its alert, as the target and a collector see them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class TraceIT {
  private final TestCollector collector = new TestCollector();
  private final TestApp app = TestApp.start(environment(collector));
  private final EngineFixture fixture = new EngineFixture(app);
  private final Vertx vertx = Vertx.vertx();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final HttpServer target =
      vertx.createHttpServer().requestHandler(this::answer).listen(0, "127.0.0.1").await();

  private static Map<String, String> environment(TestCollector collector) {
    Map<String, String> environment = new HashMap<>(EngineFixture.probingFrom("eu-west-1"));
    environment.put("BELFRY_TRACES_ENDPOINT", collector.url());
    environment.put("BELFRY_TRACES_HEADERS", "Authorization=Bearer s3same, X-Tenant=9");
    return environment;
  }

  private void answer(HttpServerRequest request) {
    if (request.path().startsWith("/moved")) {
      request
          .response()
          .setStatusCode(302)
          .putHeader("Location", "http://localhost:" + target.actualPort() + "/fine")
          .end();
      return;
    }
    seen.add(
        request.path()
            + " "
            + request.getHeader("traceparent")
            + " "
            + request.getHeader("tracestate"));
    request.response().setStatusCode(request.path().startsWith("/broken") ? 503 : 200).end("ok");
  }

  @AfterAll
  void stop() {
    fixture.close();
    app.close();
    vertx.close().await();
    collector.close();
  }

  private String url(String rest) {
    return "http://me:pa55word@127.0.0.1:" + target.actualPort() + rest;
  }

  private String check(String type, String request, String more) {
    return fixture
        .client
        .post(
            "/v1/checks/" + type,
            "{\"name\":\"Orders\",\"frequency\":0,\"frequencyOffset\":10,\"request\":{%s}%s}"
                .formatted(request, more))
        .hasStatus(201)
        .id();
  }

  private JsonNode newest(String check) {
    fixture.awaitRuns(check, 1);
    ApiReply page =
        fixture
            .client
            .get("/v2/check-results/" + check)
            .hasStatus(200)
            .matchesContract("listCheckResults");
    return page.at("/entries/0");
  }

  private List<String> seenAt(String path) {
    return seen.stream().filter(one -> one.startsWith(path + " ")).toList();
  }

  @Test
  void oneTraceLeadsFromTheRunToTheMessageAndHoldsNoSecret() {
    fixture
        .client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"t0ken-9\",\"secret\":true}")
        .hasStatus(201);
    String channel =
        fixture
            .client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"WEBHOOK\",\"sendFailure\":true,\"config\":{\"url\":\"%s\"}}"
                    .formatted(url("/hook?key=c4annel")))
            .hasStatus(201)
            .id();
    String check =
        check(
            "api",
            "\"url\":\"%s\",\"traceparent\":true".formatted(url("/broken/{{TOKEN}}?q={{TOKEN}}")),
            """
            ,"retryStrategy":{"type":"FIXED","baseBackoffSeconds":1,"maxRetries":1,
              "sameRegion":true},
            "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}]"""
                .formatted(channel));
    String trace = newest(check).path("traceId").asText();
    EngineFixture.until(
        "the message's span",
        () -> collector.trace(trace).stream().anyMatch(one -> one.getName().equals("deliver")));
    List<Span> spans = collector.trace(trace);

    Span run = one(spans, "run API");
    assertThat(run.getParentSpanId().isEmpty()).isTrue();
    assertThat(attribute(run, "belfry.check.id")).isEqualTo(check);
    assertThat(attribute(run, "belfry.check.name")).isEqualTo("Orders");
    assertThat(attribute(run, "belfry.account.id")).isEqualTo(fixture.acme.account().toString());
    assertThat(attribute(run, "belfry.verdict")).isEqualTo("FAILED");
    assertThat(attribute(run, "belfry.attempts")).isEqualTo("2");
    assertThat(run.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);

    List<Span> attempts = spans.stream().filter(one -> one.getName().equals("GET")).toList();
    assertThat(attempts)
        .hasSize(2)
        .allSatisfy(
            one -> {
              assertThat(one.getParentSpanId()).isEqualTo(run.getSpanId());
              assertThat(one.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
              assertThat(attribute(one, "http.response.status_code")).isEqualTo("503");
              assertThat(attribute(one, "url.full"))
                  .isEqualTo("http://127.0.0.1:" + target.actualPort() + "/broken/****?REDACTED");
              assertThat(attribute(one, "server.port"))
                  .isEqualTo(String.valueOf(target.actualPort()));
              assertThat(one.getEventsList())
                  .extracting(Span.Event::getName)
                  .contains("connect", "first_byte");
            });
    // On a slow machine the next run may have begun.
    assertThat(seenAt("/broken/t0ken-9"))
        .filteredOn(one -> one.contains(trace))
        .containsExactlyElementsOf(
            attempts.stream()
                .map(
                    one ->
                        "/broken/t0ken-9 00-%s-%s-01 null".formatted(trace, hex(one.getSpanId())))
                .toList());

    Span alert = one(spans, "alert ALERT_FAILURE");
    assertThat(alert.getParentSpanId()).isEqualTo(run.getSpanId());
    assertThat(one(spans, "queue").getParentSpanId()).isEqualTo(alert.getSpanId());
    Span deliver = one(spans, "deliver");
    assertThat(deliver.getParentSpanId()).isEqualTo(alert.getSpanId());
    assertThat(attribute(deliver, "belfry.channel.id")).isEqualTo(channel);
    assertThat(attribute(deliver, "belfry.channel.type")).isEqualTo("WEBHOOK");
    assertThat(attribute(deliver, "http.response.status_code")).isEqualTo("200");
    assertThat(attribute(deliver, "belfry.outcome")).isEqualTo("DELIVERED");

    assertThat(collector.requests())
        .allSatisfy(
            request -> {
              assertThat(request.path()).isEqualTo("/v1/traces");
              assertThat(request.authorization()).isEqualTo("Bearer s3same");
              assertThat(request.text())
                  .doesNotContain("t0ken-9", "pa55word", "c4annel", "s3same")
                  .contains("service.instance.id");
            });
  }

  private static Span one(List<Span> spans, String name) {
    return spans.stream()
        .filter(span -> span.getName().equals(name))
        .reduce(
            (first, second) -> {
              throw new AssertionError("two spans " + name);
            })
        .orElseThrow(() -> new AssertionError("no span " + name));
  }

  @Test
  void aUrlMonitorSaysItsTraceAfterARedirectToAnotherHostToo() {
    String check = check("url", "\"url\":\"%s\",\"traceparent\":true".formatted(url("/moved")), "");
    String trace = newest(check).path("traceId").asText();
    assertThat(seenAt("/fine")).isNotEmpty().first().asString().contains("00-" + trace + "-");
    assertThat(fixture.client.get("/v1/checks/" + check).at("/request/traceparent").asBoolean())
        .isTrue();
    fixture.update(check, "{\"request\":{\"url\":\"%s\"}}".formatted(url("/moved")));
    assertThat(fixture.client.get("/v1/checks/" + check).at("/request").has("traceparent"))
        .isFalse();
  }

  @Test
  void aHeaderOfTheCheckWinsAndSilenceStaysSilent() {
    String own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    String loud =
        check(
            "api",
            """
            "url":"%s","traceparent":true,"headers":[
              {"key":"Traceparent","value":"%s"},{"key":"tracestate","value":"a=1"}]"""
                .formatted(url("/own"), own),
            "");
    assertThat(newest(loud).has("traceId")).isFalse();
    assertThat(seenAt("/own")).containsOnly("/own " + own + " a=1");
    String silent = check("url", "\"url\":\"%s\"".formatted(url("/silent")), "");
    assertThat(newest(silent).has("traceId")).isFalse();
    assertThat(seenAt("/silent")).containsOnly("/silent null null");
    EngineFixture.until(
        "a span of a silent run",
        () ->
            collector.spans("run URL").stream()
                .anyMatch(one -> attribute(one, "belfry.check.id").equals(silent)));
  }

  @Test
  void aTestSaysATraceOfItsOwn() {
    ApiReply tested =
        fixture
            .client
            .post(
                "/v1/check-tests/url",
                "{\"name\":\"Home\",\"frequency\":0,\"frequencyOffset\":10,\"request\":{\"url\":\"%s\",\"traceparent\":true}}"
                    .formatted(url("/tested")))
            .hasStatus(200);
    assertThat(seenAt("/tested"))
        .singleElement()
        .asString()
        .startsWith("/tested 00-" + tested.at("/traceId").asText() + "-");
  }
}
