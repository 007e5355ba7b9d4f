package dev.belfry.monitoring.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Cuts one flat settings document into records and puts it together again. Each part reads its own
 * members of the whole document and ignores the rest.
 */
final class SettingsJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private SettingsJson() {}

  /**
   * The part of a document that a record has members for.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  static <T> T read(JsonNode document, Class<T> part) {
    return MAPPER.convertValue(document, part);
  }

  /**
   * Reads JSON text.
   *
   * @throws IllegalArgumentException if it is no JSON or a member has a value that does not fit
   */
  static <T> T parse(String json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** One flat document with the members of all parts. */
  static ObjectNode write(Object... parts) {
    ObjectNode document = MAPPER.createObjectNode();
    for (Object part : parts) {
      document.setAll(MAPPER.<ObjectNode>valueToTree(part));
    }
    return document;
  }
}
