package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the draft of a body and applies its rules.
 *
 * @param codec bears the lack of members that violate the schema
 */
record DraftRules<D>(Function<ObjectNode, D> codec, Function<? super D, List<Violation>> rules)
    implements BodyRules {

  @Override
  public List<Violation> violations(ObjectNode body) {
    return rules.apply(codec.apply(body));
  }

  @Override
  public Checked check(ObjectNode body) {
    D draft = codec.apply(body);
    return new Checked(draft, rules.apply(draft));
  }

  /** The draft that {@link #check} made of the body of a request. */
  @SuppressWarnings("unchecked") // The request of an operation carries the draft of its own codec.
  D draft(ApiRequest request) {
    return (D) requireNonNull(request.draft());
  }
}
