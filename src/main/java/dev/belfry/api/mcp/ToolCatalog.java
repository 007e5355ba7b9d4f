package dev.belfry.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools, in the order of the contract: each operation that needs a key and answers JSON, but
 * for deprecated ones and those that the contract marks {@code x-tool: false}.
 */
final class ToolCatalog {
  private static final String JSON = "application/json";

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  private ToolCatalog(Contract contract) throws IOException {
    JsonNode document = new ObjectMapper().readTree(contract.json());
    ToolSchemas schemas = new ToolSchemas(document);
    for (OperationContract operation : contract.operations()) {
      JsonNode path = document.get("paths").get(operation.path());
      JsonNode described = path.get(operation.method().toLowerCase(Locale.ROOT));
      if (isTool(operation, described, schemas)) {
        Set<String> tags = new HashSet<>();
        described.path("tags").forEach(tag -> tags.add(tag.asText()));
        tools.put(
            operation.id(),
            new Tool(
                operation, tags, definition(operation, described, schemas.of(path, described))));
      }
    }
  }

  /** Reads the whole contract, which takes tens of milliseconds. */
  static ToolCatalog of(Contract contract) {
    try {
      return new ToolCatalog(contract);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tool of a name, null when there is none. */
  @Nullable Tool find(String name) {
    return tools.get(name);
  }

  /** All tools. */
  List<Tool> all() {
    return List.copyOf(tools.values());
  }

  /** The tags of all tools. */
  Set<String> tags() {
    return tools.values().stream()
        .flatMap(tool -> tool.tags().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isTool(
      OperationContract operation, JsonNode described, ToolSchemas schemas) {
    boolean offered =
        described.path("x-tool").asBoolean(true) && !described.path("deprecated").asBoolean();
    boolean bytes = operation.takesBytes() || operation.takesForm();
    return offered && !operation.open() && !bytes && answersJson(described, schemas);
  }

  private static boolean answersJson(JsonNode described, ToolSchemas schemas) {
    for (Map.Entry<String, JsonNode> answer : described.path("responses").properties()) {
      JsonNode content = schemas.resolve(answer.getValue()).path("content");
      if (answer.getKey().startsWith("2") && !content.isEmpty() && !content.has(JSON)) {
        return false;
      }
    }
    return true;
  }

  private static String definition(
      OperationContract operation, JsonNode described, ObjectNode input) {
    String summary = described.path("summary").asText();
    String description = described.path("description").asText();
    ObjectNode tool =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", operation.id())
            .put("title", summary)
            .put("description", description.isEmpty() ? summary : summary + ".\n\n" + description);
    tool.set("inputSchema", input);
    String method = operation.method();
    tool.putObject("annotations")
        .put("readOnlyHint", !operation.writes())
        .put("destructiveHint", operation.writes() && !method.equals("POST"))
        .put("idempotentHint", !operation.writes() || !method.equals("POST"))
        .put("openWorldHint", false);
    return tool.toString();
  }
}
