package dev.belfry.api.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** Documents of resources ({@link DeployableResource#document}) held against each other. Pure. */
public final class Documents {
  /** Numbers are equal when their values are: 5 and 5.0 are one number (RFC 8259 section 6). */
  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) -> {
        if (one.isNumber() && other.isNumber()) {
          return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
      };

  private Documents() {}

  /** Whether two documents, or parts of two, say the same, so that nothing has to be written. */
  public static boolean areSame(JsonNode stored, JsonNode wanted) {
    return stored.equals(BY_VALUE, wanted);
  }
}
