package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
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
  static List<Violation> of(ChannelConfig config) {
    List<Violation> violations = new ArrayList<>(0);
    check("/config/template", config.value(ConfigMember.TEMPLATE), violations);
    checkEach("/config/headers/", config.headers(), violations);
    checkEach("/config/queryParameters/", config.queryParameters(), violations);
    return violations;
  }

  private static void checkEach(
      String path, Field<List<ChannelConfig.KeyValue>> sent, List<Violation> violations) {
    List<ChannelConfig.KeyValue> entries = sent.value();
    for (int i = 0; entries != null && i < entries.size(); i++) {
      String text = entries.get(i).value().value();
      check(path + i + "/value", text == null ? "" : text, violations);
    }
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
