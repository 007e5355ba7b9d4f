package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Replays what the service has stored: the policy in force gives the alerts that were raised. */
class PreviewOfRealAlertsIT {
  private static final int RUNS = 50;
  private static final List<Verdict> VERDICTS = List.of(Verdict.values());

  @Test
  void thePolicyInForceGivesTheAlertsThatWereRaised() throws SQLException {
    Random random = new Random(20_261_127);
    try (AlertFixture fixture = new AlertFixture();
        TestApp app = TestApp.startOn(fixture.store.tables.address(), Map.of())) {
      ApiClient client = app.client().withKey(key(app, fixture));
      List<UUID> checks = new ArrayList<>();
      List<Long> channels = new ArrayList<>();
      for (int threshold = 1; threshold <= 3; threshold++) {
        UUID check =
            fixture.check(
                AlertFixture.ONE_RUN
                    + ",\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":"
                    + threshold
                    + "}}");
        checks.add(check);
        channels.add(fixture.channel(check, "{\"sendDegraded\":true}"));
      }
      Verdict mood = Verdict.PASSED;
      for (int run = 0; run < RUNS; run++) {
        mood = random.nextInt(3) == 0 ? VERDICTS.get(random.nextInt(VERDICTS.size())) : mood;
        for (UUID check : checks) {
          fixture.ran(check, run, mood);
        }
      }
      for (int i = 0; i < checks.size(); i++) {
        List<String> raised = fixture.alerts(checks.get(i));
        JsonNode alerts = preview(client, "\"checkId\":\"" + checks.get(i) + "\",").at("/alerts");
        assertThat(raised).isNotEmpty();
        assertThat(alerts.get("recorded").asInt()).isEqualTo(raised.size());
        assertThat(alerts.get("inForceAsRecorded").asBoolean()).as("%s", raised).isTrue();
        assertThat(alerts.get("same").asInt()).isEqualTo(raised.size());
      }
      JsonNode all = preview(client, "");
      assertThat(all.at("/alerts/inForceAsRecorded").asBoolean()).isTrue();
      assertThat(all.at("/messages")).hasSize(channels.size());
      all.at("/messages")
          .forEach(
              channel -> {
                assertThat(channel.get("recorded").asLong()).isPositive();
                assertThat(channel.get("inForce")).isEqualTo(channel.get("recorded"));
                assertThat(channel.get("changed")).isEqualTo(channel.get("recorded"));
              });
    }
  }

  @Test
  void heldAlertsAreNeitherRecordedNorReplayed() throws SQLException {
    Random random = new Random(20_261_128);
    try (AlertFixture fixture = new AlertFixture();
        TestApp app = TestApp.startOn(fixture.store.tables.address(), Map.of())) {
      ApiClient client = app.client().withKey(key(app, fixture));
      UUID router = fixture.check(AlertFixture.ONE_RUN);
      UUID child = fixture.check(AlertFixture.ONE_RUN);
      fixture.store.tables.run(
          "INSERT INTO dependencies (account_id, check_id, parent_check_id) VALUES (?, ?, ?)",
          ScheduleTables.ACCOUNT,
          child,
          router);
      Verdict mood = Verdict.PASSED;
      Verdict own = Verdict.PASSED;
      for (int run = 0; run < RUNS; run++) {
        mood = random.nextInt(4) == 0 ? VERDICTS.get(random.nextInt(VERDICTS.size())) : mood;
        own = random.nextInt(4) == 0 ? VERDICTS.get(random.nextInt(VERDICTS.size())) : own;
        fixture.ran(router, run, mood);
        fixture.ran(child, run, mood == Verdict.FAILED ? mood : own);
      }
      long held = fixture.number("SELECT count(*) FROM alerts WHERE held_name IS NOT NULL");
      JsonNode alerts = preview(client, "\"checkId\":\"" + child + "\",").at("/alerts");
      assertThat(held).isPositive();
      assertThat(alerts.get("recorded").asLong())
          .isPositive()
          .isEqualTo(fixture.alerts(child).size() - held);
      assertThat(alerts.get("inForceAsRecorded").asBoolean())
          .as("%s of %s", alerts, fixture.alerts(child))
          .isTrue();
    }
  }

  private static JsonNode preview(ApiClient client, String target) {
    return client
        .post("/v1/check-alerts/preview", "{" + target + "\"policy\":{}}")
        .hasStatus(200)
        .matchesContract("previewAlerts")
        .json();
  }

  private static String key(TestApp app, AlertFixture fixture) throws SQLException {
    try (Connection connection = fixture.store.tables.connect()) {
      return app.key(
          connection,
          new Caller(UUID.randomUUID(), ScheduleTables.ACCOUNT, Scope.ADMIN, 1_000_000, null));
    }
  }
}
