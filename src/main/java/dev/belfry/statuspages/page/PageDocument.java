package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.domain.DomainPolicy;
import java.util.ArrayList;
import java.util.List;

/** Reads a status page in the payload of a project. */
final class PageDocument {
  /** The generation of pages that has components in place of cards. */
  private static final int COMPONENTS = 3;

  private PageDocument() {}

  /**
   * The page with every default, in the form in which pages are compared.
   *
   * @param payload is changed
   * @param violations receives every violation
   * @param domains tells which domains pages may have
   */
  static ObjectNode of(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations, DomainPolicy domains) {
    if (StatusPageCodec.version(payload) >= COMPONENTS) {
      violations.add(StatusPageRules.componentsUnknown());
      return payload;
    }
    StatusPageCodec.normalizeCards(payload);
    List<Violation> found = new ArrayList<>();
    ObjectNode body = bodies.read("createStatusPage", payload, found);
    StatusPageDraft draft = StatusPageCodec.draft(body);
    found.addAll(StatusPageRules.of(draft, domains));
    violations.addAll(found);
    return found.isEmpty() ? StatusPageCodec.document(draft) : body;
  }
}
