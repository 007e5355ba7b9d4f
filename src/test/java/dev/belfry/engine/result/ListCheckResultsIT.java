package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v2/check-results/{checkId}}. */
class ListCheckResultsIT {
  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/v2/check-results/" + fixture.check;
  private final long now = fixture.now();

  @Test
  void pagesThroughTheFinalResultsOfAllLocationsNewestFirst() {
    for (int i = 0; i < 12; i++) {
      fixture.rows.add(
          Run.passed(i % 2 == 0 ? fixture.west : fixture.east, now - i * 60_000L, 100_500));
    }
    fixture.rows.add(Run.missed(fixture.west, now - 5_000, Reason.INSTANCE_LOST));
    ApiReply first = fixture.client.get(path).hasStatus(200).matchesContract("listCheckResults");
    assertThat(first.at("/length").asInt()).isEqualTo(10);
    List<Long> runs = runs(first);
    assertThat(first.at("/entries/0/runLocation").asText()).isEqualTo("eu-west-1");
    assertThat(first.at("/entries/1/runLocation").asText()).isEqualTo("us-east-1");
    ApiReply second =
        fixture.client.get(path + "?nextId=" + first.at("/nextId").asText()).hasStatus(200);
    assertThat(second.at("/length").asInt()).isEqualTo(2);
    assertThat(second.at("/nextId").isNull()).isTrue();
    runs.addAll(runs(second));
    assertThat(runs).hasSize(12).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(runs).doesNotHaveDuplicates();
  }

  @Test
  void pagesThroughResultsOfOneTime() {
    List<String> expected = new ArrayList<>();
    for (int series : List.of(fixture.west, fixture.east)) {
      fixture.rows.add(Run.passed(series, now, 1));
      for (int attempt = 1; attempt <= 3; attempt++) {
        fixture.rows.add(Run.failed(series, now).attempt(attempt));
      }
    }
    String next = "";
    for (int page = 0; page < 8; page++) {
      ApiReply reply = fixture.client.get(path + "?resultType=ALL&limit=1" + next).hasStatus(200);
      JsonNode entry = reply.at("/entries/0");
      expected.add(entry.path("runLocation").asText() + " " + entry.path("resultType").asText());
      next = "&nextId=" + reply.at("/nextId").asText();
    }
    assertThat(next).isEqualTo("&nextId=null");
    assertThat(expected)
        .containsExactly(
            "us-east-1 FINAL",
            "us-east-1 ATTEMPT",
            "us-east-1 ATTEMPT",
            "us-east-1 ATTEMPT",
            "eu-west-1 FINAL",
            "eu-west-1 ATTEMPT",
            "eu-west-1 ATTEMPT",
            "eu-west-1 ATTEMPT");
  }

  @Test
  void filtersByTypeFailureLocationAndTime() {
    Run failed = Run.failed(fixture.west, now - 60_000);
    fixture.rows.add(failed).add(failed.attempt(1)).add(failed.attempt(2));
    fixture.rows.add(Run.passed(fixture.east, now - 120_000, 5));
    fixture.rows.add(
        Run.passed(fixture.east, now - 180_000, 5)
            .with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED, 0));
    fixture.rows.add(Run.missed(fixture.east, now - 240_000, Reason.CANCELLED));
    assertThat(count("")).isEqualTo(3);
    assertThat(count("?resultType=ATTEMPT")).isEqualTo(2);
    assertThat(count("?resultType=ALL")).isEqualTo(5);
    assertThat(count("?resultType=MISSED")).isEqualTo(1);
    assertThat(count("?resultType=MISSED&hasFailures=true")).isZero();
    assertThat(count("?hasFailures=true")).isEqualTo(1);
    assertThat(count("?hasFailures=1")).isEqualTo(1);
    assertThat(count("?hasFailures=false")).isEqualTo(2);
    assertThat(count("?resultType=ATTEMPT&hasFailures=true")).isEqualTo(2);
    assertThat(count("?location=eu-west-1")).isEqualTo(1);
    assertThat(count("?location=nowhere")).isZero();
    assertThat(count("?from=" + (now - 150_000) / 1000)).isEqualTo(2);
    assertThat(count("?to=" + (now - 150_000) / 1000)).isEqualTo(1);
    assertThat(count("?from=0&to=0&unknown=1")).isEqualTo(3);
  }

  @Test
  void tellsWhatWasMissedAndWhatOurInstanceCouldNotTell() {
    fixture.rows.add(
        Run.passed(fixture.east, now - 180_000, 5)
            .with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED, 0));
    fixture.rows.add(Run.missed(fixture.east, now - 240_000, Reason.CANCELLED));
    JsonNode fault = fixture.client.get(path).at("/entries/0");
    assertThat(fault.path("hasErrors").asBoolean()).isTrue();
    assertThat(fault.path("hasFailures").asBoolean()).isFalse();
    assertThat(fault.at("/apiCheckResult/requestError").asText())
        .isEqualTo("The instance stood still during the run");
    ApiReply list = fixture.client.get(path + "?resultType=MISSED");
    JsonNode missed = list.matchesContract("listCheckResults").at("/entries/0");
    assertThat(missed.path("resultType").asText()).isEqualTo("MISSED");
    assertThat(missed.path("isCancelled").asBoolean()).isTrue();
    assertThat(missed.path("reason").asText()).isEqualTo("CANCELLED");
    assertThat(missed.path("apiCheckResult").isNull()).isTrue();
  }

  @Test
  void showsTheFieldsAskedForAlone() {
    fixture.rows.add(Run.passed(fixture.west, now, 1));
    for (String fields : List.of("startedAt,hasFailures,none", "startedAt&fields[]=hasFailures")) {
      ApiReply reply = fixture.client.get(path + "?fields=" + fields.replace("[]", "%5B%5D"));
      reply.hasStatus(200).matchesContract("listCheckResults");
      List<String> names = new ArrayList<>();
      reply.at("/entries/0").fieldNames().forEachRemaining(names::add);
      assertThat(names).containsExactly("id", "hasFailures", "startedAt");
    }
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    fixture.access().requireForReading(path);
    fixture.access().requireHidden("GET", path, null);
    fixture.client.get("/v2/check-results/" + UUID.randomUUID()).isNotFound();
    fixture.client.get("/v2/check-results/nonsense").isInvalid("/checkId");
    fixture
        .client
        .get(path + "?limit=101&resultType=SOME&from=x&hasFailures=maybe")
        .isInvalid("/limit", "/resultType", "/from", "/hasFailures");
  }

  private long count(String query) {
    return fixture.client.get(path + query).hasStatus(200).at("/length").asLong();
  }

  private static List<Long> runs(ApiReply reply) {
    List<Long> runs = new ArrayList<>();
    reply.at("/entries").forEach(entry -> runs.add(entry.path("checkRunId").asLong()));
    return runs;
  }
}
