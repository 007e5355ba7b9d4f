package dev.belfry.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules of a request body that its schema cannot say. Pure. */
@FunctionalInterface
public interface BodyRules {
  /**
   * A body that has been read.
   *
   * @param draft what a codec made of it, null without codec
   */
  record Checked(@Nullable Object draft, List<Violation> violations) {}

  /**
   * What is wrong with a body.
   *
   * @param body the normalised body; members that violate the schema are missing from it
   */
  List<Violation> violations(ObjectNode body);

  /** The violations, and the draft for an operation that works on one. */
  default Checked check(ObjectNode body) {
    return new Checked(null, violations(body));
  }
}
