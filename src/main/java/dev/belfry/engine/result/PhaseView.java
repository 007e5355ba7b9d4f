package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Renders the phases of a probe as JSON, milliseconds each. */
final class PhaseView {
  private PhaseView() {}

  /** The phases that a type of check has, by their names in the contract. */
  static ObjectNode of(ResultRow.Phases phases, List<String> names) {
    return of(phases).retain(names);
  }

  /** All phases, those of an HTTP request. */
  static ObjectNode of(ResultRow.Phases phases) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("wait", 0.0)
        .put("dns", MillisFormat.exact(phases.dns()))
        .put("tcp", MillisFormat.exact(phases.tcp()))
        .put("tls", MillisFormat.exact(phases.tls()))
        .put("firstByte", MillisFormat.exact(phases.firstByte()))
        .put("download", MillisFormat.exact(phases.download()))
        .put("total", MillisFormat.exact(phases.total()));
  }
}
