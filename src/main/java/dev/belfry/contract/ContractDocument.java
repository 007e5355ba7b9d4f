package dev.belfry.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.regex.Pattern;

/** The contract as it is written, before anything is compiled from it. */
public final class ContractDocument {
  private static final String RESOURCE = "/openapi.yaml";
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");

  private final JsonNode document;
  private final byte[] json;

  private ContractDocument(JsonNode document, byte[] json) {
    this.document = document;
    this.json = json;
  }

  /** Reads the document of this program from the class path. */
  public static ContractDocument read() {
    try (InputStream stream = ContractDocument.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the class path");
      }
      JsonNode document = new YAMLMapper().readTree(stream);
      return new ContractDocument(document, new ObjectMapper().writeValueAsBytes(document));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document as JSON. */
  public byte[] json() {
    return json.clone();
  }

  /**
   * What a router needs of the document: paths, methods and operation ids. Schemas are compiled by
   * us, and to have them checked and resolved a second time would take a third of the start.
   */
  public JsonNode routes() {
    ObjectNode routes = JsonNodeFactory.instance.objectNode();
    routes.set("openapi", document.get("openapi"));
    routes.putObject("info").put("title", "routes").put("version", "1");
    ObjectNode paths = routes.putObject("paths");
    document
        .get("paths")
        .properties()
        .forEach(path -> paths.set(path.getKey(), routes(path.getKey(), path.getValue())));
    return routes;
  }

  private static ObjectNode routes(String path, JsonNode item) {
    ObjectNode routes = JsonNodeFactory.instance.objectNode();
    ArrayNode parameters = routes.putArray("parameters");
    PATH_PARAMETER
        .matcher(path)
        .results()
        .forEach(
            name ->
                parameters
                    .addObject()
                    .put("name", name.group(1))
                    .put("in", "path")
                    .put("required", true)
                    .putObject("schema")
                    .put("type", "string"));
    for (Map.Entry<String, JsonNode> entry : item.properties()) {
      if (entry.getValue().has("operationId")) {
        ObjectNode operation = routes.putObject(entry.getKey());
        operation.set("operationId", entry.getValue().get("operationId"));
        operation.putObject("responses").putObject("default").put("description", "any");
      }
    }
    return routes;
  }

  /** The schemas by name; not to be changed. */
  public JsonNode schemas() {
    return document.path("components").path("schemas");
  }

  JsonNode document() {
    return document;
  }
}
