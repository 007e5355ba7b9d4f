package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.assertion.AssertionRules;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the members of an assertion must look like to be compared; the source decides. */
final class AssertionDraftRules {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}([.][0-9]{1,18})?");

  private AssertionDraftRules() {}

  /** What is wrong with the assertions of a request; names every member that is. */
  static List<Violation> violations(Field<List<AssertionDraft>> sent) {
    List<AssertionDraft> assertions = sent.value();
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; assertions != null && i < assertions.size(); i++) {
      add("/request/assertions/" + i, assertions.get(i), violations);
    }
    return violations;
  }

  private static void add(String path, AssertionDraft assertion, List<Violation> violations) {
    String source = assertion.source().value();
    if (source == null || AssertionSource.valueOf(source).isNumber()) {
      number(path, assertion, violations);
      return;
    }
    ApiRequestRules.template(path + "/target", assertion.target().value(), violations);
    if (isAbsent(assertion.target()) && needsTarget(assertion.comparison().value())) {
      violations.add(
          new Violation(
              path + "/target", "must not be empty for " + assertion.comparison().value()));
    }
    regex(path + "/regex", assertion.regex().value(), violations);
    if (AssertionSource.valueOf(source).hasRegexAsProperty()) {
      regex(path + "/property", assertion.property().value(), violations);
    } else if (!AssertionSource.valueOf(source).hasNameAsProperty()) {
      property(path, assertion.property().value(), violations);
    }
  }

  /** A number is compared with a number; an empty text is no target yet. */
  private static void number(String path, AssertionDraft assertion, List<Violation> violations) {
    String comparison = assertion.comparison().value();
    if (comparison != null && !Comparison.valueOf(comparison).comparesNumbers()) {
      violations.add(
          new Violation(
              path + "/comparison",
              "must be EQUALS, NOT_EQUALS, LESS_THAN or GREATER_THAN for " + source(assertion)));
    }
    String target = assertion.target().value();
    if (target != null && !target.isBlank() && !NUMBER.matcher(target.strip()).matches()) {
      violations.add(new Violation(path + "/target", "must be a number such as \"200\""));
    }
  }

  private static String source(AssertionDraft assertion) {
    String source = assertion.source().value();
    return source == null ? AssertionSource.STATUS_CODE.name() : source;
  }

  /** An empty text equals an empty text; what contains it or has it as a key is no question. */
  private static boolean needsTarget(@Nullable String comparison) {
    return comparison != null
        && switch (Comparison.valueOf(comparison)) {
          case CONTAINS, NOT_CONTAINS, HAS_KEY, NOT_HAS_KEY, LESS_THAN, GREATER_THAN -> true;
          default -> false;
        };
  }

  private static boolean isAbsent(Field<String> text) {
    String value = text.value();
    return value == null || value.isEmpty();
  }

  private static void regex(String path, @Nullable String regex, List<Violation> violations) {
    String fault = regex == null || regex.isEmpty() ? null : AssertionRules.faultOfRegex(regex);
    if (fault != null) {
      violations.add(
          new Violation(
              path,
              "must be a regular expression of RE2, without look-around and back references: "
                  + fault));
    }
  }

  private static void property(String path, @Nullable String property, List<Violation> violations) {
    String fault =
        property == null || property.isEmpty() ? null : AssertionRules.faultOfPath(property);
    if (fault != null) {
      violations.add(
          new Violation(path + "/property", "must be a JSONPath such as $.status: " + fault));
    }
  }
}
