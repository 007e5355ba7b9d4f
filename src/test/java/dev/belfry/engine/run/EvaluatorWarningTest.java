package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.SslRequest;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that may fail whatever is asserted, or give a warning. */
class EvaluatorWarningTest {
  private record Answer(boolean fails, boolean warns) implements ProbeAnswer {
    @Override
    public int statusCode() {
      return 0;
    }

    @Override
    public JsonNode actual(AssertionSource source, String property) {
      return TextNode.valueOf("a");
    }

    @Override
    public @Nullable Failure failure() {
      return fails ? new Failure(Reason.CERTIFICATE_EXPIRED, "expired") : null;
    }

    @Override
    public boolean failsWhateverIsAsserted() {
      return true;
    }

    @Override
    public @Nullable Failure warning() {
      return warns ? new Failure(Reason.CERTIFICATE_EXPIRES_SOON, "soon") : null;
    }

    @Override
    public void describe(ObjectNode detail) {}
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, , 1, false, PASSED, NONE",
    "true,  false, , 1, false, FAILED, CERTIFICATE_EXPIRED",
    "true,  false, a, 1, false, FAILED, CERTIFICATE_EXPIRED",
    "true,  false, b, 1, false, FAILED, CERTIFICATE_EXPIRED",
    "false, true,  , 1, false, DEGRADED, CERTIFICATE_EXPIRES_SOON",
    "false, true,  a, 1, false, DEGRADED, CERTIFICATE_EXPIRES_SOON",
    "false, true,  b, 1, false, FAILED, ASSERTION",
    "false, true,  , 15, false, DEGRADED, CERTIFICATE_EXPIRES_SOON",
    "false, false, , 15, false, DEGRADED, SLOW",
    "false, true,  , 25, false, FAILED, TOO_SLOW",
    "true,  false, , 1, true,  PASSED, NONE",
    "true,  true,  , 1, true,  PASSED, NONE",
    "false, true,  , 1, true,  FAILED, SHOULD_HAVE_FAILED"
  })
  void countsFailuresBeforeAssertionsAndWarningsAfter(
      boolean fails,
      boolean warns,
      @Nullable String target,
      long millis,
      boolean shouldFail,
      Verdict verdict,
      Reason reason) {
    ProbeResult result =
        new ProbeResult(
            Reason.NONE,
            "",
            new Answer(fails, warns),
            new Timings(0, 0, 0, 0, 0, 0, millis * 1_000),
            null,
            List.of(),
            null);
    List<Assertion> assertions =
        target == null
            ? List.of()
            : List.of(
                new Assertion(
                    AssertionSource.CERTIFICATE, Comparison.EQUALS, target, "issuerCN", null));
    EvaluationResult evaluation =
        Evaluator.evaluate(
            result,
            new Expectation(shouldFail, 10.0, 20.0),
            new SslRequest(
                SslConfig.of("e.org", null, null, null, null, null, null, null), assertions));
    assertThat(evaluation.verdict()).isEqualTo(verdict);
    assertThat(evaluation.reason()).isEqualTo(reason);
    assertThat(evaluation.assertions()).hasSize(assertions.size());
  }
}
