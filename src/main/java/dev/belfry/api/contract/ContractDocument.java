package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contract as it is written, before anything is compiled from it. */
public final class ContractDocument {
  private static final String RESOURCE = "/openapi.yaml";

  private final JsonNode document;
  private final byte[] json;

  private ContractDocument(JsonNode document, byte[] json) {
    this.document = document;
    this.json = json;
  }

  /** Reads the document of this program from the class path, as JSON if the build prepared it. */
  public static ContractDocument read() {
    return of(yaml(), resource(PreparedContract.RESOURCE));
  }

  static ContractDocument of(byte[] yaml, byte @Nullable [] prepared) {
    byte[] json = prepared == null ? null : PreparedContract.json(yaml, prepared);
    if (json == null) {
      return parse(yaml);
    }
    try {
      return new ContractDocument(new ObjectMapper().readTree(json), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ContractDocument parse(byte[] yaml) {
    try {
      JsonNode document = new YAMLMapper().readTree(yaml);
      return new ContractDocument(document, new ObjectMapper().writeValueAsBytes(document));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document as it is written. */
  static byte[] yaml() {
    byte[] yaml = resource(RESOURCE);
    if (yaml == null) {
      throw new IllegalStateException(RESOURCE + " is missing from the class path");
    }
    return yaml;
  }

  private static byte @Nullable [] resource(String name) {
    try (InputStream stream = ContractDocument.class.getResourceAsStream(name)) {
      return stream == null ? null : stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document as JSON. */
  public byte[] json() {
    return json.clone();
  }

  /** The schemas by name, each object in one part; not to be changed. */
  public JsonNode schemas() {
    ObjectNode schemas = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> named :
        document.path("components").path("schemas").properties()) {
      schemas.set(named.getKey(), ObjectParts.join(document, named.getValue()));
    }
    return schemas;
  }

  JsonNode document() {
    return document;
  }
}
