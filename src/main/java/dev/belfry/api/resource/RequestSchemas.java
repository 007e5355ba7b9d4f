package dev.belfry.api.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The request bodies of the contract, by operation. */
@FunctionalInterface
public interface RequestSchemas {
  /** The request bodies of a contract. */
  static RequestSchemas of(Contract contract) {
    Map<String, OperationContract> operations = new HashMap<>();
    contract.operations().forEach(operation -> operations.put(operation.id(), operation));
    return (operationId, payload, violations) ->
        Objects.requireNonNull(operations.get(operationId), operationId)
            .body()
            .orElseThrow()
            .read(payload, violations);
  }

  /**
   * A payload read as the body of an operation: unknown members dropped, defaults filled in.
   *
   * @param operationId an operation of the contract that takes a body
   * @param payload stays as it is
   * @param violations receives every offending field; the result then lacks those fields
   */
  ObjectNode read(String operationId, ObjectNode payload, List<Violation> violations);

  /**
   * The same, made into a draft and held to its rules; a field that offends its schema already gets
   * no second violation.
   *
   * @param draft how the operation reads its body; has to bear the lack of offending fields
   * @return the draft; not to be used when {@code violations} has received any
   */
  default <D> D read(
      String operationId, ObjectNode payload, DraftReader<D> draft, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    D read = draft.read(read(operationId, payload, found), found);
    violations.addAll(found);
    return read;
  }
}
