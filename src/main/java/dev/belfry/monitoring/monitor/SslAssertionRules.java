package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.SslFact;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the facts that assertions of SSL monitors name can be compared. */
final class SslAssertionRules {
  private SslAssertionRules() {}

  /** What is wrong with the assertions of a request, besides what holds for all types. */
  static List<Violation> violations(Field<List<AssertionDraft>> sent) {
    List<AssertionDraft> assertions = sent.value();
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; assertions != null && i < assertions.size(); i++) {
      add("/request/assertions/" + i, assertions.get(i), violations);
    }
    return violations;
  }

  private static void add(String path, AssertionDraft assertion, List<Violation> violations) {
    String name = assertion.source().value();
    if (name == null) {
      return;
    }
    AssertionSource source = AssertionSource.valueOf(name);
    List<String> properties = SslFact.propertiesOf(source);
    String property = assertion.property().or("");
    if (properties.isEmpty()) {
      if (source == AssertionSource.JSON_RESPONSE && (property == null || property.isEmpty())) {
        violations.add(
            new Violation(
                path + "/property", "must be a JSONPath such as $.certificate.keySizeBits"));
      }
      return;
    }
    Optional<SslFact> fact = SslFact.of(source, property == null ? "" : property);
    if (fact.isEmpty()) {
      violations.add(
          new Violation(
              path + "/property",
              "must be one of %s for %s".formatted(String.join(", ", properties), name)));
      return;
    }
    compared(path, assertion, fact.get(), violations);
  }

  private static void compared(
      String path, AssertionDraft assertion, SslFact fact, List<Violation> violations) {
    String comparison = assertion.comparison().value();
    String target = assertion.target().or("");
    if (comparison != null
        && fact.comparisons().noneMatch(Comparison.valueOf(comparison)::equals)) {
      violations.add(
          new Violation(
              path + "/comparison",
              "must be one of %s for %s"
                  .formatted(
                      fact.comparisons().map(Comparison::name).collect(Collectors.joining(", ")),
                      fact.property())));
    }
    String wanted = fact.wantedInsteadOf(target == null ? "" : target);
    if (wanted != null) {
      violations.add(
          new Violation(path + "/target", "must be %s for %s".formatted(wanted, fact.property())));
    }
  }
}
