package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts conditions on the body of an answer. */
final class GatusBodies {
  private static final String BODY = "[BODY]";
  private static final Pattern PATH =
      Pattern.compile("\\[BODY]((?:\\.[A-Za-z_][\\w-]*|\\[\\d+])*)");
  private static final Pattern CALL = Pattern.compile("(has|len|pat|any)\\((.*)\\)");
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,15}");

  private GatusBodies() {}

  /** Whether a condition looks at the body. */
  static boolean concerns(String condition) {
    return condition.contains(BODY);
  }

  /**
   * Adds an assertion; answers why there is none or how it differs, empty when it does not.
   *
   * @param what the side of the condition with the body
   */
  static String add(
      String what, String comparison, String value, CheckType type, ArrayNode assertions) {
    Matcher call = CALL.matcher(what);
    if (call.matches()) {
      return call.group(1).equals("has")
          ? has(call.group(2), comparison + value, type, assertions)
          : "an assertion does not count; write one with a JSONPath in its place";
    }
    Optional<ObjectNode> looked = lookedAt(what, type);
    if (looked.isEmpty()) {
      return "has no counterpart";
    }
    return compare(looked.get(), comparison, value, assertions);
  }

  private static String has(String what, String wanted, CheckType type, ArrayNode assertions) {
    Optional<ObjectNode> looked = lookedAt(what, type);
    if (looked.isEmpty() || !wanted.matches("[=!]=(true|false)")) {
      return "is not understood";
    }
    boolean there = wanted.equals("==true") || wanted.equals("!=false");
    assertions.add(
        looked.get().put("comparison", there ? "NOT_NULL" : "IS_NULL").put("target", ""));
    return "";
  }

  /** An assertion without its comparison; empty when the type has no such source. */
  private static Optional<ObjectNode> lookedAt(String what, CheckType type) {
    Matcher path = PATH.matcher(what);
    if (!path.matches()) {
      return Optional.empty();
    }
    ObjectNode assertion = JsonNodeFactory.instance.objectNode();
    if (path.group(1).isEmpty()) {
      return switch (type) {
        case API -> Optional.of(assertion.put("source", "TEXT_BODY"));
        case TCP -> Optional.of(assertion.put("source", "RESPONSE_DATA"));
        default -> Optional.empty();
      };
    }
    return type == CheckType.API
        ? Optional.of(assertion.put("source", "JSON_BODY").put("property", jsonPath(path.group(1))))
        : Optional.empty();
  }

  /** Quotes names that are no plain words. */
  private static String jsonPath(String steps) {
    return "$" + steps.replaceAll("\\.([A-Za-z_]\\w*-[\\w-]*)", "['$1']");
  }

  private static String compare(
      ObjectNode assertion, String comparison, String value, ArrayNode assertions) {
    boolean equal = comparison.equals("==");
    if (equal || comparison.equals("!=")) {
      Matcher call = CALL.matcher(value);
      if (call.matches()) {
        Optional<String> regex = regex(call.group(1), call.group(2));
        if (regex.isEmpty()) {
          return "is not understood";
        }
        assertions.add(
            assertion
                .put("regex", regex.get())
                .put("comparison", equal ? "NOT_NULL" : "IS_NULL")
                .put("target", ""));
      } else if (value.equals("null")) {
        assertions.add(
            assertion.put("comparison", equal ? "IS_NULL" : "NOT_NULL").put("target", ""));
      } else {
        assertions.add(
            assertion.put("comparison", equal ? "EQUALS" : "NOT_EQUALS").put("target", value));
      }
      return "";
    }
    if (!WHOLE.matcher(value).matches()) {
      return "is left out: an assertion compares with whole numbers only";
    }
    boolean inclusive = comparison.endsWith("=");
    boolean more = comparison.startsWith(">");
    long target = Long.parseLong(value) + (inclusive ? (more ? -1 : 1) : 0);
    assertions.add(
        assertion
            .put("comparison", more ? "GREATER_THAN" : "LESS_THAN")
            .put("target", Long.toString(target)));
    return inclusive ? "is exact for whole numbers only" : "";
  }

  /** A regular expression that matches a whole text as a function of Gatus does. */
  private static Optional<String> regex(String function, String arguments) {
    return switch (function) {
      case "pat" -> Optional.of("(?s)^" + wildcards(arguments) + "$");
      case "any" ->
          Optional.of(
              Arrays.stream(arguments.split(",", -1))
                  .map(String::strip)
                  .map(com.google.re2j.Pattern::quote)
                  .collect(Collectors.joining("|", "^(?:", ")$")));
      default -> Optional.empty();
    };
  }

  private static String wildcards(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(com.google.re2j.Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }
}
