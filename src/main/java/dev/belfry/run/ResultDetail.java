package dev.belfry.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.check.Verdict;
import dev.belfry.probe.ProbeAnswer;
import dev.belfry.probe.ProbeResult;
import org.jspecify.annotations.Nullable;

/** What a person wants to know of an attempt that did not simply pass, as JSON. */
final class ResultDetail {
  private ResultDetail() {}

  /** Null for what simply passed. */
  static @Nullable String of(Run run, ProbeResult result, Evaluation evaluation) {
    if (evaluation.verdict() == Verdict.PASSED) {
      return null;
    }
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    detail.put("message", evaluation.message());
    detail.put("url", run.spec.probe().request().url());
    if (result.address() != null) {
      detail.put("address", result.address());
    }
    if (!run.place.equals(run.home)) {
      detail.put("location", run.place.location());
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
      add(detail, answer);
    }
    if (!evaluation.assertions().isEmpty()) {
      ArrayNode assertions = detail.putArray("assertions");
      evaluation
          .assertions()
          .forEach(
              outcome ->
                  assertions
                      .addObject()
                      .put("comparison", outcome.comparison().name())
                      .put("target", outcome.target())
                      .put("actual", outcome.actual())
                      .put("passed", outcome.passed()));
    }
    return storable(detail.toString());
  }

  private static void add(ObjectNode detail, ProbeAnswer answer) {
    detail.put("statusText", answer.statusText());
    ArrayNode headers = detail.putArray("headers");
    answer.headers().forEach(header -> headers.addArray().add(header.name()).add(header.value()));
    detail.put("body", answer.body());
    if (answer.bodyCut()) {
      detail.put("bodyCut", true);
    }
  }

  /** Postgres has no place in its JSON for the character with the number 0. */
  private static String storable(String json) {
    return json.replace("\\u0000", "\\ufffd");
  }
}
