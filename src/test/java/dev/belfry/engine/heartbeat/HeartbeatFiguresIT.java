package dev.belfry.engine.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.run.Ledger;
import dev.belfry.engine.run.LedgerReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What figures, badges and the ledger say of heartbeat monitors. */
class HeartbeatFiguresIT {
  private final TestApp app = TestApp.shared();

  @Test
  void theLedgerCountsBeats() throws SQLException {
    Tenant acme = app.newTenant();
    HeartbeatFixture backup = new HeartbeatFixture(app, app.as(acme), HeartbeatFixture.HOURLY);
    for (int i = 0; i < 4; i++) {
      backup.ping().hasStatus(200);
    }
    backup.pass(Duration.ofMinutes(71));
    backup.ping().hasStatus(200);
    try (Connection connection = app.database().jdbc()) {
      LedgerReport report =
          new Ledger(connection)
              .count(Instant.now().minus(Duration.ofHours(2)), Instant.now(), acme.account());
      assertThat(report.beats()).isEqualTo(new LedgerReport.Beats(6, 4, 1, 1));
      assertThat(report.extra()).isZero();
      assertThat(report.difference()).isZero();
    }
  }

  @Test
  void figuresAndBadgeFollow() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);
    backup.ping("/fail").hasStatus(200);

    JsonNode figures =
        backup
            .client
            .get("/v1/analytics/heartbeat-checks/" + backup.check + "?metrics=availability,runs")
            .hasStatus(200)
            .matchesContract("analyzeHeartbeatMonitor")
            .at("/aggregate");
    assertThat(figures.path("availability").asDouble()).isEqualTo(50);
    assertThat(figures.path("runs").asInt()).isEqualTo(2);
    JsonNode share =
        backup
            .client
            .get("/v1/checks/heartbeats/" + backup.check + "/availability")
            .hasStatus(200)
            .matchesContract("readHeartbeatAvailability")
            .json();
    assertThat(share.at("/successRatio/currentPeriod").asDouble()).isEqualTo(50);
    assertThat(share.path("totalEntitiesCurrentPeriod").asInt()).isEqualTo(2);
    assertThat(app.client().get("/v1/badges/checks/" + backup.check).hasStatus(200).text())
        .contains("failing");
    backup
        .client
        .get("/v2/check-results/" + backup.check)
        .hasStatus(200)
        .matchesContract("listCheckResults");
  }
}
