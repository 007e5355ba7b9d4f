package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.api.contract.OperationContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The contract as a source of requests: its operations with references resolved. */
final class FuzzContract {
  private static final String JSON = "application/json";

  private final Contract contract = Contract.load();
  private final JsonNode document;
  private final Map<String, Operation> operations = new LinkedHashMap<>();

  FuzzContract() {
    try {
      document = new ObjectMapper().readTree(contract.json());
      ((ObjectNode) document.path("components")).set("schemas", ContractDocument.read().schemas());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    contract.operations().forEach(operation -> operations.put(operation.id(), read(operation)));
  }

  /**
   * A parameter.
   *
   * @param in {@code path}, {@code query} or {@code header}
   */
  record Param(String name, String in, JsonNode schema) {}

  /**
   * An operation.
   *
   * @param mediaType of the request body, null when it takes none
   * @param body schema of the request body, missing when it takes none
   * @param answers declared media types by status
   */
  record Operation(
      String id,
      String method,
      String path,
      boolean open,
      boolean writes,
      List<Param> parameters,
      @Nullable String mediaType,
      JsonNode body,
      Map<Integer, Set<String>> answers) {
    boolean takesJson() {
      return JSON.equals(mediaType);
    }

    boolean takes(String parameter) {
      return parameters.stream().anyMatch(one -> one.name().equals(parameter));
    }

    boolean hasPathParameters() {
      return path.contains("{");
    }
  }

  private Operation read(OperationContract operation) {
    JsonNode source =
        document
            .get("paths")
            .get(operation.path())
            .get(operation.method().toLowerCase(Locale.ROOT));
    List<Param> parameters = new ArrayList<>();
    for (JsonNode unresolved : source.path("parameters")) {
      JsonNode one = resolve(unresolved);
      parameters.add(
          new Param(one.get("name").asText(), one.get("in").asText(), resolve(one.get("schema"))));
    }
    JsonNode content = source.at("/requestBody/content");
    String mediaType = content.isEmpty() ? null : content.fieldNames().next();
    Map<Integer, Set<String>> answers = new LinkedHashMap<>();
    source
        .get("responses")
        .properties()
        .forEach(
            answer -> {
              Set<String> types = new HashSet<>();
              resolve(answer.getValue()).path("content").fieldNames().forEachRemaining(types::add);
              answers.put(Integer.valueOf(answer.getKey()), types);
            });
    return new Operation(
        operation.id(),
        operation.method(),
        operation.path(),
        operation.open(),
        operation.writes(),
        parameters,
        mediaType,
        resolve(mediaType == null ? content : content.get(mediaType).get("schema")),
        answers);
  }

  List<Operation> operations() {
    return List.copyOf(operations.values());
  }

  Operation operation(String id) {
    Operation found = operations.get(id);
    if (found == null) {
      throw new IllegalArgumentException("the contract has no operation " + id);
    }
    return found;
  }

  /** The operation that reads what another one updates, empty when none does. */
  Optional<Operation> readOf(Operation update) {
    String version = update.path().substring(0, 3);
    String path = (update.path() + "/").replaceFirst("/checks/[a-z]+/", "/checks/");
    return operations().stream()
        .filter(one -> one.method().equals("GET"))
        .filter(one -> isOfOneKind(one.path(), update.path()))
        .filter(one -> path.startsWith(one.path().replaceFirst("^/v\\d", version) + "/"))
        .findFirst();
  }

  /** Checks of every type are read by one operation. */
  private static boolean isOfOneKind(String read, String changed) {
    Optional<OwnedKind> kind = OwnedKind.of(changed);
    return OwnedKind.of(read).equals(kind.map(OwnedKind::whole));
  }

  /** Whether the contract has an answer for a path under any method. */
  boolean hasPath(String path) {
    return !contract.methodsOn(path).isEmpty();
  }

  /** The methods of a path, as {@code Allow} tells them. */
  List<String> methodsOn(String path) {
    return contract.methodsOn(path);
  }

  /** The target of a reference, or the one schema of an allOf; any other node is its own. */
  JsonNode resolve(JsonNode schema) {
    JsonNode target = schema;
    while (target.has("$ref") || target.has("allOf")) {
      target =
          target.has("$ref")
              ? document.at(target.get("$ref").asText().substring(1))
              : target.at("/allOf/0");
    }
    return target;
  }

  /** The types that a schema allows, those of its alternatives included. */
  Set<String> types(JsonNode unresolved) {
    JsonNode schema = resolve(unresolved);
    Set<String> types = new HashSet<>();
    if (schema.path("type").isTextual()) {
      types.add(schema.get("type").asText());
    }
    schema.path("type").forEach(type -> types.add(type.asText()));
    schema.path("anyOf").forEach(branch -> types.addAll(types(branch)));
    return types;
  }

  /** The alternative of a schema that fits a value; itself when it has none. */
  JsonNode branch(JsonNode unresolved, JsonNode value) {
    JsonNode schema = resolve(unresolved);
    for (JsonNode one : schema.path("anyOf")) {
      if (types(one).contains(typeOf(value))) {
        return resolve(one);
      }
    }
    return schema;
  }

  /** The name of a value's type in schemas; every number is a {@code number}. */
  private static String typeOf(JsonNode value) {
    return value.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
