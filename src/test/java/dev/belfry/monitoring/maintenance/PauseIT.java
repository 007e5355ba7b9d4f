package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Checks that do not run while a window lasts. */
class PauseIT {
  /** A second, and what a busy machine takes. */
  private static final Duration SOON = Duration.ofSeconds(3);

  private final TestApp app = TestApp.shared();
  private final WindowTables tables = new WindowTables(app);
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private String check(String members) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}," + members + "}")
        .hasStatus(201)
        .id();
  }

  private String window(Instant from, Instant until, String members) {
    return client
        .post(
            "/v1/maintenance-windows",
            "{\"name\":\"w\",\"startsAt\":\"%s\",\"endsAt\":\"%s\",\"pauseAllChecks\":true,%s}"
                .formatted(from, until, members))
        .hasStatus(201)
        .id();
  }

  private static Instant now() {
    return InstantSource.system().instant();
  }

  private String lasting(String members) {
    return window(now().minusSeconds(60), now().plusSeconds(3600), members);
  }

  @Test
  void pausesTheChecksWithItsTagsUntilItIsDeleted() {
    String tagged = check("\"tags\":[\"db\",\"x\"]");
    String other = check("\"tags\":[\"x\"]");
    String group =
        client.post("/v2/check-groups", "{\"name\":\"G\",\"tags\":[\"db\"]}").hasStatus(201).id();
    String member = check("\"groupId\":" + group);
    String window = lasting("\"tags\":[\"db\"]");
    assertThat(tables.await(tagged, false)).isLessThan(SOON);
    tables.await(member, false);
    assertThat(tables.running(other)).isOne();
    client.delete("/v1/maintenance-windows/" + window).hasStatus(204);
    assertThat(tables.await(tagged, true)).isLessThan(SOON);
    tables.await(member, true);
  }

  @Test
  void beginsAndEndsByItself() {
    String check = check("\"tags\":[\"db\"],\"frequency\":0,\"frequencyOffset\":10");
    Instant start = now().plusSeconds(1);
    Instant end = start.plusSeconds(2);
    window(start, end, "\"tags\":[\"db\"]");
    assertThat(tables.running(check)).isOne();
    tables.await(check, false);
    assertThat(Duration.between(start, now())).isBetween(Duration.ZERO, SOON);
    tables.await(check, true);
    assertThat(Duration.between(end, now())).isBetween(Duration.ZERO, SOON);
    assertThat(
            tables.number(
                """
                SELECT count(*) FROM schedules c JOIN series s ON s.id = c.series_id
                WHERE s.check_id = ? AND c.until_ms IS DISTINCT FROM c.from_ms + 1""",
                java.util.UUID.fromString(check)))
        .isEqualTo(2);
  }

  @Test
  void withoutTagsItPausesEverythingAndWhatIsMadeMeanwhile() {
    String before = check("\"tags\":[]");
    String window = lasting("\"tags\":[]");
    tables.await(before, false);
    String meanwhile = check("\"tags\":[\"x\"]");
    assertThat(tables.running(meanwhile)).isZero();
    client.put("/v1/maintenance-windows/" + window, "{\"tags\":[\"x\"]}").hasStatus(200);
    tables.await(before, true);
    assertThat(tables.running(meanwhile)).isZero();
    client.put("/v1/maintenance-windows/" + window, "{\"pauseAllChecks\":false}").hasStatus(200);
    tables.await(meanwhile, true);
  }

  @Test
  void followsTheTagsOfChecksAndGroups() {
    String group = client.post("/v2/check-groups", "{\"name\":\"G\"}").hasStatus(201).id();
    String check = check("\"groupId\":" + group);
    lasting("\"tags\":[\"db\"]");
    client.put("/v1/checks/url/" + check, "{\"tags\":[\"db\"]}").hasStatus(200);
    assertThat(tables.running(check)).isZero();
    client.put("/v1/checks/url/" + check, "{\"tags\":[]}").hasStatus(200);
    assertThat(tables.running(check)).isOne();
    client.put("/v2/check-groups/" + group, "{\"name\":\"G\",\"tags\":[\"db\"]}").hasStatus(200);
    assertThat(tables.running(check)).isZero();
    client.put("/v2/check-groups/" + group, "{\"name\":\"G\",\"tags\":[]}").hasStatus(200);
    assertThat(tables.running(check)).isOne();
  }

  @Test
  void whatIsPausedByHandStaysSo() {
    String paused = check("\"tags\":[\"db\"],\"activated\":false");
    String check = check("\"tags\":[\"db\"]");
    String window = lasting("\"tags\":[\"db\"]");
    tables.await(check, false);
    client.put("/v1/checks/url/" + check, "{\"frequency\":5}").hasStatus(200);
    assertThat(tables.running(check)).isZero();
    client.put("/v1/maintenance-windows/" + window, "{\"tags\":[\"other\"]}").hasStatus(200);
    tables.await(check, true);
    assertThat(tables.running(paused)).isZero();
  }

  @Test
  void twoWindowsThatOverlapPauseUntilTheLastIsOver() {
    String check = check("\"tags\":[\"db\"]");
    String first = lasting("\"tags\":[\"db\"]");
    String second = lasting("\"tags\":[]");
    tables.await(check, false);
    client.delete("/v1/maintenance-windows/" + first).hasStatus(204);
    WindowTables.until(
        () ->
            tables.number(
                    "SELECT count(*) FROM maintenance_accounts WHERE account_id = ?"
                        + " AND applied_ms > 0 AND again IS NULL AND NOT EXISTS (SELECT FROM"
                        + " pending_maintenance WHERE account_id = maintenance_accounts.account_id)",
                    acme.account())
                == 1,
        "settled");
    assertThat(tables.running(check)).isZero();
    client.delete("/v1/maintenance-windows/" + second).hasStatus(204);
    tables.await(check, true);
  }
}
