package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.OK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.http.HttpAnswer;
import dev.belfry.engine.probe.tcp.TcpAnswer;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultDetailTest {
  private static CompletedRequest sent(Run run) {
    return CompletedRequest.asStored(run.spec.probe());
  }

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

  private JsonNode detail(@Nullable HttpAnswer answer, EvaluationResult evaluation) {
    return json(
        new ProbeResult(Reason.NONE, "", answer, Timings.NONE, null, List.of(), null), evaluation);
  }

  private JsonNode json(ProbeResult result, EvaluationResult evaluation) {
    try {
      return new ObjectMapper()
          .readTree(Objects.requireNonNull(ResultDetail.of(run, sent(run), result, evaluation)));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON", e);
    }
  }

  private static AssertionOutcome statusIs200() {
    return new AssertionOutcome(
        AssertionSource.STATUS_CODE,
        "",
        null,
        Comparison.EQUALS,
        "200",
        IntNode.valueOf(500),
        false,
        null);
  }

  private static HttpAnswer answer(String body) {
    return HttpAnswer.of(500, "Oops", List.of(), body, body.length(), false);
  }

  @Test
  void whatSimplyPassedNeedsNone() {
    assertThat(ResultDetail.of(run, sent(run), RunSamples.passed(), PASSED)).isNull();
  }

  @Test
  void whatPassedElsewhereSaysWhereAndNoMore() {
    run.place = RunSamples.THERE;
    assertThat(detail(OK, PASSED)).hasToString("{\"location\":\"there\"}");
  }

  @Test
  void aPassTellsItsAssertionsWhenTheyLookAtTheAnswer() {
    assertThat(ResultDetail.of(run, sent(run), RunSamples.passed(), passed(statusIs200())))
        .isNull();
    AssertionOutcome ofData =
        new AssertionOutcome(
            AssertionSource.RESPONSE_DATA,
            "",
            "v(.*)",
            Comparison.EQUALS,
            "1",
            TextNode.valueOf("1"),
            true,
            null);
    assertThat(json(RunSamples.passed(), passed(statusIs200(), ofData)).at("/assertions"))
        .hasSize(2)
        .last()
        .hasToString(
            "{\"source\":\"RESPONSE_DATA\",\"regex\":\"v(.*)\",\"comparison\":\"EQUALS\","
                + "\"target\":\"1\",\"actual\":\"1\",\"passed\":true}");
    run.place = RunSamples.THERE;
    assertThat(json(RunSamples.passed(), passed(ofData)).fieldNames())
        .toIterable()
        .containsExactly("location", "assertions");
  }

  private static EvaluationResult passed(AssertionOutcome... outcomes) {
    return new EvaluationResult(Verdict.PASSED, Reason.NONE, "", List.of(outcomes));
  }

  @Test
  void anotherTypeNamesItsTargetAndTellsWhatItKnows() {
    RunSpec spec =
        new RunSpec(
            new ProbeRequest(TcpRequest.of("e.org", 25, null, null, null), Duration.ofSeconds(5)),
            new CheckSettings.Expectation(false, null, null),
            null,
            List.of(),
            null);
    Run tcp =
        new Run(
            new OpenRunRow(1, RunSamples.CHECK, RunSamples.HERE, RunSamples.HERE, 1, 1, 1, 1, spec),
            null);
    ProbeResult result =
        new ProbeResult(
            Reason.NONE,
            "",
            new TcpAnswer("554 no\0", 7, true),
            Timings.NONE,
            "203.0.113.7:25",
            List.of(),
            null);
    assertThat(ResultDetail.of(tcp, sent(tcp), result, FAILED))
        .isEqualTo(
            "{\"message\":\"Status 500\",\"target\":\"e.org:25\",\"address\":\"203.0.113.7:25\","
                + "\"data\":\"554 no\\ufffd\",\"bytes\":7,\"cut\":true}");
  }

  @Test
  void whatHasNothingToSayIsLeftOut() {
    assertThat(detail(null, FAILED))
        .hasToString("{\"message\":\"Status 500\",\"url\":\"http://e.org/\"}");
    assertThat(detail(HttpAnswer.of(500, "", List.of(), "", 0, false), FAILED))
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
                HttpAnswer.of(
                    500, "Oops", List.of(new HttpAnswer.Header("A", "b")), "Sorry", 9_000, true),
                Timings.NONE,
                "203.0.113.7:443",
                List.of("https://e.org/there"),
                Instant.parse("2027-01-02T03:04:05Z")),
            new EvaluationResult(Verdict.FAILED, Reason.ASSERTION, "No", List.of(statusIs200())));
    assertThat(detail)
        .hasToString(
            "{\"message\":\"No\",\"url\":\"http://e.org/\",\"address\":\"203.0.113.7:443\","
                + "\"location\":\"there\",\"redirects\":[\"https://e.org/there\"],"
                + "\"certificateExpiresAt\":\"2027-01-02T03:04:05Z\",\"statusText\":\"Oops\","
                + "\"headers\":[[\"A\",\"b\"]],\"body\":\"Sorry\",\"bodyCut\":true,"
                + "\"assertions\":[{\"source\":\"STATUS_CODE\",\"comparison\":\"EQUALS\",\"target\":\"200\","
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
