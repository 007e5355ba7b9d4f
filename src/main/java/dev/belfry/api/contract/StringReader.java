package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a string. Lengths count Unicode code points, as JSON Schema does. The NUL character and
 * unpaired surrogates are violations everywhere, because the database can store neither.
 *
 * @param allowed the only values, null when any string is allowed
 */
record StringReader(
    int shortest,
    int longest,
    @Nullable Pattern pattern,
    @Nullable StringFormat format,
    @Nullable Set<String> allowed) {

  @Nullable JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    String value = parser.getText();
    String problem = problem(value, reading.isPlain());
    if (problem != null) {
      reading.violate(problem);
      return null;
    }
    return TextNode.valueOf(value);
  }

  @Nullable String problem(String value, boolean plain) {
    if (allowed != null) {
      return allowed.contains(value) ? null : "must be one of " + String.join(", ", allowed);
    }
    int length =
        value.length() <= longest && value.length() >= 2 * shortest
            ? value.length()
            : value.codePointCount(0, value.length());
    if (length < shortest) {
      return shortest == 1
          ? "must not be empty"
          : "must be at least " + shortest + " characters long";
    }
    if (length > longest) {
      return "must be at most " + longest + " characters long, not " + length;
    }
    if (format != null && !format.matches(value)) {
      return "must be " + format.words();
    }
    if (pattern != null && !pattern.matcher(value).find()) {
      return "must match " + pattern.pattern().replace("\\z", "$");
    }
    return plain ? null : unstorable(value);
  }

  private static @Nullable String unstorable(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == 0) {
        return "must not contain the NUL character";
      }
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < value.length()
            && Character.isLowSurrogate(value.charAt(i + 1))) {
          i++;
        } else {
          return "must not contain an unpaired surrogate";
        }
      }
    }
    return null;
  }
}
