package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.OK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.engine.probe.ProbeResponse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultDetailTest {
  private static final EvaluationResult PASSED =
      new EvaluationResult(Verdict.PASSED, Reason.NONE, "", List.of());
  private static final EvaluationResult FAILED =
      new EvaluationResult(Verdict.FAILED, Reason.STATUS, "Status 500", List.of());

  private final Run run =
      new Run(
          RunSamples.series(
              1,
              RunSamples.shard(0),
              null,
              new ScheduleVersion(0, ScheduleVersion.OPEN, 60_000, 0)),
          60_000);

  private JsonNode detail(@Nullable ProbeResponse answer, EvaluationResult evaluation) {
    return json(
        new ProbeResult(Reason.NONE, "", answer, Timings.NONE, null, List.of(), null), evaluation);
  }

  private JsonNode json(ProbeResult result, EvaluationResult evaluation) {
    try {
      return new ObjectMapper()
          .readTree(Objects.requireNonNull(ResultDetail.of(run, result, evaluation)));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON", e);
    }
  }

  private static ProbeResponse answer(String body) {
    return new ProbeResponse(500, "Oops", List.of(), body, body.length(), false);
  }

  @Test
  void whatSimplyPassedNeedsNone() {
    assertThat(ResultDetail.of(run, RunSamples.passed(), PASSED)).isNull();
  }

  @Test
  void whatPassedElsewhereSaysWhereAndNoMore() {
    run.place = RunSamples.THERE;
    assertThat(detail(OK, PASSED)).hasToString("{\"location\":\"there\"}");
  }

  @Test
  void whatHasNothingToSayIsLeftOut() {
    assertThat(detail(null, FAILED))
        .hasToString("{\"message\":\"Status 500\",\"url\":\"http://e.org/\"}");
    assertThat(detail(new ProbeResponse(500, "", List.of(), "", 0, false), FAILED))
        .isEqualTo(detail(null, FAILED));
  }

  @Test
  void everythingThatIsKnownIsTold() {
    run.place = RunSamples.THERE;
    JsonNode detail =
        json(
            new ProbeResult(
                Reason.NONE,
                "",
                new ProbeResponse(
                    500, "Oops", List.of(new ProbeResponse.Header("A", "b")), "Sorry", 9_000, true),
                Timings.NONE,
                "203.0.113.7:443",
                List.of("https://e.org/there"),
                Instant.parse("2027-01-02T03:04:05Z")),
            new EvaluationResult(
                Verdict.FAILED,
                Reason.ASSERTION,
                "No",
                List.of(new AssertionOutcome(Comparison.EQUALS, "200", 500, false))));
    assertThat(detail)
        .hasToString(
            "{\"message\":\"No\",\"url\":\"http://e.org/\",\"address\":\"203.0.113.7:443\","
                + "\"location\":\"there\",\"redirects\":[\"https://e.org/there\"],"
                + "\"certificateExpiresAt\":\"2027-01-02T03:04:05Z\",\"statusText\":\"Oops\","
                + "\"headers\":[[\"A\",\"b\"]],\"body\":\"Sorry\",\"bodyCut\":true,"
                + "\"assertions\":[{\"comparison\":\"EQUALS\",\"target\":\"200\","
                + "\"actual\":500,\"passed\":false}]}");
  }

  @Test
  void theCharacterWithTheNumberZeroIsReplacedAndItsSpellingIsNot() {
    assertThat(detail(answer("a\0b"), FAILED).at("/body").asText()).isEqualTo("a\ufffdb");
    for (String body : List.of("\\u0000", "\\\\u0000", "\\\\\\u0000")) {
      assertThat(detail(answer(body), FAILED).at("/body").asText()).isEqualTo(body);
    }
    assertThat(detail(answer("\\\0"), FAILED).at("/body").asText()).isEqualTo("\\\ufffd");
  }

  @Property(tries = 500)
  void anyTextComesBackButForTheCharacterWithTheNumberZero(@ForAll String body) {
    if (!body.isEmpty()) {
      assertThat(detail(answer(body), FAILED).at("/body").asText())
          .isEqualTo(body.replace('\0', '\ufffd'));
    }
  }
}
