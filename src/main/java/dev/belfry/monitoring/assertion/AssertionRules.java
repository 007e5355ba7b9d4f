package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.SslFact;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates assertions. What cannot be evaluated, such as a wrong regular expression, fails and
 * says why. The time that all of an answer take is bounded, whatever the settings and the answer
 * are.
 */
public final class AssertionRules {
  /** Characters of an actual value that are kept. */
  static final int MOST_KEPT = 1_000;

  /** Characters of an answer, up to which reading it and following a plain path is cheap. */
  private static final int FEW_CHARACTERS = 8_192;

  /** Processor time of the assertions of one answer; the one that reaches it is the last. */
  private static final long MOST_NANOS = 100_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private AssertionRules() {}

  /** Finds the value that an assertion looks at. */
  public interface Values {
    /**
     * A number, a text, other JSON, or {@code MissingNode} for no value.
     *
     * @param property as in the assertion, {@code ""} for the whole source
     * @throws AssertionFault if the property cannot be read
     */
    JsonNode actual(AssertionSource source, String property) throws AssertionFault;
  }

  /**
   * The outcomes of those that compare something, in their order.
   *
   * @param characters of what they look at, at most
   */
  public static List<AssertionOutcome> evaluate(
      List<Assertion> assertions, int characters, Values values) {
    if (assertions.isEmpty()) {
      return List.of();
    }
    List<AssertionOutcome> outcomes = new ArrayList<>(assertions.size());
    long spent = 0;
    for (Assertion assertion : assertions) {
      Comparison comparison = assertion.comparison();
      if (comparison == null) {
        continue;
      }
      if (!isCostly(assertion, comparison, characters)) {
        outcomes.add(evaluate(assertion, comparison, values));
      } else if (spent > MOST_NANOS) {
        outcomes.add(tooLate(assertion, comparison));
      } else {
        long begun = THREADS.getCurrentThreadCpuTime();
        outcomes.add(evaluate(assertion, comparison, values));
        spent += THREADS.getCurrentThreadCpuTime() - begun;
      }
    }
    return outcomes;
  }

  private static AssertionOutcome tooLate(Assertion assertion, Comparison comparison) {
    return outcome(
        assertion,
        comparison,
        NullNode.getInstance(),
        false,
        "The assertions before it took too much processor time");
  }

  /**
   * Whether evaluating them may take longer than an event loop should be kept busy.
   *
   * @param characters of what they look at, at most
   */
  public static boolean areCostly(List<Assertion> assertions, int characters) {
    for (Assertion assertion : assertions) {
      Comparison comparison = assertion.comparison();
      if (comparison != null && isCostly(assertion, comparison, characters)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCostly(Assertion assertion, Comparison comparison, int characters) {
    AssertionSource source = assertion.source();
    if (source.isNumber()) {
      return false;
    }
    String regex = assertion.regex();
    String property = assertion.property();
    boolean reads = source == AssertionSource.JSON_BODY || ComparisonRules.readsJson(comparison);
    if (!property.isEmpty() && !source.hasNameAsProperty()) {
      reads = true;
      if (source.hasRegexAsProperty() || !JsonPaths.isPlain(property)) {
        return true;
      }
    }
    return (regex != null && !regex.isEmpty()) || (reads && characters > FEW_CHARACTERS);
  }

  /** Why a regular expression is refused, without a full stop; null for one that can be used. */
  public static @Nullable String faultOfRegex(String regex) {
    return faultOf(() -> RegexCut.requireValid(regex));
  }

  /** Why a JSONPath is refused, without a full stop; null for one that can be used. */
  public static @Nullable String faultOfPath(String path) {
    return faultOf(() -> JsonPaths.requireValid(path));
  }

  /** Throws when a member of an assertion cannot be used. */
  private interface Requirement {
    void check() throws AssertionFault;
  }

  private static @Nullable String faultOf(Requirement requirement) {
    try {
      requirement.check();
      return null;
    } catch (AssertionFault fault) {
      return fault.getMessage();
    }
  }

  private static AssertionOutcome evaluate(
      Assertion assertion, Comparison comparison, Values values) {
    try {
      JsonNode actual = cut(assertion, values.actual(assertion.source(), assertion.property()));
      boolean holds =
          ComparisonRules.holds(ofNames(assertion, comparison), assertion.target(), actual);
      return outcome(assertion, comparison, kept(actual), holds, null);
    } catch (AssertionFault fault) {
      return outcome(assertion, comparison, NullNode.getInstance(), false, fault.getMessage());
    }
  }

  /** A list of names contains a name if that is one of them, not a part of one. */
  private static Comparison ofNames(Assertion assertion, Comparison comparison) {
    if (assertion.source() != AssertionSource.CERTIFICATE
        || !assertion.property().equals(SslFact.SANS.property())) {
      return comparison;
    }
    return comparison == Comparison.NOT_CONTAINS ? Comparison.NOT_HAS_VALUE : Comparison.HAS_VALUE;
  }

  private static AssertionOutcome outcome(
      Assertion assertion,
      Comparison comparison,
      JsonNode actual,
      boolean passed,
      @Nullable String error) {
    String regex = assertion.regex();
    return new AssertionOutcome(
        assertion.source(),
        assertion.property(),
        regex == null || regex.isEmpty() ? null : regex,
        comparison,
        assertion.target(),
        actual,
        passed,
        error);
  }

  private static JsonNode cut(Assertion assertion, JsonNode actual) throws AssertionFault {
    String regex = assertion.regex();
    if (regex == null
        || regex.isEmpty()
        || assertion.source().isNumber()
        || ComparisonRules.isNothing(actual)) {
      return actual;
    }
    String part = RegexCut.of(regex, ComparisonRules.text(actual));
    return part == null ? MissingNode.getInstance() : TextNode.valueOf(part);
  }

  private static JsonNode kept(JsonNode actual) {
    if (ComparisonRules.isNothing(actual)) {
      return NullNode.getInstance();
    }
    if (actual.isNumber()) {
      return actual;
    }
    String text = ComparisonRules.text(actual);
    return actual.isTextual() && text.length() <= MOST_KEPT
        ? actual
        : TextNode.valueOf(start(text, MOST_KEPT));
  }

  /** The first characters of a text, without half a pair of surrogates at the end. */
  static String start(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }
}
