package dev.belfry.monitoring.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;

/** Settings documents of the tests, written with single quotes. */
final class SettingsDocuments {
  static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

  private SettingsDocuments() {}

  static ObjectNode json(String text) {
    try {
      return MAPPER.readValue(text, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CheckSettings check(String text) {
    return CheckSettings.of(json(text));
  }

  static GroupSettings group(String text) {
    return GroupSettings.of(json(text));
  }
}
