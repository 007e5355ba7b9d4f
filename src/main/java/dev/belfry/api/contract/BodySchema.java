package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The compiled schema of a request body. Immutable; one instance serves every thread. */
public final class BodySchema {
  /** Deeper than any document of the contract by far, and far from exhausting the stack. */
  private static final int DEEPEST = 64;

  private static final int LONGEST_NUMBER = 1_000;
  private static final int LONGEST_NAME = 1_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxNameLength(LONGEST_NAME)
                  .build())
          .build();

  private final ValueReader reader;
  private final Set<String> lists;

  BodySchema(ValueReader reader) {
    this(reader, Set.of());
  }

  /**
   * @param lists the members of the body that are arrays
   */
  BodySchema(ValueReader reader, Set<String> lists) {
    this.reader = reader;
    this.lists = Set.copyOf(lists);
  }

  /** The members of a form that are arrays, so that their field may be there more than once. */
  public Set<String> lists() {
    return lists;
  }

  /** The same for a client that sends what it means to change. */
  public ObjectNode read(byte[] json, List<Violation> violations) {
    return read(json, false, violations);
  }

  /**
   * Checks and normalises a body in one pass: unknown members are dropped, defaults filled in.
   *
   * @param json the bytes as they arrived, UTF-8 (RFC 8259 section 8.1)
   * @param omitsUnset whether the client leaves out what is not set, so that an absent member takes
   *     its {@code x-unset} where it has one
   * @param violations receives every offending field; the result then lacks those fields
   * @throws ApiException 400 saying why the text is not JSON, or not an object
   */
  public ObjectNode read(byte[] json, boolean omitsUnset, List<Violation> violations) {
    JsonReadContext reading = new JsonReadContext(Utf8.require(json), omitsUnset);
    JsonNode body = null;
    try (JsonParser parser = JSON.createParser(json)) {
      body = body(parser, reading);
    } catch (JsonProcessingException e) {
      throw malformed("is not valid JSON" + at(e));
    } catch (IOException e) {
      throw malformed("is not valid JSON");
    }
    violations.addAll(reading.violations());
    if (body instanceof ObjectNode object) {
      return object;
    }
    throw malformed("must be an object");
  }

  /**
   * The same for an object that has been read already, for example as a part of another body.
   *
   * @param object stays as it is
   */
  public ObjectNode read(ObjectNode object, List<Violation> violations) {
    JsonReadContext reading = new JsonReadContext(false);
    try (JsonParser parser = new TreeTraversingParser(object)) {
      parser.nextToken();
      JsonNode body = reader.read(parser, reading);
      violations.addAll(reading.violations());
      return body instanceof ObjectNode read ? read : JsonNodeFactory.instance.objectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable JsonNode body(JsonParser parser, JsonReadContext reading) throws IOException {
    try {
      if (parser.nextToken() == null) {
        throw malformed("must not be empty");
      }
      JsonNode body = reader.read(parser, reading);
      if (parser.nextToken() != null) {
        throw malformed("must not go on after the JSON value");
      }
      return body;
    } catch (StreamConstraintsException e) {
      String place = parser.getParsingContext().pathAsPointer().toString();
      String message =
          "must have numbers of at most %d characters, names of at most %d and no more than %d levels"
              .formatted(LONGEST_NUMBER, LONGEST_NAME, DEEPEST);
      throw ApiException.invalid(List.of(new Violation(place, message)));
    }
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " (line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ")";
  }

  static ApiException malformed(String message) {
    return ApiException.invalid(List.of(new Violation("", "The body " + message)));
  }
}
