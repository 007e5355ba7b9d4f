package dev.belfry.engine.heartbeat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A heartbeat monitor of an account of its own, whose time passes as a test says. */
final class HeartbeatFixture {
  static final String HOURLY =
      "{\"period\":1,\"periodUnit\":\"hours\",\"grace\":10,\"graceUnit\":\"minutes\"}";

  final TestApp app;
  final ApiClient client;
  final String check;
  final String address;

  HeartbeatFixture(TestApp app) {
    this(app, app.as(app.newTenant()), HOURLY);
  }

  HeartbeatFixture(TestApp app, ApiClient client, String heartbeat) {
    this.app = app;
    this.client = client;
    ApiReply made =
        client
            .post("/v1/checks/heartbeat", "{\"name\":\"Backup\",\"heartbeat\":" + heartbeat + "}")
            .hasStatus(201);
    check = made.id();
    address = URI.create(made.at("/heartbeat/pingUrl").asText()).getPath();
  }

  ApiReply ping() {
    return ping("");
  }

  ApiReply ping(String signal) {
    return app.client().get(address + signal);
  }

  ApiReply post(String signal, String body) {
    return app.client().send("POST", address + signal, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Lets time pass for the monitor: what came and what it waits for is that much earlier. */
  void pass(Duration time) {
    long millis = time.toMillis();
    app.database()
        .execute(
            """
            UPDATE heartbeats SET beat_at = beat_at - %1$d, start_at = start_at - %1$d,
              expected_at = expected_at - %1$d, due_at = due_at - %1$d, look_at = look_at - %1$d,
              last_at = last_at - %1$d, version = version + 1 WHERE check_id = '%2$s'"""
                .formatted(millis, check));
    for (String table : List.of("results", "result_details")) {
      app.database()
          .execute(
              "UPDATE %s SET at = at - %d WHERE series_id = (SELECT series_id FROM heartbeats WHERE check_id = '%s')"
                  .formatted(table, millis, check));
    }
  }

  /** The states of the newest events, the oldest first. */
  List<String> states() {
    JsonNode events = events().at("/0/events");
    List<String> states = new ArrayList<>();
    events.forEach(event -> states.add(0, event.path("state").asText()));
    return states;
  }

  ApiReply events() {
    return client
        .get("/v1/checks/heartbeats/" + check + "/events?limit=100")
        .hasStatus(200)
        .matchesContract("listHeartbeatEvents");
  }

  /** The types of its alerts, oldest first. */
  List<@Nullable String> alerts() {
    return alertMembers("alertType");
  }

  /** A member of its alerts, oldest first. */
  List<@Nullable String> alertMembers(String name) {
    List<@Nullable String> values = new ArrayList<>();
    client
        .get("/v2/check-alerts?checkId=" + check)
        .hasStatus(200)
        .at("/entries")
        .forEach(alert -> values.add(0, alert.path(name).textValue()));
    return values;
  }

  JsonNode status() {
    return client.get("/v1/check-statuses/" + check).hasStatus(200).json();
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within 20 seconds: " + what);
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  void awaitStates(String... expected) {
    await(
        String.join(", ", expected) + " in place of " + states(),
        () -> states().equals(List.of(expected)));
  }
}
