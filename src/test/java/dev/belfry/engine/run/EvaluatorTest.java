package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.http.HttpAnswer;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.Verdict;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorTest {
  private static final Expectation ANY = new Expectation(false, null, null);
  private static final Expectation SHOULD_FAIL = new Expectation(true, null, null);

  private static ProbeResult result(Reason reason, @Nullable HttpAnswer answer, long micros) {
    return new ProbeResult(
        reason,
        reason.sentence(),
        answer,
        new Timings(0, 0, 0, 0, 0, 0, micros),
        null,
        List.of(),
        null);
  }

  private static ProbeResult answered(int status, long micros) {
    return result(Reason.NONE, HttpAnswer.of(status, "", List.of(), "", 0, false), micros);
  }

  private static Assertion assertion(@Nullable Comparison comparison, String target) {
    return new Assertion(AssertionSource.STATUS_CODE, comparison, target, "", null);
  }

  /** Written as {@code EQUALS 200 & LESS_THAN 300}. */
  private static List<Assertion> assertions(@Nullable String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.split(" & ", -1))
            .map(one -> one.split(" ", 2))
            .map(
                parts ->
                    assertion(parts[0].equals("-") ? null : Comparison.valueOf(parts[0]), parts[1]))
            .toList();
  }

  private static UrlRequest request(List<Assertion> assertions) {
    return UrlRequest.of(null, "http://e.org/", null, null, null, assertions, null);
  }

  private static EvaluationResult evaluate(
      int status, Expectation expectation, @Nullable String text) {
    return Evaluator.evaluate(answered(status, 1_000), expectation, request(assertions(text)));
  }

  @DisplayName("Design, Verdict: no assertion = status below 400 passes")
  @ParameterizedTest
  @CsvSource({
    "100, NONE",
    "200, NONE",
    "204, NONE",
    "302, NONE",
    "399, NONE",
    "400, STATUS",
    "404, STATUS",
    "500, STATUS",
    "599, STATUS",
  })
  void withoutAssertionsTheStatusDecides(int status, Reason reason) {
    EvaluationResult evaluation = evaluate(status, ANY, null);
    assertThat(evaluation.reason()).isEqualTo(reason);
    assertThat(evaluation.verdict())
        .isEqualTo(reason == Reason.NONE ? Verdict.PASSED : Verdict.FAILED);
    assertThat(evaluation.message())
        .isEqualTo(reason == Reason.NONE ? "" : "The status code was " + status);
  }

  @DisplayName("Specification, Assertion object: four comparisons, the target is text")
  @ParameterizedTest(name = "{0} with {1}: {2}")
  @CsvSource({
    "200, EQUALS 200, true",
    "201, EQUALS 200, false",
    "404, EQUALS 404, true",
    "200, EQUALS 200.0, true",
    "200, EQUALS  200 , true",
    "200, EQUALS ok, false",
    "200, EQUALS '', false",
    "200, NOT_EQUALS 500, true",
    "500, NOT_EQUALS 500, false",
    "200, NOT_EQUALS ok, true",
    "299, LESS_THAN 300, true",
    "300, LESS_THAN 300, false",
    "299, LESS_THAN 299.5, true",
    "200, LESS_THAN ok, false",
    "200, LESS_THAN '', false",
    "401, GREATER_THAN 400, true",
    "400, GREATER_THAN 400, false",
    "400, GREATER_THAN -1, true",
    "400, GREATER_THAN ok, false",
    "400, GREATER_THAN NaN, false",
    "400, LESS_THAN 1e99999, true",
    "400, LESS_THAN 999999999999999999999999999999999999999, false",
    "204, GREATER_THAN 199 & LESS_THAN 300, true",
    "304, GREATER_THAN 199 & LESS_THAN 300, false",
    "500, GREATER_THAN 199 & NOT_EQUALS 500, false",
  })
  void allAssertionsMustHold(int status, String text, boolean holds) {
    EvaluationResult evaluation = evaluate(status, ANY, text.replace("''", ""));
    assertThat(evaluation.verdict()).isEqualTo(holds ? Verdict.PASSED : Verdict.FAILED);
    assertThat(evaluation.reason()).isEqualTo(holds ? Reason.NONE : Reason.ASSERTION);
    assertThat(evaluation.assertions()).hasSameSizeAs(assertions(text));
    assertThat(evaluation.assertions().stream().allMatch(AssertionOutcome::passed))
        .isEqualTo(holds);
  }

  @DisplayName("Specification, URL monitor: shouldFail, so that error statuses can be validated")
  @ParameterizedTest(name = "{0} with {1}: {2}")
  @CsvSource({
    "404, , NONE",
    "400, , NONE",
    "503, , NONE",
    "399, , SHOULD_HAVE_FAILED",
    "200, , SHOULD_HAVE_FAILED",
    "404, EQUALS 404, NONE",
    "500, EQUALS 404, ASSERTION",
    "200, EQUALS 404, ASSERTION",
    "200, EQUALS 200, SHOULD_HAVE_FAILED",
    "500, GREATER_THAN 499, NONE",
    "404, GREATER_THAN 499, ASSERTION",
    "404, - 200, NONE",
    "200, - 200, SHOULD_HAVE_FAILED",
  })
  void shouldFailAsksForAnErrorStatus(int status, @Nullable String text, Reason reason) {
    EvaluationResult evaluation = evaluate(status, SHOULD_FAIL, text);
    assertThat(evaluation.reason()).isEqualTo(reason);
    assertThat(evaluation.verdict())
        .isEqualTo(reason == Reason.NONE ? Verdict.PASSED : Verdict.FAILED);
  }

  @Test
  void anAssertionWithoutAComparisonCountsAsNone() {
    assertThat(evaluate(500, ANY, "- 500").reason()).isEqualTo(Reason.STATUS);
    assertThat(evaluate(500, ANY, "- 500").assertions()).isEmpty();
    assertThat(evaluate(200, ANY, "- 500").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(evaluate(500, ANY, "- 1 & EQUALS 500").verdict()).isEqualTo(Verdict.PASSED);
  }

  @DisplayName("A request without a complete answer fails, shouldFail or not")
  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"CONNECTION_REFUSED", "NAME_NOT_FOUND", "CONNECT_TIMEOUT", "ADDRESS_FORBIDDEN"})
  void aNetworkFailureIsNotTheFailureThatWasWishedFor(Reason reason) {
    for (Expectation expectation : List.of(ANY, SHOULD_FAIL)) {
      EvaluationResult evaluation =
          Evaluator.evaluate(
              result(reason, null, 1), expectation, request(assertions("GREATER_THAN 0")));
      assertThat(evaluation)
          .isEqualTo(new EvaluationResult(Verdict.FAILED, reason, reason.sentence(), List.of()));
    }
  }

  @DisplayName("An answer that broke off fails for what broke it off")
  @ParameterizedTest
  @ValueSource(ints = {200, 302, 404})
  void anIncompleteAnswerFailsWhateverItsStatus(int status) {
    HttpAnswer answer = HttpAnswer.of(status, "", List.of(), "", 0, false);
    for (Expectation expectation : List.of(ANY, SHOULD_FAIL)) {
      assertThat(
              Evaluator.evaluate(
                      result(Reason.DOWNLOAD_TIMEOUT, answer, 1),
                      expectation,
                      request(assertions("EQUALS " + status)))
                  .reason())
          .isEqualTo(Reason.DOWNLOAD_TIMEOUT);
    }
  }

  @DisplayName("Specification: response time at which the check is degraded, at which it fails")
  @ParameterizedTest(name = "{0} us, degraded at {1} ms, failed at {2} ms: {3}")
  @CsvSource({
    "2999999, 3000, 5000, PASSED, NONE",
    "3000000, 3000, 5000, DEGRADED, SLOW",
    "4999999, 3000, 5000, DEGRADED, SLOW",
    "5000000, 3000, 5000, FAILED, TOO_SLOW",
    "9000000, 3000, , DEGRADED, SLOW",
    "9000000, , 5000, FAILED, TOO_SLOW",
    "4999999, , 5000, PASSED, NONE",
    "9000000, , , PASSED, NONE",
    "5000000, 5000, 5000, FAILED, TOO_SLOW",
    "1, 0, 30000, DEGRADED, SLOW",
    "1, 0, 0, FAILED, TOO_SLOW",
    "499, 0.5, , PASSED, NONE",
    "500, 0.5, , DEGRADED, SLOW",
  })
  void aLimitIsReachedByTakingExactlyAsLong(
      long micros,
      @Nullable Double degraded,
      @Nullable Double max,
      Verdict verdict,
      Reason reason) {
    EvaluationResult evaluation =
        Evaluator.evaluate(
            answered(200, micros), new Expectation(false, degraded, max), request(List.of()));
    assertThat(evaluation.verdict()).isEqualTo(verdict);
    assertThat(evaluation.reason()).isEqualTo(reason);
  }

  @Test
  void aWrongStatusSaysMoreThanASlowAnswer() {
    Expectation limits = new Expectation(false, 1.0, 2.0);
    assertThat(Evaluator.evaluate(answered(500, 9_000), limits, request(List.of())).reason())
        .isEqualTo(Reason.STATUS);
  }

  @Test
  void aSlowAnswerIsNotTheFailureThatWasWishedFor() {
    Expectation limits = new Expectation(true, 1.0, 2.0);
    assertThat(Evaluator.evaluate(answered(404, 9_000), limits, request(List.of())).reason())
        .isEqualTo(Reason.TOO_SLOW);
    assertThat(Evaluator.evaluate(answered(404, 1_500), limits, request(List.of())).verdict())
        .isEqualTo(Verdict.DEGRADED);
  }

  @Test
  void messagesNameWhatWasExpectedAndWhatCame() {
    assertThat(evaluate(503, ANY, "EQUALS 200").message())
        .isEqualTo("The status code was 503, expected to equal \"200\"");
    assertThat(evaluate(200, SHOULD_FAIL, null).message())
        .isEqualTo("The status code was 200 though the request should fail");
    Expectation limits = new Expectation(false, 3_000.0, 5_000.0);
    assertThat(Evaluator.evaluate(answered(200, 5_210_000), limits, request(List.of())).message())
        .isEqualTo("The answer took 5210 ms, the maximum response time is 5000 ms");
    assertThat(Evaluator.evaluate(answered(200, 3_000_000), limits, request(List.of())).message())
        .isEqualTo("The answer took 3000 ms, the degraded response time is 3000 ms");
  }

  @Property
  void withoutAssertionsShouldFailInvertsTheStatus(
      @ForAll @IntRange(min = 100, max = 599) int status) {
    assertThat(evaluate(status, SHOULD_FAIL, null).verdict() == Verdict.PASSED)
        .isNotEqualTo(evaluate(status, ANY, null).verdict() == Verdict.PASSED);
  }

  @Property
  void anyTargetIsTaken(@ForAll Comparison comparison, @ForAll String target) {
    EvaluationResult evaluation =
        Evaluator.evaluate(answered(200, 1), ANY, request(List.of(assertion(comparison, target))));
    assertThat(evaluation.assertions()).hasSize(1);
    assertThat(evaluation.reason()).isIn(Reason.NONE, Reason.ASSERTION);
  }

  @Property
  void slowerIsNeverBetter(
      @ForAll @LongRange(min = 0, max = 31_000_000) long one,
      @ForAll @LongRange(min = 0, max = 31_000_000) long other,
      @ForAll @IntRange(min = 0, max = 30_000) int degraded,
      @ForAll @IntRange(min = 0, max = 30_000) int max) {
    Expectation limits = new Expectation(false, (double) degraded, (double) max);
    Verdict fast =
        Evaluator.evaluate(answered(200, Math.min(one, other)), limits, request(List.of()))
            .verdict();
    Verdict slow =
        Evaluator.evaluate(answered(200, Math.max(one, other)), limits, request(List.of()))
            .verdict();
    assertThat(fast).isLessThanOrEqualTo(slow);
  }
}
