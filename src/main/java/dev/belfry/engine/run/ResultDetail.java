package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeResponse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.check.Verdict;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the detail of a result, as JSON: why it did not pass and what the target answered. */
final class ResultDetail {
  /** The escape of NUL; a text that only looks like one has another backslash before it. */
  private static final Pattern ZERO = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*+)\\\\u0000");

  private ResultDetail() {}

  /** Null for a pass at the own location; the location alone for a pass at another. */
  static @Nullable String of(Run run, ProbeResult result, EvaluationResult evaluation) {
    boolean elsewhere = !run.place.equals(run.home);
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    if (evaluation.verdict() == Verdict.PASSED) {
      return elsewhere ? detail.put("location", run.place.name()).toString() : null;
    }
    detail.put("message", evaluation.message());
    detail.put("url", run.spec.probe().request().url());
    if (result.address() != null) {
      detail.put("address", result.address());
    }
    if (elsewhere) {
      detail.put("location", run.place.name());
    }
    if (!result.redirects().isEmpty()) {
      ArrayNode redirects = detail.putArray("redirects");
      result.redirects().forEach(redirects::add);
    }
    if (result.certificateExpiresAt() != null) {
      detail.put("certificateExpiresAt", result.certificateExpiresAt().toString());
    }
    ProbeResponse answer = result.answer();
    if (answer != null) {
      add(detail, answer);
    }
    if (!evaluation.assertions().isEmpty()) {
      ArrayNode assertions = detail.putArray("assertions");
      evaluation.assertions().forEach(outcome -> outcome.describe(assertions.addObject()));
    }
    return storable(detail.toString());
  }

  private static void add(ObjectNode detail, ProbeResponse answer) {
    if (!answer.statusText().isEmpty()) {
      detail.put("statusText", answer.statusText());
    }
    if (!answer.headers().isEmpty()) {
      ArrayNode headers = detail.putArray("headers");
      answer.headers().forEach(header -> headers.addArray().add(header.name()).add(header.value()));
    }
    if (!answer.body().isEmpty()) {
      detail.put("body", answer.body());
    }
    if (answer.bodyCut()) {
      detail.put("bodyCut", true);
    }
  }

  /** Replaces NUL, which Postgres cannot store in JSON. */
  private static String storable(String json) {
    return json.contains("\\u0000") ? ZERO.matcher(json).replaceAll("$1\\\\ufffd") : json;
  }
}
