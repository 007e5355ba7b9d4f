package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How a body becomes what an operation works on: read once into a draft, which is then held to the
 * rules that a schema cannot say.
 *
 * @param codec makes the draft; bears the lack of fields that offended the schema
 * @param rules names every field of a draft that is wrong
 */
public record DraftReader<D>(
    Function<? super ObjectNode, ? extends D> codec, Function<? super D, List<Violation>> rules) {
  /**
   * The draft of a body.
   *
   * @param body normalised by its schema; taken over
   * @param violations what the schema found; receives what the rules find in other fields
   */
  public D read(ObjectNode body, List<Violation> violations) {
    D draft = codec.apply(body);
    List<Violation> found = rules.apply(draft);
    if (!found.isEmpty()) {
      Set<String> offending = new HashSet<>();
      violations.forEach(known -> offending.add(known.path()));
      for (Violation violation : found) {
        if (offending.add(violation.path())) {
          violations.add(violation);
        }
      }
    }
    return draft;
  }
}
