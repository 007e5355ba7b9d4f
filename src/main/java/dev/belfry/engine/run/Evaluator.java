package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.result.MillisFormat;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.assertion.AssertionRules;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.check.WantedFailure;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the result of a probe of any type into a verdict (design, "Verdict"; specification, "URL
 * monitor").
 */
public final class Evaluator {
  private static final long MICROS_PER_MILLI = 1_000;

  /** The failures that a check whose connection should fail waits for. */
  private static final Set<Reason> OF_CONNECTION =
      EnumSet.of(
          Reason.CONNECTION_REFUSED,
          Reason.HOST_UNREACHABLE,
          Reason.NETWORK_UNREACHABLE,
          Reason.CONNECT_TIMEOUT,
          Reason.CONNECTION_RESET,
          Reason.CONNECTION_CLOSED,
          Reason.NO_REPLY);

  /** The failures of a connection that was made. */
  private static final Set<Reason> OF_SILENCE =
      EnumSet.of(Reason.FIRST_BYTE_TIMEOUT, Reason.DOWNLOAD_TIMEOUT);

  private Evaluator() {}

  /**
   * The verdict, by the first of these that applies:
   *
   * <ol>
   *   <li>No complete answer came back: failed for the probe's own reason, also with {@code
   *       shouldFail}. That flag validates an error status, and there is none.
   *   <li>The answer is wrong: failed. Without assertions its type decides, such as by a status
   *       code below 400. With assertions it is right when all of them hold; an assertion without a
   *       comparison counts as none. {@code shouldFail} requires an answer that its type calls
   *       wrong, and assertions must hold as written: "should fail, equals 404" accepts 404 alone.
   *       A type may call an answer wrong whatever is asserted, such as an expired certificate.
   *   <li>The response time has reached {@code maxResponseTime}: failed.
   *   <li>The type has a warning, such as a certificate that expires soon: degraded.
   *   <li>It has reached {@code degradedResponseTime}: degraded.
   *   <li>Otherwise passed.
   * </ol>
   *
   * <p>An answer that takes exactly as long as a limit has reached it.
   *
   * <p>For a type whose {@code shouldFail} asks for a failing connection, that flag alone decides:
   * passed when the connection was refused, broken or not made in time; failed when it was made. A
   * name that is not found and an address that is forbidden are failures of their own.
   */
  public static EvaluationResult evaluate(
      ProbeResult result, Expectation expectation, CheckRequest request) {
    ProbeAnswer answer = result.reason() == Reason.NONE ? result.answer() : null;
    if (expectation.shouldFail() && request.wantedFailure() == WantedFailure.CONNECTION) {
      return byConnection(result, answer == null ? List.of() : outcomes(result, answer, request));
    }
    if (answer == null) {
      return failed(result.reason(), result.message(), List.of());
    }
    List<AssertionOutcome> outcomes = outcomes(result, answer, request);
    Failure failure = answer.failure();
    if (!expectation.shouldFail() && failure != null && answer.failsWhateverIsAsserted()) {
      return failed(failure.reason(), failure.message(), outcomes);
    }
    for (AssertionOutcome outcome : outcomes) {
      if (!outcome.passed()) {
        return failed(Reason.ASSERTION, outcome.message(), outcomes);
      }
    }
    if (expectation.shouldFail() && failure == null) {
      return failed(
          Reason.SHOULD_HAVE_FAILED,
          answer.summary() + " though the request should fail",
          outcomes);
    }
    if (!expectation.shouldFail() && outcomes.isEmpty() && failure != null) {
      return failed(failure.reason(), failure.message(), outcomes);
    }
    EvaluationResult timed = byTime(result.timings().totalMicros(), expectation, outcomes);
    Failure warning = timed.verdict() == Verdict.FAILED ? null : answer.warning();
    return warning == null || expectation.shouldFail()
        ? timed
        : new EvaluationResult(Verdict.DEGRADED, warning.reason(), warning.message(), outcomes);
  }

  private static EvaluationResult byConnection(
      ProbeResult result, List<AssertionOutcome> outcomes) {
    if (OF_CONNECTION.contains(result.reason())) {
      return new EvaluationResult(Verdict.PASSED, Reason.NONE, "", outcomes);
    }
    ProbeAnswer answer = result.answer();
    String success = answer == null ? "The connection succeeded" : answer.success();
    return result.reason() == Reason.NONE || OF_SILENCE.contains(result.reason())
        ? failed(Reason.SHOULD_HAVE_FAILED, success + " though it should fail", outcomes)
        : failed(result.reason(), result.message(), outcomes);
  }

  private static List<AssertionOutcome> outcomes(
      ProbeResult result, ProbeAnswer answer, CheckRequest request) {
    return AssertionRules.evaluate(
        request.assertions(),
        answer.characters(),
        (source, property) ->
            source == AssertionSource.RESPONSE_TIME
                ? LongNode.valueOf(MillisFormat.whole(result.timings().totalMicros()))
                : answer.actual(source, property));
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

  private static EvaluationResult failed(
      Reason reason, String message, List<AssertionOutcome> assertions) {
    return new EvaluationResult(Verdict.FAILED, reason, message, assertions);
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
