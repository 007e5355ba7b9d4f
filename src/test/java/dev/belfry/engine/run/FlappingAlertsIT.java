package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A check that flaps is told once, has one incident, and leaves nothing when it has settled. */
class FlappingAlertsIT {
  private static final String SETTINGS =
      "\"useGlobalAlertSettings\":false,\"alertSettings\":{\"flapDetection\":{\"enabled\":true,\"windowRuns\":5,"
          + "\"highThreshold\":75,\"lowThreshold\":19}},\"triggerIncident\":{\"serviceId\":\"%s\","
          + "\"severity\":\"MAJOR\",\"name\":\"Down\",\"description\":\"It is down.\","
          + "\"notifySubscribers\":false}";

  private final AlertFixture fixture = new AlertFixture();

  FlappingAlertsIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  @Test
  void isToldOnceAndEndsOnce() throws SQLException {
    UUID service = UUID.randomUUID();
    fixture.store.tables.run(
        "INSERT INTO services (account_id, id, name, created_at) VALUES (?, ?, 'Shop', now())",
        ScheduleTables.ACCOUNT,
        service);
    UUID check = fixture.check(SETTINGS.formatted(service));
    long channel = fixture.channel(check, "{}");
    for (int run = 0; run < 8; run++) {
      fixture.ran(check, run, run % 2 == 0 ? FAILED : PASSED);
    }
    assertThat(fixture.told(channel))
        .containsExactly("ALERT_FAILURE", "ALERT_RECOVERY", "ALERT_FAILURE");
    assertThat(fixture.number("SELECT count(*) FROM incidents")).isEqualTo(2);
    assertThat(fixture.number("SELECT count(*) FROM alert_states")).isOne();
    for (int run = 8; run < 13; run++) {
      fixture.ran(check, run, PASSED);
    }
    assertThat(fixture.told(channel))
        .containsExactly("ALERT_FAILURE", "ALERT_RECOVERY", "ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(
            fixture.texts(
                "SELECT concat_ws(' ', type, context ->> 'ALERT_TITLE', context ->> 'FLAPPING',"
                    + " context ->> 'FLAPPING_CHANGES', context ->> 'FLAPPING_RUNS')"
                    + " FROM alerts ORDER BY decided_ms, id"))
        .containsExactly(
            "ALERT_FAILURE Home has failed",
            "ALERT_RECOVERY Home has recovered",
            "ALERT_FAILURE Home is flapping true 3 5",
            "ALERT_RECOVERY Home no longer flaps and has recovered false");
    assertThat(fixture.number("SELECT count(*) FROM incident_updates WHERE status = 'RESOLVED'"))
        .isEqualTo(2);
    assertThat(fixture.number("SELECT count(*) FROM alert_states")).isZero();
  }
}
