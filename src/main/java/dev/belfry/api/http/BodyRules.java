package dev.belfry.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** Rules of a request body that its schema cannot say. Pure. */
@FunctionalInterface
public interface BodyRules {
  /**
   * The violations of a body.
   *
   * @param body the normalised body; members that violate the schema are missing from it
   */
  List<Violation> violations(ObjectNode body);
}
