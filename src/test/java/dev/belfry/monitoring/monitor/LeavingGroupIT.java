package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
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

  private long openSchedules(String check) {
    return app.database()
        .count(
            """
            SELECT count(*) FROM series s JOIN schedules o ON o.series_id = s.id
            WHERE s.check_id = '%s' AND o.until_ms IS NULL"""
                .formatted(check));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theGroupWaitsForTheMonitor(boolean activated) {
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
  void theMonitorWaitsForTheGroup(boolean activated) {
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
