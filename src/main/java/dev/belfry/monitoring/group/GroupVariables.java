package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables of a group. The value of a secret one can be written and never read: answers have
 * null for it, and an update that has null or nothing for it keeps what is stored.
 */
final class GroupVariables {
  private static final String MEMBER = "environmentVariables";

  private GroupVariables() {}

  /** What is wrong with the variables of a new group: keys are unique, all values are given. */
  static List<Violation> ofDraft(ObjectNode body) {
    List<Violation> violations = duplicates(body.path(MEMBER));
    violations.addAll(withoutValue(body.path(MEMBER), false));
    return violations;
  }

  /** The same for an update, where a secret one may come without its value. */
  static List<Violation> ofUpdate(ObjectNode body) {
    List<Violation> violations = duplicates(body.path(MEMBER));
    violations.addAll(withoutValue(body.path(MEMBER), true));
    return violations;
  }

  /**
   * Gives the secret variables that were sent without a value the stored value of the same key.
   *
   * @param sent settings of an update, which this completes
   * @param stored settings of the group before
   * @return the variables for which nothing is stored
   */
  static List<Violation> keepSecrets(ObjectNode sent, ObjectNode stored) {
    Map<String, JsonNode> values = new HashMap<>();
    for (JsonNode variable : stored.path(MEMBER)) {
      values.put(variable.path("key").asText(), variable.path("value"));
    }
    for (JsonNode variable : sent.path(MEMBER)) {
      JsonNode value = values.get(variable.path("key").asText());
      if (!variable.hasNonNull("value") && value != null) {
        ((ObjectNode) variable).set("value", value);
      }
    }
    return withoutValue(sent.path(MEMBER), false);
  }

  /** Settings as an answer may show them; takes them over. */
  static ObjectNode masked(ObjectNode settings) {
    for (JsonNode variable : settings.path(MEMBER)) {
      if (variable.path("secret").asBoolean()) {
        ((ObjectNode) variable).putNull("value");
      }
    }
    return settings;
  }

  private static List<Violation> duplicates(JsonNode variables) {
    List<Violation> violations = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < variables.size(); i++) {
      JsonNode key = variables.get(i).path("key");
      if (key.isTextual() && !seen.add(key.textValue())) {
        violations.add(new Violation(at(i, "key"), "must not appear twice"));
      }
    }
    return violations;
  }

  private static List<Violation> withoutValue(JsonNode variables, boolean secretsMayLackIt) {
    List<Violation> violations = new ArrayList<>();
    for (int i = 0; i < variables.size(); i++) {
      JsonNode variable = variables.get(i);
      boolean secret = variable.path("secret").asBoolean();
      if (!variable.hasNonNull("value") && !(secret && secretsMayLackIt)) {
        violations.add(
            new Violation(
                at(i, "value"),
                secret
                    ? "is required: no value of this secret variable is stored"
                    : "is required, and may be null for a secret variable only"));
      }
    }
    return violations;
  }

  private static String at(int index, String member) {
    return "/" + MEMBER + "/" + index + "/" + member;
  }
}
