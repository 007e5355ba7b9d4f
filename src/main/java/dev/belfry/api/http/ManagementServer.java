package dev.belfry.api.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Health and metrics on a port of their own, so that they answer while the API is busy or away. */
public final class ManagementServer {
  private final Vertx vertx;
  private final PrometheusMeterRegistry metrics;
  private final Map<String, Supplier<String>> conditions = new LinkedHashMap<>();
  private final Map<String, Supplier<String>> vital = new LinkedHashMap<>();

  public ManagementServer(Vertx vertx, PrometheusMeterRegistry metrics) {
    this.vertx = vertx;
    this.metrics = metrics;
  }

  /**
   * Adds a condition of readiness.
   *
   * @param problem what is wrong now, empty when the condition holds
   */
  public ManagementServer readyWhen(String name, Supplier<String> problem) {
    conditions.put(name, problem);
    return this;
  }

  /**
   * Adds a condition of liveness: a process that does not meet it has to be started anew.
   *
   * @param problem what is wrong now, empty when the condition holds
   */
  public ManagementServer liveWhile(String name, Supplier<String> problem) {
    vital.put(name, problem);
    return this;
  }

  /** Starts to listen. */
  public Future<HttpServer> listen(Config.Management config) {
    return vertx
        .createHttpServer()
        .requestHandler(this::answer)
        .listen(config.port(), config.host())
        .recover(
            failure ->
                Future.failedFuture(
                    new ListenException(
                        config.host(), config.port(), "BELFRY_MANAGEMENT_PORT", failure)));
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case "/health/live" -> answer(request, vital, "live");
      case "/health/ready" -> answer(request, conditions, "ready");
      case "/metrics" ->
          respond(request, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
      default -> respond(request, 404, "application/json", "{\"status\":\"unknown path\"}");
    }
  }

  private static void answer(
      HttpServerRequest request, Map<String, Supplier<String>> conditions, String word) {
    ObjectNode checks = JsonNodeFactory.instance.objectNode();
    boolean met = true;
    for (Map.Entry<String, Supplier<String>> condition : conditions.entrySet()) {
      String problem = condition.getValue().get();
      checks.put(condition.getKey(), problem.isEmpty() ? "ok" : problem);
      met &= problem.isEmpty();
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("status", met ? word : "not " + word);
    if (!checks.isEmpty()) {
      body.set("checks", checks);
    }
    respond(request, met ? 200 : 503, "application/json", body.toString());
  }

  private static void respond(HttpServerRequest request, int status, String type, String body) {
    request.response().setStatusCode(status).putHeader("content-type", type).end(body);
  }
}
