package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code GET /accounts/{id}/v2/prometheus/metrics}. */
class ReadPrometheusMetricsIT {
  private static final long DAY = 86_400_000;

  /** A sample line, as Prometheus' documentation of the format describes it. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-z_]+\\{([a-zA-Z_][a-zA-Z0-9_]*=\"(\\\\.|[^\"\\\\])*\",?)+} (-?[0-9.E-]+|NaN)");

  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/accounts/" + fixture.acme.account() + "/v2/prometheus/metrics";
  private final long now = fixture.now();

  @Test
  void saysNothingOfAChecksStateBeforeItsFirstRun() {
    assertThat(samples("")).doesNotContainKey("checkly_check_status");
  }

  @Test
  void tellsStatusResultsAndResponseTimes() {
    fixture.rows.state(fixture.west, Verdict.DEGRADED, now + 5 * DAY);
    fixture
        .rows
        .add(Run.passed(fixture.west, now - 9_000, 40_000))
        .add(Run.failed(fixture.east, now - 8_000))
        .add(Run.degraded(fixture.west, now - 7_000, 3_000_000));
    Map<String, List<String>> all = samples("");
    assertThat(of(all, "checkly_check_status"))
        .extracting(ReadPrometheusMetricsIT::statusAndValue)
        .containsExactly("passing 0", "failing 0", "degraded 1");
    assertThat(of(all, "checkly_check_result_total"))
        .extracting(ReadPrometheusMetricsIT::statusAndValue)
        .containsExactly("passing 1", "failing 1", "degraded 1");
    assertThat(of(all, "checkly_url_monitor_timing_seconds_count"))
        .singleElement()
        .asString()
        .contains("type=\"total\"")
        .endsWith(" 3");
    assertThat(of(all, "checkly_url_monitor_timing_seconds_sum").get(0)).endsWith(" 3.06");
    assertThat(of(all, "checkly_url_monitor_timing_seconds_bucket"))
        .anyMatch(line -> line.contains("le=\"0.025\"") && line.endsWith(" 1"))
        .anyMatch(line -> line.contains("le=\"1\"") && line.endsWith(" 2"))
        .anyMatch(line -> line.contains("le=\"+Inf\"") && line.endsWith(" 3"));
    assertThat(of(all, "checkly_time_to_ssl_expiry_seconds").get(0)).contains("domain=\"e.org\"");
    assertThat(all).doesNotContainKey("checkly_tcp_monitor_timing_seconds_count");
  }

  @Test
  void tellsLocationsApartWhenAsked() {
    fixture
        .rows
        .add(Run.passed(fixture.west, now - 9_000, 40_000))
        .add(Run.failed(fixture.east, now - 8_000));
    assertThat(of(samples("?locationLabelEnabled=true"), "checkly_check_result_total"))
        .hasSize(6)
        .anyMatch(line -> line.contains("location=\"us-east-1\",status=\"failing\"} 1"))
        .anyMatch(line -> line.contains("location=\"eu-west-1\",status=\"failing\"} 0"));
    assertThat(String.join("\n", of(samples(""), "checkly_check_result_total")))
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
    assertThat(of(samples(""), "checkly_check_status").get(0))
        .contains("group=\"Till \\\"1\\\"\"", "env=\"prod\"", "team=\"till\"");
    assertThat(of(samples("?disableTagParsing=true"), "checkly_check_status").get(0))
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
    assertThat(of(samples(""), "checkly_heartbeat_last_success_timestamp_seconds").get(0))
        .endsWith(" 0");
    assertThat(of(samples(""), "checkly_heartbeat_expected_interval_seconds").get(0))
        .contains("check_type=\"heartbeat\"")
        .endsWith(" 300");
    fixture.rows.add(Run.passed(fixture.rows.series(beat, "heartbeat"), 1_700_000_000_000L, 0));
    assertThat(of(samples(""), "checkly_heartbeat_last_success_timestamp_seconds").get(0))
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
    assertThat(of(samples(""), "checkly_check_status")).hasSize(900);
  }

  /** The samples by name; fails when a line is not of the format or a family is interrupted. */
  private Map<String, List<String>> samples(String query) {
    ApiReply reply = fixture.client.get(path + query).hasStatus(200);
    assertThat(reply.header("content-type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    List<String> lines = reply.text().lines().toList();
    assertThat(lines.stream().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    return lines.stream()
        .filter(line -> !line.startsWith("#"))
        .peek(line -> assertThat(line).matches(SAMPLE))
        .collect(
            Collectors.groupingBy(
                line -> line.substring(0, line.indexOf('{')), TreeMap::new, Collectors.toList()));
  }

  private static List<String> of(Map<String, List<String>> all, String name) {
    return all.getOrDefault(name, List.of());
  }

  private static String statusAndValue(String line) {
    return line.replaceAll(".*status=\"([a-z]+)\"} ", "$1 ");
  }
}
