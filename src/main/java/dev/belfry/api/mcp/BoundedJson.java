package dev.belfry.api.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
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
    int end = 0;
    String closing = "";
    try (JsonParser parser = JSON.createParser(json)) {
      while (parser.nextToken() != null) {
        parser.finishToken(); // Else the end of a text is not known.
        int offset = (int) parser.currentLocation().getByteOffset();
        if (offset > most) {
          break;
        }
        JsonStreamContext context = parser.getParsingContext();
        boolean ended =
            parser.currentToken().isScalarValue() || parser.currentToken().isStructEnd();
        if (ended && context.inArray() && context.getNestingDepth() <= DEEPEST_LIST) {
          end = offset;
          closing = closing(context);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return end == 0
        ? start(json, most)
        : new String(json, 0, end, StandardCharsets.UTF_8) + closing;
  }

  /** Ends a list, and what it is in. */
  private static String closing(JsonStreamContext list) {
    JsonStreamContext outer = list.getParent();
    return outer.inRoot() ? "]" : outer.inArray() ? "]]" : "]}";
  }

  private static String start(byte[] json, int most) {
    int end = most;
    while (end > 0 && (json[end] & 0xc0) == 0x80) {
      end--; // Within a character.
    }
    return new String(json, 0, end, StandardCharsets.UTF_8);
  }
}
