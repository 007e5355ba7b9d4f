package dev.belfry.projects.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Bounds of a dashboard, which is otherwise stored unchanged. */
final class DashboardRules {
  /** As JSON text in UTF-8, bytes. */
  static final int LARGEST = 64 * 1024;

  /** The database writes numbers out; more than this no program that draws has use for. */
  private static final int MOST_DIGITS = 400;

  private DashboardRules() {}

  /** What is wrong with a payload. */
  static List<Violation> of(ObjectNode payload) {
    int size = payload.toString().getBytes(StandardCharsets.UTF_8).length;
    if (size > LARGEST) {
      return List.of(
          new Violation("", "must be at most " + LARGEST + " bytes of JSON, not " + size));
    }
    List<Violation> violations = new ArrayList<>();
    examine(payload, "", violations);
    return violations;
  }

  private static void examine(JsonNode node, String place, List<Violation> violations) {
    if (node.isTextual() && hasNul(node.textValue())) {
      violations.add(new Violation(place, "must not have a NUL character"));
    } else if (node.isNumber() && !isModerate(node)) {
      violations.add(
          new Violation(place, "must be a number of at most " + MOST_DIGITS + " digits"));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      examine(node.get(i), place + "/" + i, violations);
    }
    for (var member : node.properties()) {
      if (hasNul(member.getKey())) {
        violations.add(new Violation(place, "must not have a NUL character in a member's name"));
      } else {
        String name = member.getKey().replace("~", "~0").replace("/", "~1");
        examine(member.getValue(), place + "/" + name, violations);
      }
    }
  }

  private static boolean hasNul(String text) {
    return text.indexOf('\0') >= 0;
  }

  private static boolean isModerate(JsonNode number) {
    if (number.isFloatingPointNumber() && !Double.isFinite(number.doubleValue())) {
      return false;
    }
    BigDecimal value = number.decimalValue();
    return value.precision() <= MOST_DIGITS && Math.abs((long) value.scale()) <= MOST_DIGITS;
  }
}
