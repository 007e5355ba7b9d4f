package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ResultRows.Run;
import org.junit.jupiter.api.Test;

/** {@code GET /accounts/{id}/v2/prometheus/metrics}. */
class ReadPrometheusMetricsIT {
  private static final long DAY = 86_400_000;

  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/accounts/" + fixture.acme.account() + "/v2/prometheus/metrics";
  private final long now = fixture.now();

  @Test
  void saysNothingOfAChecksStateBeforeItsFirstRun() {
    assertThat(samples("").byName()).doesNotContainKey("checkly_check_status");
  }

  @Test
  void tellsStatusResultsAndResponseTimes() {
    fixture.rows.state(fixture.west, Verdict.DEGRADED, now + 5 * DAY);
    fixture
        .rows
        .add(Run.passed(fixture.west, now - 9_000, 40_000))
        .add(Run.failed(fixture.east, now - 8_000))
        .add(Run.degraded(fixture.west, now - 7_000, 3_000_000));
    PrometheusSamples all = samples("");
    assertThat(all.of("checkly_check_status"))
        .extracting(ReadPrometheusMetricsIT::statusAndValue)
        .containsExactly("passing 0", "failing 0", "degraded 1");
    assertThat(all.of("checkly_check_result_total"))
        .extracting(ReadPrometheusMetricsIT::statusAndValue)
        .containsExactly("passing 1", "failing 1", "degraded 1");
    assertThat(all.byType("checkly_url_monitor_timing_seconds_count", fixture.check))
        .containsEntry("total", 3.0);
    assertThat(all.byType("checkly_url_monitor_timing_seconds_sum", fixture.check))
        .containsEntry("total", 3.06);
    assertThat(all.of("checkly_url_monitor_timing_seconds_bucket"))
        .anyMatch(line -> line.contains("le=\"0.025\"") && line.endsWith(" 1"))
        .anyMatch(line -> line.contains("le=\"1\"") && line.endsWith(" 2"))
        .anyMatch(line -> line.contains("le=\"+Inf\"") && line.endsWith(" 3"));
    assertThat(all.of("checkly_time_to_ssl_expiry_seconds").get(0)).contains("domain=\"e.org\"");
    assertThat(all.byName()).doesNotContainKey("checkly_tcp_monitor_timing_seconds_count");
  }

  @Test
  void tellsObjectivesOfTheAccountAlone() {
    assertThat(samples("").byName()).doesNotContainKey("belfry_objective_target_ratio");
    String id =
        fixture
            .client
            .post(
                "/v1/objectives",
                "{\"name\":\"Works\",\"target\":99.9,\"checkId\":\"" + fixture.check + "\"}")
            .hasStatus(201)
            .id();
    assertThat(samples("").of("belfry_objective_target_ratio"))
        .singleElement()
        .asString()
        .contains("name=\"Works\",objective_id=\"" + id + '"', "check_id=\"" + fixture.check)
        .endsWith("} 0.999");
  }

  @Test
  void tellsLocationsApartWhenAsked() {
    fixture
        .rows
        .add(Run.passed(fixture.west, now - 9_000, 40_000))
        .add(Run.failed(fixture.east, now - 8_000));
    assertThat(samples("?locationLabelEnabled=true").of("checkly_check_result_total"))
        .hasSize(6)
        .anyMatch(line -> line.contains("location=\"us-east-1\",status=\"failing\"} 1"))
        .anyMatch(line -> line.contains("location=\"eu-west-1\",status=\"failing\"} 0"));
    assertThat(String.join("\n", samples("").of("checkly_check_result_total")))
        .doesNotContain("location=");
  }

  @Test
  void turnsTagsOfCheckAndGroupIntoLabels() {
    String group =
        fixture
            .client
            .post("/v2/check-groups", "{\"name\":\"Till \\\"1\\\"\",\"tags\":[\"team:till\"]}")
            .hasStatus(201)
            .id();
    String tagged = fixture.monitor("Pay", ",\"tags\":[\"env:prod\"],\"groupId\":" + group);
    fixture.rows.state(fixture.rows.series(tagged, "eu-west-1"), Verdict.PASSED, null);
    assertThat(samples("").of("checkly_check_status").get(0))
        .contains("group=\"Till \\\"1\\\"\"", "env=\"prod\"", "team=\"till\"");
    assertThat(samples("?disableTagParsing=true").of("checkly_check_status").get(0))
        .contains("tags=\"env:prod,team:till\"")
        .doesNotContain("env=");
  }

  @Test
  void tellsOfHeartbeatsWhenTheyLastCame() {
    String beat =
        fixture
            .client
            .post(
                "/v1/checks/heartbeat",
                """
                {"name":"Backup","heartbeat":
                  {"period":5,"periodUnit":"minutes","grace":1,"graceUnit":"minutes"}}""")
            .hasStatus(201)
            .id();
    assertThat(samples("").of("checkly_heartbeat_last_success_timestamp_seconds").get(0))
        .endsWith(" 0");
    assertThat(samples("").of("checkly_heartbeat_expected_interval_seconds").get(0))
        .contains("check_type=\"heartbeat\"")
        .endsWith(" 300");
    fixture.rows.add(Run.passed(fixture.rows.series(beat, "heartbeat"), 1_700_000_000_000L, 0));
    assertThat(samples("").of("checkly_heartbeat_last_success_timestamp_seconds").get(0))
        .endsWith(" 1700000000");
  }

  @Test
  void showsNoOtherAccount() {
    Tenant other = fixture.app.newTenant();
    fixture.app.as(other).get(path).hasStatus(404);
    assertThat(
            fixture
                .app
                .as(other)
                .get("/accounts/" + other.account() + "/v2/prometheus/metrics")
                .hasStatus(200)
                .text())
        .doesNotContain(fixture.check);
  }

  @Test
  void refusesToCountRetriedAttempts() {
    assertThat(fixture.client.get(path + "?includeRetryAttempts=true").hasStatus(400).text())
        .contains("includeRetryAttempts");
  }

  @Test
  void writesManyChecksInParts() {
    for (int i = 0; i < 300; i++) {
      fixture.rows.state(
          fixture.rows.series(fixture.monitor("Shop " + i, ""), "eu-west-1"), Verdict.PASSED, null);
    }
    assertThat(samples("").of("checkly_check_status")).hasSize(900);
  }

  private PrometheusSamples samples(String query) {
    return PrometheusSamples.of(fixture.client.get(path + query).hasStatus(200));
  }

  private static String statusAndValue(String line) {
    return line.replaceAll(".*status=\"([a-z]+)\"} ", "$1 ");
  }
}
