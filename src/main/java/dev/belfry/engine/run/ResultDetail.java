package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.SentRequest;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.trace.TraceContext;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the detail of a result, as JSON: why it did not pass and what the target answered. */
public final class ResultDetail {
  /** The escape of NUL; a text that only looks like one has another backslash before it. */
  private static final Pattern ZERO = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*+)\\\\u0000");

  private ResultDetail() {}

  /**
   * A pass tells the location if it is another than the own, its assertions if one of them looks at
   * more than the columns of the result, its answer if the type keeps that, and its trace if the
   * request said it. It is null if it has nothing to tell.
   */
  static @Nullable String of(
      Run run, CompletedRequest sent, ProbeResult result, EvaluationResult evaluation) {
    String elsewhere = run.place.equals(run.home) ? null : run.place.name();
    return detail(elsewhere, sent, result, evaluation);
  }

  /** The detail of a result that is not stored with a check; null for nothing to tell. */
  public static @Nullable String ofTest(
      CompletedRequest sent, ProbeResult result, EvaluationResult evaluation) {
    return detail(null, sent, result, evaluation);
  }

  private static @Nullable String detail(
      @Nullable String elsewhere,
      CompletedRequest sent,
      ProbeResult result,
      EvaluationResult evaluation) {
    if (evaluation.verdict() == Verdict.PASSED) {
      return ofPassed(elsewhere, sent, result.answer(), evaluation.assertions());
    }
    CheckRequest request = sent.probe().request();
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    detail.put("message", evaluation.message());
    detail.put(request.targetMember(), request.target());
    if (result.address() != null) {
      detail.put("address", result.address());
    }
    if (elsewhere != null) {
      detail.put("location", elsewhere);
    }
    if (!result.redirects().isEmpty()) {
      ArrayNode redirects = detail.putArray("redirects");
      result.redirects().forEach(redirects::add);
    }
    if (result.certificateExpiresAt() != null) {
      detail.put("certificateExpiresAt", result.certificateExpiresAt().toString());
    }
    ProbeAnswer answer = result.answer();
    if (answer != null) {
      answer.describe(detail);
    }
    describe(evaluation.assertions(), detail);
    SentRequest.describe(request, detail);
    sent.mask().hideIn(detail);
    describe(sent.probe().trace(), detail);
    return storable(detail.toString());
  }

  private static @Nullable String ofPassed(
      @Nullable String elsewhere,
      CompletedRequest sent,
      @Nullable ProbeAnswer answer,
      List<AssertionOutcome> outcomes) {
    boolean tells = false;
    for (AssertionOutcome outcome : outcomes) {
      tells |= outcome.isOfAnswer();
    }
    boolean keepsAnswer = answer != null && answer.isKeptWhenPassed();
    TraceContext trace = sent.probe().trace();
    if (elsewhere == null && !tells && !keepsAnswer && trace == null) {
      return null;
    }
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    if (elsewhere != null) {
      detail.put("location", elsewhere);
    }
    if (answer != null && keepsAnswer) {
      answer.describePassed(detail);
    }
    if (tells) {
      describe(outcomes, detail);
    }
    sent.mask().hideIn(detail);
    describe(trace, detail);
    return storable(detail.toString());
  }

  private static void describe(@Nullable TraceContext trace, ObjectNode detail) {
    if (trace != null) {
      detail.put("traceId", trace.trace().hex());
    }
  }

  private static void describe(List<AssertionOutcome> outcomes, ObjectNode detail) {
    if (!outcomes.isEmpty()) {
      ArrayNode assertions = detail.putArray("assertions");
      outcomes.forEach(outcome -> outcome.describe(assertions.addObject()));
    }
  }

  /** Replaces NUL, which Postgres cannot store in JSON. */
  static String storable(String json) {
    return json.contains("\\u0000") ? ZERO.matcher(json).replaceAll("$1\\\\ufffd") : json;
  }
}
