package dev.belfry.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** The bodies of the contract of this program, compiled once for all tests. */
public final class ContractBodies implements RequestSchemas {
  private static final RequestSchemas COMPILED = RequestSchemas.of(Contract.load());

  @Override
  public ObjectNode read(String operationId, ObjectNode payload, List<Violation> violations) {
    return COMPILED.read(operationId, payload, violations);
  }
}
