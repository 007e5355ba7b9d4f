package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Windows that pause checks are written while the job reschedules the checks of the account. */
class WindowsBesideJobIT {
  private static final String WINDOWS = "/v1/maintenance-windows";
  private static final String WINDOW =
      """
      {"name":"w","startsAt":"2020-01-01T00:00:00Z","endsAt":"2040-01-01T00:00:00Z",
       "pauseAllChecks":true,"tags":["%s"]}""";

  private final TestApp app = TestApp.shared();
  private final WindowTables tables = new WindowTables(app);
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private String check(String tag) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"m\",\"request\":{\"url\":\"https://e.org\"},\"tags\":[\"%s\"]}"
                .formatted(tag))
        .hasStatus(201)
        .id();
  }

  private String window(String tag) {
    return client.post(WINDOWS, WINDOW.formatted(tag)).hasStatus(201).id();
  }

  /** The job holds this row until it commits, which the test does after all answers. */
  @Test
  void areAnsweredBeforeTheJobEndsAndTakeEffectAfterIt() throws SQLException {
    String first = check("first");
    String second = check("second");
    String third = check("third");
    String changed = window("first");
    String deleted = window("third");
    tables.await(first, false);
    tables.await(third, false);
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "SELECT FROM maintenance_accounts WHERE account_id = '%s' FOR UPDATE"
              .formatted(acme.account()));

      client.put(WINDOWS + "/" + changed, "{\"tags\":[\"none\"]}").hasStatus(200);
      client.delete(WINDOWS + "/" + deleted).hasStatus(204);
      window("second");
      connection.commit();
    }
    tables.await(first, true);
    tables.await(second, false);
    tables.await(third, true);
  }

  @Test
  void ofTheFirstWindowOfAnAccountTheJobHasNoRow() {
    String check = check("first");
    window("first");
    tables.await(check, false);
  }

  /** A window whose name changes is no reason to look at all checks of the account. */
  @Test
  void namesAreNoReasonToLookAtChecks() throws SQLException {
    String check = check("first");
    String window = window("first");
    tables.await(check, false);
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "SELECT FROM maintenance_accounts WHERE account_id = '%s' FOR UPDATE"
              .formatted(acme.account()));
      long before = pending();

      client.put(WINDOWS + "/" + window, "{\"name\":\"renamed\"}").hasStatus(200);
      assertThat(pending()).isEqualTo(before);
      client.put(WINDOWS + "/" + window, "{\"pauseAllChecks\":false}").hasStatus(200);
      assertThat(pending()).isEqualTo(before + 1);
      connection.commit();
    }
    tables.await(check, true);
  }

  private long pending() {
    return tables.number(
        "SELECT count(*) FROM pending_maintenance WHERE account_id = ?", acme.account());
  }
}
