package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.template.Escape;
import dev.belfry.platform.template.MessageTemplate;
import dev.belfry.platform.template.TemplateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rules of the templates in the configuration of a webhook. */
final class TemplateRules {
  private TemplateRules() {}

  /** What is wrong with the template of the body and those in headers and query parameters. */
  static List<Violation> of(ObjectNode config) {
    List<Violation> violations = new ArrayList<>();
    check("/config/template", config.path("template").asText(""), violations);
    for (String list : List.of("headers", "queryParameters")) {
      JsonNode entries = config.path(list);
      for (int i = 0; i < entries.size(); i++) {
        String text = entries.get(i).path("value").asText("");
        check("/config/" + list + "/" + i + "/value", text, violations);
      }
    }
    return violations;
  }

  /** Rendered once without any values, since some mistakes only show then. */
  private static void check(String path, String text, List<Violation> violations) {
    try {
      MessageTemplate.of(text, Escape.NONE).render(Map.of(), Instant.EPOCH);
    } catch (TemplateException invalid) {
      violations.add(new Violation(path, invalid.sentence()));
    }
  }
}
