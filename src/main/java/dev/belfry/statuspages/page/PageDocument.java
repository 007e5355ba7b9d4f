package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** What becomes of the payload of a page. */
final class PageDocument {
  private static final int COMPONENTS = 3;

  private PageDocument() {}

  /**
   * The page with every default, in the form in which pages are compared. An item of {@code
   * services} may be an id, or an object with it (wire contract 3.3).
   *
   * @param payload is changed
   * @param violations receives everything that is wrong
   */
  static ObjectNode of(ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    if (payload.path("version").asInt() >= COMPONENTS) {
      violations.add(StatusPageRules.componentsUnknown());
      return payload;
    }
    payload.path("cards").forEach(PageDocument::simplify);
    List<Violation> found = new ArrayList<>();
    ObjectNode body = bodies.read("createStatusPage", payload, found);
    found.addAll(StatusPageRules.of(body));
    violations.addAll(found);
    return found.isEmpty() ? StatusPageDraft.of(body).document() : body;
  }

  private static void simplify(JsonNode card) {
    if (card instanceof ObjectNode object) {
      object.remove("id");
    }
    if (card.path("services") instanceof ArrayNode services) {
      for (int i = 0; i < services.size(); i++) {
        if (services.get(i).isTextual()) {
          ObjectNode service = services.objectNode();
          service.set("id", services.get(i));
          services.set(i, service);
        }
      }
    }
  }
}
