package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.MailAddress;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules of an alert channel that its schema cannot say. */
final class ChannelRules {
  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9][0-9 ().-]{4,30}");

  private ChannelRules() {}

  /** What is wrong with a body that creates a channel. */
  static List<Violation> ofDraft(ObjectNode body) {
    List<Violation> violations = ofSubscriptions(body.path("subscriptions"));
    if (body.has("type") && body.has("config")) {
      violations.addAll(ofConfig(type(body), (ObjectNode) body.get("config")));
    }
    return violations;
  }

  /**
   * What is wrong with a body that updates a channel, as far as it can be told from the body alone:
   * the type and the secrets may be stored.
   */
  static List<Violation> ofUpdate(ObjectNode body) {
    List<Violation> violations = ofSubscriptions(body.path("subscriptions"));
    if (body.has("type") && body.has("config")) {
      JsonNode config = body.get("config");
      ofConfig(type(body), (ObjectNode) config).stream()
          .filter(violation -> config.has(member(violation)) || !isSecret(violation))
          .forEach(violations::add);
    }
    return violations;
  }

  /** What is wrong with a configuration as it would be stored. */
  static List<Violation> ofConfig(ChannelType type, ObjectNode config) {
    List<Violation> violations = new ArrayList<>();
    for (String member : type.required()) {
      String value = config.path(member).asText("");
      if (value.isBlank() || config.path(member).isNull()) {
        violations.add(
            new Violation("/config/" + member, "is required for a channel of type " + type));
      } else {
        violations.addAll(ofValue(member, value));
      }
    }
    if (type == ChannelType.WEBHOOK) {
      violations.addAll(TemplateRules.of(config));
    }
    return violations;
  }

  /** What is wrong with one subscription, seen from its own object. */
  static List<Violation> ofSubscription(JsonNode subscription) {
    boolean check = subscription.hasNonNull("checkId");
    boolean group = subscription.hasNonNull("groupId");
    if (check && group) {
      return List.of(new Violation("/groupId", "must be absent when checkId is given"));
    }
    return check || group
        ? List.of()
        : List.of(new Violation("/checkId", "is required unless groupId is given"));
  }

  private static List<Violation> ofSubscriptions(JsonNode list) {
    List<Violation> violations = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String prefix = "/subscriptions/" + i;
      JsonNode one = list.get(i);
      ofSubscription(one).forEach(violation -> violations.add(violation.within(prefix)));
      for (String member : List.of("checkId", "groupId")) {
        String id = one.path(member).asText("").toLowerCase(Locale.ROOT);
        if (one.hasNonNull(member) && !seen.add(member + id)) {
          violations.add(new Violation(prefix + "/" + member, "must not appear twice"));
        }
      }
    }
    return violations;
  }

  private static List<Violation> ofValue(String member, String value) {
    String problem =
        switch (member) {
          case "address" ->
              MailAddress.isWellFormed(value)
                  ? ""
                  : "must be one e-mail address such as ops@example.com";
          case "url" ->
              WebAddress.isWellFormed(value)
                  ? ""
                  : "must be an http or https address such as https://example.com/hook";
          case "number" ->
              NUMBER.matcher(value).matches()
                  ? ""
                  : "must be a telephone number with country code such as +49 30 1234567";
          default -> "";
        };
    return problem.isEmpty() ? List.of() : List.of(new Violation("/config/" + member, problem));
  }

  private static boolean isSecret(Violation violation) {
    return ChannelType.SECRETS.contains(member(violation));
  }

  private static String member(Violation violation) {
    return violation.path().split("/", 4)[2];
  }

  private static ChannelType type(ObjectNode body) {
    return ChannelType.valueOf(body.get("type").asText());
  }
}
