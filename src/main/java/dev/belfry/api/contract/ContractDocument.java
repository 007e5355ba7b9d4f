package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The contract as it is written, before anything is compiled from it. */
public final class ContractDocument {
  private static final String RESOURCE = "/openapi.yaml";

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

  /** The schemas by name; not to be changed. */
  public JsonNode schemas() {
    return document.path("components").path("schemas");
  }

  JsonNode document() {
    return document;
  }
}
