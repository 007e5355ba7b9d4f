package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.tcp.TcpAnswer;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts on types whose {@code shouldFail} asks for a failing connection. */
class EvaluatorConnectionTest {
  private static final Expectation ANY = new Expectation(false, 3_000.0, 5_000.0);
  private static final Expectation SHOULD_FAIL = new Expectation(true, 3_000.0, 5_000.0);
  private static final TcpAnswer BANNER = new TcpAnswer("220 ready", 9, false);

  private static final Set<Reason> OF_CONNECTION =
      EnumSet.of(
          Reason.CONNECTION_REFUSED,
          Reason.HOST_UNREACHABLE,
          Reason.NETWORK_UNREACHABLE,
          Reason.CONNECT_TIMEOUT,
          Reason.CONNECTION_RESET,
          Reason.CONNECTION_CLOSED,
          Reason.NO_REPLY);

  private static EvaluationResult evaluate(
      Reason reason,
      @Nullable ProbeAnswer answer,
      long micros,
      Expectation expectation,
      Assertion... assertions) {
    return Evaluator.evaluate(
        new ProbeResult(
            reason,
            reason.sentence(),
            answer,
            new Timings(0, 0, 0, 0, 0, 0, micros),
            null,
            List.of(),
            null),
        expectation,
        TcpRequest.of("e.org", 25, null, null, List.of(assertions)));
  }

  private static Assertion assertion(AssertionSource source, Comparison comparison, String target) {
    return new Assertion(source, comparison, target, "", null);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "FIRST_BYTE_TIMEOUT", "DOWNLOAD_TIMEOUT"})
  void shouldFailAcceptsAFailingConnectionAndNoOtherFailure(Reason reason) {
    EvaluationResult wanted = evaluate(reason, null, 9_000_000, SHOULD_FAIL);
    if (OF_CONNECTION.contains(reason)) {
      assertThat(wanted)
          .isEqualTo(new EvaluationResult(Verdict.PASSED, Reason.NONE, "", List.of()));
    } else {
      assertThat(wanted)
          .isEqualTo(new EvaluationResult(Verdict.FAILED, reason, reason.sentence(), List.of()));
    }
    assertThat(evaluate(reason, null, 1, ANY))
        .isEqualTo(new EvaluationResult(Verdict.FAILED, reason, reason.sentence(), List.of()));
  }

  @ParameterizedTest
  @CsvSource({"NONE", "FIRST_BYTE_TIMEOUT", "DOWNLOAD_TIMEOUT"})
  void aConnectionThatWasMadeIsNotTheFailureThatWasWishedFor(Reason reason) {
    EvaluationResult evaluation = evaluate(reason, BANNER, 1, SHOULD_FAIL);
    assertThat(evaluation.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(evaluation.reason()).isEqualTo(Reason.SHOULD_HAVE_FAILED);
    assertThat(evaluation.message()).isEqualTo("The connection succeeded though it should fail");
  }

  @Test
  void shouldFailKeepsWhatAssertionsSaw() {
    EvaluationResult evaluation =
        evaluate(
            Reason.NONE,
            BANNER,
            1,
            SHOULD_FAIL,
            assertion(AssertionSource.RESPONSE_DATA, Comparison.CONTAINS, "500"));
    assertThat(evaluation.reason()).isEqualTo(Reason.SHOULD_HAVE_FAILED);
    assertThat(evaluation.assertions())
        .extracting(AssertionOutcome::actual)
        .containsExactly(TextNode.valueOf("220 ready"));
  }

  @ParameterizedTest(name = "{0} us: {1}")
  @CsvSource({
    "2999999, PASSED, NONE",
    "3000000, DEGRADED, SLOW",
    "5000000, FAILED, TOO_SLOW",
  })
  void aConnectionIsHeldAgainstTheLimitsOfTime(long micros, Verdict verdict, Reason reason) {
    EvaluationResult evaluation = evaluate(Reason.NONE, TcpAnswer.CONNECTED, micros, ANY);
    assertThat(evaluation.verdict()).isEqualTo(verdict);
    assertThat(evaluation.reason()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RESPONSE_DATA | CONTAINS     | ready | NONE
          RESPONSE_DATA | CONTAINS     | error | ASSERTION
          RESPONSE_TIME | LESS_THAN    | 313   | NONE
          RESPONSE_TIME | LESS_THAN    | 312   | ASSERTION
          RESPONSE_TIME | EQUALS       | 312   | NONE
          STATUS_CODE   | IS_NULL      | 0     | NONE
          """)
  void assertionsDecide(
      AssertionSource source, Comparison comparison, String target, Reason reason) {
    EvaluationResult evaluation =
        evaluate(Reason.NONE, BANNER, 312_400, ANY, assertion(source, comparison, target));
    assertThat(evaluation.reason()).as(evaluation.message()).isEqualTo(reason);
    assertThat(evaluation.assertions()).hasSize(1);
  }

  @Test
  void messagesNameWhatCame() {
    assertThat(
            evaluate(
                    Reason.NONE,
                    BANNER,
                    1,
                    ANY,
                    assertion(AssertionSource.RESPONSE_DATA, Comparison.CONTAINS, "abc"))
                .message())
        .isEqualTo("The response data was \"220 ready\", expected to contain \"abc\"");
  }
}
