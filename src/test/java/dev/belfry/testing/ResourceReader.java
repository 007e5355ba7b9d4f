package dev.belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.Documents;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a kind makes of payloads. Needs no database. */
public final class ResourceReader {
  private final DeployableResource kind;

  public ResourceReader(DeployableResource kind) {
    this.kind = kind;
  }

  /** The document of a payload in which nothing is wrong. */
  public ObjectNode document(String payload) {
    List<Violation> violations = new ArrayList<>();
    ObjectNode document = kind.document(JsonText.parse(payload), new ContractBodies(), violations);
    assertThat(violations).isEmpty();
    return document;
  }

  /** Everything that is wrong with a payload. */
  public List<Violation> violations(String payload) {
    List<Violation> violations = new ArrayList<>();
    kind.document(JsonText.parse(payload), new ContractBodies(), violations);
    return violations;
  }

  /** The paths of everything that is wrong with a payload. */
  public List<String> paths(String payload) {
    return violations(payload).stream().map(Violation::path).toList();
  }

  /** Demands that there is a document and a deploy would find nothing to change in it. */
  public static void assertSame(@Nullable JsonNode document, JsonNode wanted) {
    if (document == null || !Documents.areSame(document, wanted)) {
      throw new AssertionError("Wanted is " + wanted + " but there is " + document);
    }
  }
}
