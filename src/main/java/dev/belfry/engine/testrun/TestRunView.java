package dev.belfry.engine.testrun;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.result.MillisFormat;
import dev.belfry.engine.run.EvaluationResult;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.trace.TraceContext;

/** Renders the result of a test as JSON. What the target sent stays out. */
final class TestRunView {
  private static final double MICROS = 1_000;

  private TestRunView() {}

  static String of(TestProber.Tested tested) {
    ProbeResult result = tested.result();
    EvaluationResult evaluation = tested.evaluation();
    boolean unmade = evaluation.reason().isOurs();
    boolean plain = evaluation.reason() == Reason.NONE;
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("hasFailures", !unmade && evaluation.verdict() == Verdict.FAILED)
            .put("hasErrors", unmade)
            .put("isDegraded", evaluation.verdict() == Verdict.DEGRADED)
            .put("reason", plain ? null : evaluation.reason().name())
            .put("message", plain ? null : evaluation.message())
            .put("statusCode", result.statusCode() == 0 ? null : (Integer) result.statusCode())
            .put("responseTime", MillisFormat.whole(result.timings().totalMicros()))
            .put("address", result.address());
    ArrayNode redirects = node.putArray("redirects");
    result.redirects().forEach(redirects::add);
    ArrayNode assertions = node.putArray("assertions");
    evaluation.assertions().forEach(outcome -> outcome.describe(assertions.addObject()));
    node.set("timingPhases", phases(result.timings()));
    tested.sent().mask().hideIn(node);
    TraceContext trace = tested.sent().probe().trace();
    if (trace != null) {
      node.put("traceId", trace.trace().hex());
    }
    return node.toString();
  }

  private static ObjectNode phases(Timings timings) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("dns", timings.dnsMicros() / MICROS)
        .put("tcp", timings.tcpMicros() / MICROS)
        .put("tls", timings.tlsMicros() / MICROS)
        .put("firstByte", timings.firstByteMicros() / MICROS)
        .put("download", timings.downloadMicros() / MICROS)
        .put("total", timings.totalMicros() / MICROS);
  }
}
