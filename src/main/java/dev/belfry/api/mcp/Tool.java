package dev.belfry.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.contract.Parameter;
import dev.belfry.api.http.OperationCalls;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a tool. Its arguments are the parameters of the operation by name, and its body
 * under {@link #BODY}.
 *
 * @param tags of the operation in the contract
 * @param definition as {@code tools/list} has it, JSON text
 */
record Tool(OperationContract operation, Set<String> tags, String definition) {
  /** The name of the argument that is the body of the request. */
  static final String BODY = "body";

  Tool {
    tags = Set.copyOf(tags);
  }

  String name() {
    return operation.id();
  }

  /**
   * The call that these arguments ask for.
   *
   * @param arguments an object
   * @throws ApiException 400 that names each argument that the tool lacks, or that is neither a
   *     value nor a list of values; the operation itself judges the others
   */
  OperationCalls.Call call(JsonNode arguments) {
    List<Violation> violations = new ArrayList<>();
    Map<String, String> inPath = new HashMap<>();
    StringBuilder query = new StringBuilder();
    String path = operation.path();
    List<String> known = new ArrayList<>();
    for (Parameter parameter : operation.parameters()) {
      String name = parameter.name();
      known.add(name);
      JsonNode value = arguments.path(name);
      if (parameter.inPath()) {
        String text = value.isValueNode() && !value.isNull() ? value.asText() : "";
        if (text.isEmpty()) {
          violations.add(new Violation("/" + name, "is required"));
        }
        inPath.put(name, text);
        path = path.replace("{" + name + "}", encoded(text));
      } else {
        append(query, name, value, violations);
      }
    }
    if (operation.bodySchema() != null) {
      known.add(BODY);
    }
    arguments
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                violations.add(
                    new Violation("/" + name, "is no argument; there are " + named(known)));
              }
            });
    if (!violations.isEmpty()) {
      throw ApiException.invalid(ApiException.Source.PARAMS, violations);
    }
    return new OperationCalls.Call(
        name(), path, inPath, query.isEmpty() ? null : query.toString(), body(arguments));
  }

  private static String named(List<String> known) {
    return known.isEmpty() ? "none" : String.join(", ", known);
  }

  /** Null counts as absent, since models send it for none. */
  private static void append(
      StringBuilder query, String name, JsonNode value, List<Violation> violations) {
    for (JsonNode one : value.isArray() ? value : List.of(value)) {
      if (one.isContainerNode()) {
        violations.add(new Violation("/" + name, "must be a value or a list of values"));
      } else if (!one.isNull() && !one.isMissingNode()) {
        query
            .append(query.isEmpty() ? "" : "&")
            .append(encoded(name))
            .append('=')
            .append(encoded(one.asText()));
      }
    }
  }

  private @Nullable String body(JsonNode arguments) {
    JsonNode body = arguments.get(BODY);
    return operation.bodySchema() == null || body == null ? null : body.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
