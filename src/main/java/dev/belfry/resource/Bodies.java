package dev.belfry.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.error.Violation;
import java.util.List;

/** The request bodies of the contract, by operation. */
@FunctionalInterface
public interface Bodies {
  /**
   * A payload read as the body of an operation: unknown members dropped, defaults filled in.
   *
   * @param operationId an operation of the contract that takes a body
   * @param payload stays as it is
   * @param violations receives every offending field; the result then lacks those fields
   */
  ObjectNode read(String operationId, ObjectNode payload, List<Violation> violations);
}
