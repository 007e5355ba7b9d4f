package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Comparison;

/**
 * The outcome of one assertion on the status code of a response.
 *
 * @param target what the assertion compares with, as it was written
 * @param actual the status code
 */
public record AssertionOutcome(Comparison comparison, String target, int actual, boolean passed) {
  /** Adds its members to a document. */
  public void describe(ObjectNode document) {
    document
        .put("comparison", comparison.name())
        .put("target", target)
        .put("actual", actual)
        .put("passed", passed);
  }
}
