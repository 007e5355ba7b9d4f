package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/** Reads texts that may be JSON. Length and depth are bounded. */
final class JsonTexts {
  /** Characters of a text beyond which it is not read. */
  static final int MOST_CHARACTERS = 1_000_000;

  private static final int DEEPEST = 200;

  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private JsonTexts() {}

  /** The JSON that a text is; {@code MissingNode} for other texts and for too large ones. */
  static JsonNode parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      return MissingNode.getInstance();
    }
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
