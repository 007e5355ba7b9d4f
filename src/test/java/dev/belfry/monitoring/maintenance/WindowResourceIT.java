package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowResourceIT {
  private final ResourceFixture stage = new ResourceFixture(WindowResource::new);
  private final WindowTables tables = new WindowTables(stage.app);

  private static String window(String name, String more) {
    return """
        {"name":"%s","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
         "tags":["database"]%s}"""
        .formatted(name, more);
  }

  private static List<String> many(String name) {
    return ResourceFixture.many(1000, window(name + "%s", ",\"repeatUnit\":\"MONTH\""));
  }

  @Test
  void windowsLive() {
    stage.live(
        List.of(
            window("a", ""),
            window(
                "b",
                """
                ,"repeatUnit":"WEEK","repeatInterval":2,"repeatEndsAt":"2027-03-01T00:00:00+05:30",
                "timezone":"Europe/Berlin","description":"d","silenceAlertsTags":["x","y","x"],
                "pauseAllChecks":true""")),
        List.of(window("b", ",\"silenceAllAlerts\":true"), window("c", ",\"timezone\":\"\"")));
  }

  @Test
  void aThousandLive() {
    stage.live(many("a"), many("b"));
  }

  @Test
  void aWindowHoldsFromTheDeployOn() {
    String weekly = ",\"repeatUnit\":\"WEEK\"";
    long sunday = java.time.Instant.parse("2026-03-01T02:00:00Z").toEpochMilli();
    long at = sunday + 7 * 24 * 3_600_000L * ((now() - sunday) / (7 * 24 * 3_600_000L) + 1);

    List<DesiredResource> windows =
        stage.inserted(List.of(window("a", weekly), window("b", weekly)));
    assertThat(holds(at)).isTrue();

    stage.update(
        windows.stream()
            .map(item -> stage.changed(item, window("a", weekly).replace("database", "web")))
            .toList());
    assertThat(holds(at)).isFalse();

    stage.delete(windows);
    assertThat(
            tables.number(
                "SELECT count(*) FROM maintenance_intervals WHERE account_id = ?",
                stage.acme.account()))
        .isZero();
  }

  private static long now() {
    return ResourceFixture.CLOCK.millis();
  }

  private boolean holds(long at) {
    return tables.asks("maintenance_silences", stage.acme.account(), List.of("database"), at);
  }

  @Test
  void schedulesFollowWindowsThatPause() {
    String running =
        """
        {"name":"w","startsAt":"2026-01-01T00:00:00Z","endsAt":"2099-12-31T00:00:00Z",
         "pauseAllChecks":%b,"silenceAllAlerts":true}""";
    String check =
        stage.make("/v1/checks/url", "{\"name\":\"c\",\"request\":{\"url\":\"https://e.org\"}}");

    DesiredResource window = stage.inserted(running.formatted(true));
    tables.await(check, false);

    stage.updated(window, running.formatted(false));
    tables.await(check, true);

    DesiredResource again = stage.inserted(running.formatted(true));
    tables.await(check, false);

    stage.delete(again);
    tables.await(check, true);
  }

  @Test
  void aDeployedWindowIsOneLikeAnyOther() {
    DesiredResource window = stage.inserted(window("a", ""));

    stage
        .client
        .get("/v1/maintenance-windows/" + window.id())
        .hasStatus(200)
        .matchesContract("readMaintenanceWindow");
    String next = stage.make("/v1/maintenance-windows", window("b", ""));
    assertThat(Long.parseLong(next)).isGreaterThan(Long.parseLong(window.id()));
  }

  @Test
  void twoMayBeAlike() {
    assertThat(stage.complaints(stage.items(List.of(window("a", ""), window("a", ""))))).isEmpty();
  }
}
