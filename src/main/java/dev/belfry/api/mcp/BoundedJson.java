package dev.belfry.api.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Shortens JSON text to whole entries of its list. Costs as much as what is kept, not the rest. */
final class BoundedJson {
  /** A list is the document itself, or a member of it. */
  private static final int DEEPEST_LIST = 2;

  private static final JsonFactory JSON = new JsonFactory();

  private BoundedJson() {}

  /**
   * The beginning of a document as a document: the last entry that would exceed the bound is left
   * out, and so is all that follows it. A document without a list, or whose first entry exceeds the
   * bound, is cut anywhere and so is no document.
   *
   * @param json a document
   * @param most bytes, less than the document has
   */
  static String cut(byte[] json, int most) {
    try {
      int tokens = tokensWithin(json, most);
      return tokens == 0 ? start(json, most) : copy(json, tokens);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many tokens there are up to the end of the last entry within the bound, 0 for none. */
  private static int tokensWithin(byte[] json, int most) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      int kept = 0;
      int read = 0;
      while (parser.nextToken() != null) {
        if (parser.currentLocation().getByteOffset() > most) {
          break;
        }
        read++;
        JsonStreamContext context = parser.getParsingContext();
        boolean ended =
            parser.currentToken().isScalarValue() || parser.currentToken().isStructEnd();
        if (ended && context.inArray() && context.getNestingDepth() <= DEEPEST_LIST) {
          kept = read;
        }
      }
      return kept;
    }
  }

  private static String copy(byte[] json, int tokens) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonParser parser = JSON.createParser(json);
        JsonGenerator generator = JSON.createGenerator(out)) {
      for (int i = 0; i < tokens; i++) {
        JsonToken token = parser.nextToken();
        if (token == null) {
          break;
        }
        generator.copyCurrentEventExact(parser);
      }
    } // Closing ends the lists and objects that are open.
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String start(byte[] json, int most) {
    int end = most;
    while (end > 0 && (json[end] & 0xc0) == 0x80) {
      end--; // Within a character.
    }
    return new String(json, 0, end, StandardCharsets.UTF_8);
  }
}
