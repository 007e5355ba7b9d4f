package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResponse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the result of a probe into a verdict (design, "Verdict"; specification, "URL monitor"). */
public final class Evaluator {
  private static final int FIRST_ERROR_STATUS = 400;
  private static final int LONGEST_NUMBER = 32;
  private static final long MICROS_PER_MILLI = 1_000;

  private Evaluator() {}

  /**
   * The verdict, by the first of these that applies:
   *
   * <ol>
   *   <li>No complete response came back: failed for the probe's own reason, also with {@code
   *       shouldFail}. That flag validates an error status, and there is none.
   *   <li>The status code is wrong: failed. Without assertions a code below 400 is right. With
   *       assertions a code is right when all of them hold; an assertion without a comparison
   *       counts as none. {@code shouldFail} requires a code of 400 or more, and assertions must
   *       hold as written: "should fail, equals 404" accepts 404 alone.
   *   <li>The response time has reached {@code maxResponseTime}: failed.
   *   <li>It has reached {@code degradedResponseTime}: degraded.
   *   <li>Otherwise passed.
   * </ol>
   *
   * <p>A response that takes exactly as long as a limit has reached it.
   */
  public static EvaluationResult evaluate(
      ProbeResult result, Expectation expectation, List<Assertion> assertions) {
    ProbeResponse response = result.answer();
    if (response == null || result.reason() != Reason.NONE) {
      return failed(result.reason(), result.message(), List.of());
    }
    int status = response.statusCode();
    List<AssertionOutcome> outcomes = outcomes(assertions, status);
    for (AssertionOutcome outcome : outcomes) {
      if (!outcome.passed()) {
        return failed(Reason.ASSERTION, unexpected(outcome), outcomes);
      }
    }
    if (expectation.shouldFail() && status < FIRST_ERROR_STATUS) {
      return failed(
          Reason.SHOULD_HAVE_FAILED,
          "The status code was " + status + " though the request should fail",
          outcomes);
    }
    if (!expectation.shouldFail() && outcomes.isEmpty() && status >= FIRST_ERROR_STATUS) {
      return failed(Reason.STATUS, "The status code was " + status, outcomes);
    }
    return byTime(result.timings().totalMicros(), expectation, outcomes);
  }

  private static EvaluationResult byTime(
      long micros, Expectation expectation, List<AssertionOutcome> outcomes) {
    Double max = expectation.maxResponseTime();
    if (reached(micros, max)) {
      return failed(Reason.TOO_SLOW, slow(micros, "maximum", max), outcomes);
    }
    Double degraded = expectation.degradedResponseTime();
    if (reached(micros, degraded)) {
      return new EvaluationResult(
          Verdict.DEGRADED, Reason.SLOW, slow(micros, "degraded", degraded), outcomes);
    }
    return new EvaluationResult(Verdict.PASSED, Reason.NONE, "", outcomes);
  }

  private static boolean reached(long micros, @Nullable Double limitMillis) {
    return limitMillis != null && micros >= limitMillis * MICROS_PER_MILLI;
  }

  private static List<AssertionOutcome> outcomes(List<Assertion> assertions, int status) {
    if (assertions.isEmpty()) {
      return List.of();
    }
    return assertions.stream()
        .flatMap(
            assertion -> {
              Comparison comparison = assertion.comparison();
              return comparison == null
                  ? Stream.empty()
                  : Stream.of(
                      new AssertionOutcome(
                          comparison,
                          assertion.target(),
                          status,
                          holds(comparison, assertion.target(), status)));
            })
        .toList();
  }

  /** A target that is not a number equals no status code and is never less or greater. */
  private static boolean holds(Comparison comparison, String target, int status) {
    BigDecimal number = number(target.strip());
    int order = number == null ? 0 : BigDecimal.valueOf(status).compareTo(number);
    return switch (comparison) {
      case EQUALS -> number != null && order == 0;
      case NOT_EQUALS -> number == null || order != 0;
      case LESS_THAN -> order < 0;
      case GREATER_THAN -> order > 0;
    };
  }

  private static @Nullable BigDecimal number(String text) {
    if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
      return null;
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static EvaluationResult failed(
      Reason reason, String message, List<AssertionOutcome> assertions) {
    return new EvaluationResult(Verdict.FAILED, reason, message, assertions);
  }

  private static String unexpected(AssertionOutcome outcome) {
    String wanted =
        switch (outcome.comparison()) {
          case EQUALS -> "to equal ";
          case NOT_EQUALS -> "not to equal ";
          case LESS_THAN -> "to be less than ";
          case GREATER_THAN -> "to be greater than ";
        };
    return "The status code was %d, expected %s\"%s\""
        .formatted(outcome.actual(), wanted, outcome.target());
  }

  private static String slow(long micros, String limit, @Nullable Double millis) {
    return String.format(
        Locale.ROOT,
        "The answer took %d ms, the %s response time is %.0f ms",
        micros / MICROS_PER_MILLI,
        limit,
        millis);
  }
}
