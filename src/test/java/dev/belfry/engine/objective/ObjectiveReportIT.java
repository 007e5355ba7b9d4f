package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /v1/objectives/report} and {@code report.csv}. */
class ObjectiveReportIT {
  private static final String PATH = "/v1/objectives/report";
  private static final int DAY_MILLIS = 86_400_000;

  private final ResultFixture fixture = new ResultFixture();
  private final YearMonth month =
      YearMonth.from(Instant.ofEpochMilli(fixture.now()).atOffset(ZoneOffset.UTC)).minusMonths(1);
  private final int first = (int) month.atDay(1).toEpochDay();
  private final int last = (int) month.atEndOfMonth().toEpochDay();

  private String objective(String name, String subject) {
    return fixture
        .client
        .post(
            "/v1/objectives",
            "{\"name\":\"%s\",\"target\":99.9,%s}".formatted(name.replace("\"", "\\\""), subject))
        .hasStatus(201)
        .id();
  }

  private String ofCheck(String name) {
    return objective(name, "\"checkId\":\"" + fixture.check + "\"");
  }

  private JsonNode report(String query) {
    return fixture
        .client
        .get(PATH + query)
        .hasStatus(200)
        .matchesContract("listObjectiveReports")
        .json();
  }

  @Test
  void countsTheDaysOfTheMonthAlone() {
    fixture.rows.day(fixture.west, first - 1, 0, 500);
    fixture.rows.day(fixture.west, first, 10_000, 4);
    fixture.rows.day(fixture.east, last, 10_000, 6);
    fixture.rows.day(fixture.east, last + 1, 0, 500);
    String id = ofCheck("Works");
    episode(id, "PAGE", first * (long) DAY_MILLIS);
    episode(id, "TICKET", first * (long) DAY_MILLIS - 1);
    JsonNode entry = report("?month=" + month).get(0);
    assertThat(entry.path("objectiveId").asText()).isEqualTo(id);
    assertThat(entry.path("complete").asBoolean()).isTrue();
    assertThat(entry.path("verdict").asText()).isEqualTo("MET");
    assertThat(entry.at("/runs/good").asInt()).isEqualTo(20_000);
    assertThat(entry.at("/runs/bad").asInt()).isEqualTo(10);
    assertThat(entry.at("/errorBudget/minutes").asDouble())
        .isEqualTo(Math.floor(month.lengthOfMonth() * 144 + 1e-6) / 100);
    assertThat(entry.at("/errorBudget/remainingShare").asDouble()).isEqualTo(50.02);
    assertThat(entry.at("/alerts")).hasToString("{\"page\":1,\"ticket\":0}");
    assertThat(report("")).as("the last month by default").hasToString("[" + entry + "]");
  }

  private void episode(String objective, String severity, long began) {
    fixture.rows.update(
        """
        INSERT INTO objective_alerts (objective_id, account_id, severity, factor, long_ms, short_ms,
          long_rate, short_rate, began_ms, ended_ms) VALUES (?, ?, ?, 1, 1, 1, 2, 2, ?, ?)""",
        Long.valueOf(objective),
        fixture.acme.account(),
        severity,
        began,
        began + 1);
  }

  @Test
  void saysThatAMonthHasTooFewRuns() {
    fixture.rows.day(fixture.west, first, 10, 0);
    ofCheck("Works");
    JsonNode entry = report("?month=" + month).get(0);
    assertThat(entry.path("verdict").asText()).isEqualTo("INSUFFICIENT_DATA");
    assertThat(entry.path("reason").asText()).startsWith("10 runs count in ");
    assertThat(entry.path("attained").isNull()).isTrue();
    JsonNode future = report("?month=2099-12").get(0);
    assertThat(future.path("complete").asBoolean()).isFalse();
    assertThat(future.path("reason").asText()).startsWith("0 runs count");
  }

  /** Sums of today and results that are not summed up. */
  @Test
  void ofThisMonthCountsUpToNow() {
    long summed = fixture.rows.summedUntil();
    fixture.rows.day(fixture.west, (int) (summed / DAY_MILLIS), 0, 0);
    String id = ofCheck("Works");
    YearMonth now = YearMonth.from(Instant.ofEpochMilli(fixture.now()).atOffset(ZoneOffset.UTC));
    fixture.rows.add(Run.passed(fixture.west, fixture.now() - 1_000, 1));
    JsonNode entry = report("?month=" + now).get(0);
    assertThat(entry.path("objectiveId").asText()).isEqualTo(id);
    assertThat(entry.path("complete").asBoolean()).isFalse();
    assertThat(entry.at("/runs/good").asInt()).isEqualTo(1);
  }

  @Test
  void hasPagesAndGroups() {
    String group = fixture.client.post("/v2/check-groups", "{\"name\":\"G\"}").hasStatus(201).id();
    String member = fixture.monitor("Member", ",\"groupId\":" + group);
    fixture.rows.day(fixture.rows.series(member, "eu-west-1"), first, 5_000, 1);
    ofCheck("A");
    String ofGroup = objective("B", "\"groupId\":" + group);
    assertThat(report("?limit=1")).hasSize(1);
    JsonNode second = report("?limit=1&page=2").get(0);
    assertThat(second.path("objectiveId").asText()).isEqualTo(ofGroup);
    assertThat(second.path("groupId").asText()).isEqualTo(group);
    assertThat(second.at("/runs/good").asInt()).isEqualTo(5_000);
    assertThat(report("?page=3")).isEmpty();
  }

  @Test
  void isAFileForSpreadsheets() {
    fixture.rows.day(fixture.west, first, 10_000, 4);
    String id = ofCheck("=HYPERLINK(\"http://x\",\"y\")");
    ApiReply csv =
        fixture
            .client
            .get(PATH + ".csv?month=" + month)
            .hasStatus(200)
            .matchesContract("readObjectiveReportCsv");
    assertThat(csv.header("content-type")).startsWith("text/csv");
    assertThat(csv.header("content-disposition")).contains("objectives-" + month + ".csv");
    assertThat(csv.text().lines().toList().get(1))
        .startsWith(month + "," + id + ",\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",")
        .contains(fixture.check + ",,99.9,MET,99.96,10000,4,0,0,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-13", "2026-1", "1999-01", "x", "2026-01-01", ""})
  void anotherMonthIsRefused(String text) {
    assertThat(
            fixture
                .client
                .get(PATH + "?month=" + text)
                .hasStatus(400)
                .matchesContract("listObjectiveReports")
                .text())
        .contains("month");
    fixture.client.get(PATH + ".csv?month=" + text).hasStatus(400);
  }
}
