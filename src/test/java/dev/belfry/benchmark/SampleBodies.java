package dev.belfry.benchmark;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySchema;
import dev.belfry.api.contract.Contract;
import dev.belfry.platform.error.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The body that the harness sends, as sent and as the contract reads it. */
final class SampleBodies {
  private static final Path FILE = Path.of("src/test/load/monitor.json");

  private SampleBodies() {}

  /** The bytes on the wire: the file of the harness without its white space. */
  static byte[] wire() {
    ObjectMapper mapper = new ObjectMapper();
    try {
      return mapper.writeValueAsBytes(mapper.readTree(Files.readAllBytes(FILE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The compiled schema of an operation's body. */
  static BodySchema schema(Contract contract, String operationId) {
    return contract.operations().stream()
        .filter(operation -> operation.id().equals(operationId))
        .findFirst()
        .map(operation -> requireNonNull(operation.bodySchema()))
        .orElseThrow();
  }

  /** The body as the operation gets it. */
  static ObjectNode read(Contract contract, String operationId) {
    List<Violation> violations = new ArrayList<>();
    ObjectNode body = schema(contract, operationId).read(wire(), violations);
    if (!violations.isEmpty()) {
      throw new IllegalStateException("The body of the harness is not valid: " + violations);
    }
    return body;
  }
}
