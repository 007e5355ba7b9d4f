package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** The value that a schema of the contract gives to an absent member. */
public final class SchemaDefault {
  private SchemaDefault() {}

  /**
   * The default of a schema, or else of one of its alternatives: generators of Java clients write
   * invalid code for the default of a whole choice. Null when there is none.
   */
  public static @Nullable JsonNode of(JsonNode schema) {
    if (schema.has("default")) {
      return schema.get("default");
    }
    for (JsonNode branch : schema.path("anyOf")) {
      if (branch.has("default")) {
        return branch.get("default");
      }
    }
    return null;
  }
}
