package dev.belfry.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.contract.Contract;
import dev.belfry.contract.OperationContract;
import dev.belfry.error.Violation;
import dev.belfry.resource.Bodies;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The bodies of the contract of this program. */
public final class ContractBodies implements Bodies {
  private static final Map<String, OperationContract> OPERATIONS =
      Contract.load().operations().stream()
          .collect(Collectors.toMap(OperationContract::id, Function.identity()));

  @Override
  public ObjectNode read(String operationId, ObjectNode payload, List<Violation> violations) {
    OperationContract operation = Objects.requireNonNull(OPERATIONS.get(operationId));
    return operation
        .body()
        .orElseThrow()
        .read(payload.toString().getBytes(StandardCharsets.UTF_8), violations);
  }
}
