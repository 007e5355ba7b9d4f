package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.delivery.HttpReceiver.Got;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.objective.ObjectiveJob;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alerts about the error budget of an objective, decided by two instances, at a receiver. */
class ObjectiveAlertsIT {
  private static final Map<String, String> SETTINGS =
      Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true", "BELFRY_PUBLIC_URL", "https://b.example.org");
  private static final TestApp APP = TestApp.start(SETTINGS);
  private static final TestApp OTHER = TestApp.startOn(APP.database().address(), SETTINGS);

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final ResultRows rows = new ResultRows(APP.database());
  private final HttpReceiver receiver = new HttpReceiver();
  private final String check =
      client
          .post(
              "/v1/checks/url",
              "{\"name\":\"Shop\",\"activated\":false,\"request\":{\"url\":\"https://e.org/\"}}")
          .hasStatus(201)
          .id();
  private final int series = rows.series(check, "eu-west-1");

  @AfterEach
  void close() {
    receiver.close();
  }

  @AfterAll
  static void stop() {
    OTHER.close();
    APP.close();
  }

  private String objective(String channel) {
    return client
        .post(
            "/v1/objectives",
            """
            {"name":"Checkout","checkId":"%s","target":99.9,
             "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}]}"""
                .formatted(check, channel))
        .hasStatus(201)
        .id();
  }

  private List<Run> failures() {
    long now = rows.number("SELECT epoch_millis()");
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      runs.add(Run.failed(series, now - i * 10_000L));
    }
    return runs;
  }

  /** Has the job of some instance look now. */
  private void look(String objective) {
    rows.update(
        "UPDATE objective_states SET due_ms = 0 WHERE objective_id = ?", Long.valueOf(objective));
  }

  /** As an instance that was slow does, after another one has ended the episode. */
  private void endOnceMore(String objective) {
    String episode =
        "(SELECT id FROM objective_alerts WHERE objective_id = %s ORDER BY id LIMIT 1)"
            .formatted(objective);
    APP.database()
        .execute(
            SqlResource.read(ObjectiveJob.class, "end-alert.sql")
                .replace("$1", episode)
                .replace("$2", "epoch_millis()"));
  }

  private JsonNode take() {
    Got got = receiver.take();
    return JsonText.parse(got.body());
  }

  private long count(String kind) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND kind = '%s'"
                .formatted(acme.account(), kind));
  }

  @Test
  void eachSeverityIsToldOnceAndWhenItIsOver() {
    String channel = receiver.channel(client);
    rows.add(failures());
    String id = objective(channel);
    List<JsonNode> told = List.of(take(), take());
    assertThat(told).extracting(one -> one.path("type").asText()).containsOnly("OBJECTIVE_ALERT");
    assertThat(told.get(0).path("title").asText())
        .isEqualTo("Objective \"Checkout\" spends its error budget too fast");
    assertThat(told).extracting(one -> one.path("checkName").asText()).containsOnly("Shop");
    assertThat(told)
        .extracting(one -> one.path("error").asText())
        .anyMatch(error -> error.contains("1000.0 times too fast over 1 hour"))
        .anyMatch(error -> error.contains("over 3 days and 1000.0 times over 6 hours (limit 1)"));
    assertThat(told.get(0).path("link").asText())
        .isEqualTo("https://b.example.org/console/monitors/" + check);
    look(id);
    JsonNode alerts =
        client
            .get("/v1/objectives/" + id + "/alerts")
            .hasStatus(200)
            .matchesContract("listObjectiveAlerts")
            .json();
    assertThat(alerts).hasSize(2);
    client.get("/v1/alert-notifications").hasStatus(200).matchesContract("listAlertNotifications");

    rows.update("DELETE FROM results WHERE series_id = ?", series);
    look(id);
    assertThat(List.of(take(), take()))
        .extracting(one -> one.path("type").asText())
        .containsOnly("OBJECTIVE_RECOVERY");
    look(id);
    endOnceMore(id);
    assertThat(count("OBJECTIVE_ALERT")).isEqualTo(2);
    assertThat(count("OBJECTIVE_RECOVERY")).isEqualTo(2);
    assertThat(receiver.waiting()).isZero();
    client.delete("/v1/objectives/" + id).hasStatus(204);
    assertThat(count("OBJECTIVE_ALERT")).as("with its objective").isZero();
  }

  @Test
  void aTagIsNamedAndLinkedInPlaceOfAMonitor() {
    client.put("/v1/checks/url/" + check, "{\"tags\":[\"eu & prod\"]}").hasStatus(200);
    Polling.until(
        "the list of monitors has the tag",
        () ->
            rows.number(
                    "SELECT count(*) FROM check_overview WHERE 'eu & prod' = ANY (tags)"
                        + " AND check_id = '"
                        + check
                        + "'")
                == 1);
    rows.add(failures());
    String id =
        client
            .post(
                "/v1/objectives",
                """
                {"name":"Prod","tag":"eu & prod","target":99.9,
                 "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}]}"""
                    .formatted(receiver.channel(client)))
            .hasStatus(201)
            .id();
    JsonNode told = take();
    assertThat(told.path("type").asText()).isEqualTo("OBJECTIVE_ALERT");
    assertThat(told.path("checkName").asText()).isEqualTo("Monitors with the tag eu & prod");
    assertThat(told.path("link").asText())
        .isEqualTo("https://b.example.org/console/monitors?tag=eu+%26+prod");
    client.delete("/v1/objectives/" + id).hasStatus(204);
  }

  @Test
  void thePersonOnCallIsToldOfBothSeverities() {
    String ada = receiver.channel(client);
    String bob = receiver.channel(client);
    long schedule =
        rows.number(
            "INSERT INTO on_call_schedules (account_id, name, url, host, created_at)"
                + " VALUES (?, 'First line', 'http://e.org/', 'e.org', now()) RETURNING id",
            acme.account());
    rows.update(
        "INSERT INTO on_call_shifts (schedule_id, account_id, begins_ms, ends_ms, name, title, keys)"
            + " VALUES (?, ?, 0, epoch_millis() + 3600000, 'x', 'x', ARRAY['ada'])",
        schedule,
        acme.account());
    for (String channel : List.of(ada, bob)) {
      client
          .put(
              "/v1/alert-channels/" + channel,
              "{\"onCall\":{\"scheduleId\":%d,\"person\":\"%s\"}}"
                  .formatted(schedule, channel.equals(ada) ? "Ada" : "Bob"))
          .hasStatus(200);
    }
    rows.add(failures());
    client
        .post(
            "/v1/objectives",
            """
            {"name":"Checkout","checkId":"%s","target":99.9,"alertChannelSubscriptions":[
             {"alertChannelId":%s,"activated":true},{"alertChannelId":%s,"activated":true}]}"""
                .formatted(check, ada, bob))
        .hasStatus(201);
    take();
    take();
    assertThat(count("OBJECTIVE_ALERT")).isEqualTo(2);
    assertThat(
            APP.database()
                .count(
                    "SELECT count(*) FROM deliveries WHERE kind = 'OBJECTIVE_ALERT'"
                        + " AND channel_id = "
                        + bob))
        .isZero();
  }

  @Test
  void aDeletedChannelGetsNothingAndTheObjectiveGoesOn() {
    String gone = receiver.channel(client);
    String id = objective(gone);
    client.delete("/v1/alert-channels/" + gone).hasStatus(204);
    String stays = receiver.channel(client);
    client
        .put(
            "/v1/objectives/" + id,
            "{\"alertChannelSubscriptions\":[{\"alertChannelId\":%s,\"activated\":true}]}"
                .formatted(stays))
        .hasStatus(200);
    rows.add(failures());
    look(id);
    assertThat(take().path("type").asText()).isEqualTo("OBJECTIVE_ALERT");
    assertThat(take().path("type").asText()).isEqualTo("OBJECTIVE_ALERT");
  }
}
