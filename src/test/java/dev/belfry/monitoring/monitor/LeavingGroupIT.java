package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A monitor leaves its group while the group changes. Both decide when it runs; in the end it runs
 * as its own settings say.
 */
class LeavingGroupIT {
  private static final String LEAVES = "{\"groupId\":null}";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  private String group(boolean activated) {
    return client
        .post("/v1/check-groups", "{\"name\":\"g\",\"activated\":" + activated + "}")
        .hasStatus(201)
        .id();
  }

  private String member(String group) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"m\",\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                .formatted(group))
        .hasStatus(201)
        .id();
  }

  private long openSchedules(String check) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT count(*) FROM series s JOIN schedules o ON o.series_id = s.id
                WHERE s.check_id = ? AND o.until_ms IS NULL""")) {
      statement.setObject(1, UUID.fromString(check));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theGroupWaitsForTheMonitor(boolean activated) throws SQLException {
    String group = group(!activated);
    String member = member(group);
    app.database()
        .beforeCommitOf(
            "UPDATE checks SET group_id = NULL WHERE id = '%s'".formatted(member),
            () -> client.put("/v1/check-groups/" + group, "{\"activated\":" + activated + "}"))
        .hasStatus(200);
    assertThat(openSchedules(member)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theMonitorWaitsForTheGroup(boolean activated) throws SQLException {
    String group = group(!activated);
    String member = member(group);
    app.database()
        .beforeCommitOf(
            """
            UPDATE check_groups SET settings = settings || '{"activated":%s}' WHERE id = %s"""
                .formatted(activated, group),
            () -> client.put("/v1/checks/url/" + member, LEAVES))
        .hasStatus(200);
    assertThat(openSchedules(member)).isEqualTo(1);
  }
}
