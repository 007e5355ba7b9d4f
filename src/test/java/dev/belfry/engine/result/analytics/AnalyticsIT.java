package dev.belfry.engine.result.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/analytics/url-monitors/{id}} and its siblings of other types. */
class AnalyticsIT {
  private static final long HOUR = TimeRange.HOUR;
  private static final long DAY = TimeRange.DAY;

  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/v1/analytics/url-monitors/" + fixture.check;

  /**
   * From here on nothing is summed up: what lies before is written as sums, the rest as results.
   */
  private final long summed = fixture.rows.summedUntil();

  @Test
  void answersTheFiguresAskedFor() {
    fixture.rows.hour(fixture.west, summed - HOUR, 58, 2);
    fixture.rows.add(
        List.of(
            Run.passed(fixture.west, summed, 200_000), Run.passed(fixture.east, summed, 300_000)));
    ApiReply reply =
        analyze("availability,responseTime_avg,responseTime_p95,responseTime_min,responseTime_max");
    reply.matchesContract("analyzeUrlMonitor");
    assertThat(reply.at("/checkId").asText()).isEqualTo(fixture.check);
    assertThat(reply.at("/activated").asBoolean()).isFalse();
    assertThat(reply.at("/series")).hasSize(1);
    JsonNode data = reply.at("/series/0/data/0");
    assertThat(data).isEqualTo(reply.at("/aggregate"));
    assertThat(data.path("availability").asDouble()).isEqualTo(96.7741);
    assertThat(data.path("responseTime_avg").asDouble())
        .isCloseTo((60 * 100.0 + 500) / 62, within(0.001));
    assertThat(data.path("responseTime_p95").asDouble()).isCloseTo(100, within(5.0));
    assertThat(data.path("responseTime_min").asDouble()).isEqualTo(100.0);
    assertThat(data.path("responseTime_max").asDouble()).isEqualTo(300.0);
    assertThat(reply.at("/metadata/availability/unit").asText()).isEqualTo("percentage");
    assertThat(reply.at("/metadata/responseTime_p95/aggregation").asText()).isEqualTo("p95");
  }

  @Test
  void tellsNothingFromNothing() {
    ApiReply reply = analyze("availability,responseTime_p50");
    reply.matchesContract("analyzeUrlMonitor");
    assertThat(reply.at("/series/0/data/0").toString())
        .isEqualTo("{\"availability\":null,\"responseTime_p50\":null}");
    fixture.rows.add(Run.missed(fixture.west, summed, Reason.INSTANCE_LOST));
    assertThat(analyze("availability").at("/aggregate/availability").isNull()).isTrue();
  }

  @Test
  void tellsLocationsApart() {
    fixture.rows.add(
        List.of(Run.passed(fixture.west, summed, 1), Run.failed(fixture.east, summed)));
    ApiReply reply = analyze("availability&groupBy=runLocation");
    reply.matchesContract("analyzeUrlMonitor");
    assertThat(reply.at("/series/0/runLocation").asText()).isEqualTo("eu-west-1");
    assertThat(reply.at("/series/0/data/0/availability").asDouble()).isEqualTo(100.0);
    assertThat(reply.at("/series/1/data/0/availability").asDouble()).isEqualTo(0.0);
    assertThat(reply.at("/aggregate/availability").asDouble()).isEqualTo(50.0);
  }

  @Test
  void cutsTheTimeIntoSteps() {
    fixture
        .rows
        .hour(fixture.west, summed - 2 * HOUR, 10, 0)
        .hour(fixture.west, summed - HOUR, 5, 5);
    fixture.rows.add(
        List.of(Run.failed(fixture.west, summed), Run.passed(fixture.west, summed + 300_000, 1)));
    ApiReply hours = analyze("availability&aggregationInterval=60");
    hours.matchesContract("analyzeUrlMonitor");
    assertThat(hours.at("/series/0/data")).hasSize(3);
    assertThat(hours.at("/series/0/data/1/availability").asDouble()).isEqualTo(50.0);
    assertThat(hours.at("/series/0/data/2/availability").asDouble()).isEqualTo(50.0);
    assertThat(hours.at("/aggregate/availability").asDouble()).isEqualTo(72.7272);
    String fine = "availability&aggregationInterval=5&from=%d".formatted(summed / 1000 - 3600);
    JsonNode steps = analyze(fine).at("/series/0/data");
    long failed = 0;
    for (JsonNode step : steps) {
      failed +=
          step.path("availability").isDouble() && step.path("availability").asDouble() == 0 ? 1 : 0;
    }
    assertThat(failed).isEqualTo(1);
  }

  @Test
  void readsNinetyDaysFromDays() {
    int today = (int) (summed / DAY);
    for (int day = today - 100; day < today; day++) {
      fixture.rows.day(fixture.west, day, 99, 1);
    }
    ApiReply reply = analyze("availability&quickRange=last90Days");
    assertThat(reply.at("/aggregate/availability").asDouble()).isEqualTo(99.0);
    ApiReply month =
        analyze(
            "responseTime_sum&from=%d&to=%d"
                .formatted((today - 40) * DAY / 1000, (today - 10) * DAY / 1000));
    assertThat(month.at("/aggregate/responseTime_sum").asDouble()).isEqualTo(30 * 100 * 100.0);
    assertThat(month.at("/to").asText()).endsWith("T00:00:00.000Z");
  }

  @Test
  void includesTheRunningHourFromTheFirstRunOn() {
    long now = fixture.now();
    fixture.rows.add(Run.passed(fixture.west, now - 1_000, 60_000));
    ApiReply day = analyze("availability,runs&quickRange=last24Hours&aggregationInterval=60");
    assertThat(day.at("/aggregate/runs").asInt()).isEqualTo(1);
    assertThat(day.at("/series/0/data/0/startedAt").asText())
        .satisfies(
            at ->
                assertThat(Instant.parse(at).toEpochMilli())
                    .isEqualTo((now - 1_000) / HOUR * HOUR));
  }

  @Test
  void countsFailedAndMissedRunsOfEachLocation() {
    fixture.rows.add(
        List.of(
            Run.passed(fixture.west, summed, 1),
            Run.failed(fixture.west, summed + 60_000),
            Run.degraded(fixture.west, summed + 120_000, 1),
            Run.missed(fixture.east, summed, Reason.INSTANCE_LOST)));
    ApiReply reply =
        analyze(
            "runs,degradedRuns,failedRuns,missedRuns&groupBy=runLocation&aggregationInterval=60");
    reply.matchesContract("analyzeUrlMonitor");
    assertThat(reply.at("/series/0/aggregate").toString())
        .isEqualTo("{\"runs\":3,\"degradedRuns\":1,\"failedRuns\":1,\"missedRuns\":0}");
    assertThat(reply.at("/series/1/aggregate").toString())
        .isEqualTo("{\"runs\":0,\"degradedRuns\":0,\"failedRuns\":0,\"missedRuns\":1}");
    assertThat(reply.at("/aggregate/runs").asInt()).isEqualTo(3);
    assertThat(reply.at("/metadata/runs/unit").asText()).isEqualTo("count");
  }

  @Test
  void widensShortStepsToNoMoreThanAStep() {
    long from = summed - 90_000;
    ApiReply reply =
        analyze("runs&aggregationInterval=1&from=%d&to=%d".formatted(from / 1000, summed / 1000));
    assertThat(Instant.parse(reply.at("/from").asText()).toEpochMilli())
        .isEqualTo(from / 60_000 * 60_000);
    assertThat(Instant.parse(reply.at("/to").asText()).toEpochMilli()).isEqualTo(summed);
  }

  @Test
  void tellsMaintenanceOfTheCheckAlone() {
    Instant start = Instant.ofEpochMilli(summed - 2 * HOUR);
    maintenance("Backup", start, "\"silenceAllAlerts\":true");
    maintenance("Others", start, "\"tags\":[\"not-here\"],\"pauseAllChecks\":true");
    ApiReply reply = analyze("runs");
    reply.matchesContract("analyzeUrlMonitor");
    assertThat(reply.at("/maintenance")).hasSize(1);
    assertThat(reply.at("/maintenance/0/name").asText()).isEqualTo("Backup");
    assertThat(Instant.parse(reply.at("/maintenance/0/startsAt").asText())).isEqualTo(start);
    assertThat(Instant.parse(reply.at("/maintenance/0/endsAt").asText()))
        .isEqualTo(start.plus(Duration.ofHours(1)));
    String before = "runs&from=%d&to=%d".formatted(summed / 1000 - 36_000, summed / 1000 - 18_000);
    assertThat(analyze(before).at("/maintenance")).isEmpty();
  }

  private void maintenance(String name, Instant start, String effect) {
    fixture
        .client
        .post(
            "/v1/maintenance-windows",
            "{\"name\":\"%s\",\"startsAt\":\"%s\",\"endsAt\":\"%s\",%s}"
                .formatted(name, start, start.plus(Duration.ofHours(1)), effect))
        .hasStatus(201);
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(fixture.client.get(path).hasStatus(200).at("/aggregate")).hasSize(5);
    fixture.client.get(path + "?metrics=availability,speed").isInvalid("/metrics");
    fixture
        .client
        .get(path + "?metrics=&from=9&to=8&groupBy=x&quickRange=ever&aggregationInterval=0")
        .isInvalid("/metrics", "/groupBy", "/quickRange", "/aggregationInterval");
    fixture
        .client
        .get(path + "?metrics=availability&from=9000&to=8000&aggregationInterval=61")
        .isInvalid("/from", "/aggregationInterval");
    fixture
        .client
        .get(path + "?metrics=availability&quickRange=last90Days&aggregationInterval=60")
        .isInvalid("/aggregationInterval");
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    String asked = path + "?metrics=availability";
    fixture.access().requireForReading(asked);
    fixture.access().requireHidden("GET", asked, null);
    fixture
        .client
        .get("/v1/analytics/url-monitors/" + UUID.randomUUID() + "?metrics=availability")
        .isNotFound();
  }

  @Test
  void answersTheFiguresOfItsTypeAlone() {
    String tcp = "/v1/analytics/tcp-checks/" + fixture.check;
    fixture.client.get(tcp).isNotFound();
    fixture.rows.update("UPDATE checks SET check_type = 'TCP' WHERE id = ?::uuid", fixture.check);
    fixture.client.get(path).isNotFound();
    fixture.rows.add(Run.passed(fixture.west, summed, 200_000));
    ApiReply reply =
        fixture
            .client
            .get(tcp + "?metrics=availability,total_avg,total_p50,total_p95,total_p99")
            .hasStatus(200);
    reply.matchesContract("analyzeTcpMonitor");
    assertThat(reply.at("/checkType").asText()).isEqualTo("TCP");
    assertThat(reply.at("/aggregate").fieldNames())
        .toIterable()
        .containsExactly("availability", "total_avg", "total_p50", "total_p95", "total_p99");
    assertThat(reply.at("/aggregate/total_avg").asDouble()).isEqualTo(200.0);
    assertThat(reply.at("/metadata/total_p95/aggregation").asText()).isEqualTo("p95");
    fixture.client.get(tcp + "?metrics=total_speed").isInvalid("/metrics");
  }

  private ApiReply analyze(String metrics) {
    return fixture.client.get(path + "?metrics=" + metrics).hasStatus(200);
  }
}
