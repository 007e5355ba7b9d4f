package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.TlsVersion;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a comparison holds. A {@code NOT_} comparison holds exactly when the other does not,
 * also for an absent value.
 */
final class ComparisonRules {
  private static final int LONGEST_NUMBER = 32;

  /** Numbers are equal whatever their notation. */
  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private ComparisonRules() {}

  /**
   * Whether a comparison holds.
   *
   * @param actual {@code MissingNode} for an absent value
   */
  static boolean holds(Comparison comparison, String target, JsonNode actual) {
    return switch (comparison) {
      case EQUALS -> isEqual(actual, target);
      case NOT_EQUALS -> !isEqual(actual, target);
      case LESS_THAN -> order(actual, target) < 0;
      case GREATER_THAN -> order(actual, target) > 0;
      case CONTAINS -> contains(actual, target);
      case NOT_CONTAINS -> !contains(actual, target);
      case HAS_KEY -> json(actual).has(target);
      case NOT_HAS_KEY -> !json(actual).has(target);
      case HAS_VALUE -> hasValue(json(actual), target);
      case NOT_HAS_VALUE -> !hasValue(json(actual), target);
      case IS_EMPTY -> isEmpty(actual);
      case NOT_EMPTY -> !isEmpty(actual);
      case IS_NULL -> isNothing(actual);
      case NOT_NULL -> !isNothing(actual);
    };
  }

  /** Whether a comparison reads a text as JSON. */
  static boolean readsJson(Comparison comparison) {
    return switch (comparison) {
      case HAS_KEY, NOT_HAS_KEY, HAS_VALUE, NOT_HAS_VALUE -> true;
      default -> false;
    };
  }

  /** Whether a value is absent or JSON {@code null}. */
  static boolean isNothing(JsonNode actual) {
    return actual.isMissingNode() || actual.isNull();
  }

  /** A value as text: JSON other than a text as compact JSON. */
  static String text(JsonNode actual) {
    return actual.isTextual() ? actual.textValue() : actual.toString();
  }

  private static boolean isEqual(JsonNode actual, String target) {
    return isEqual(
        actual,
        target,
        actual.isContainerNode() ? JsonTexts.parse(target) : MissingNode.getInstance());
  }

  private static boolean isEqual(JsonNode actual, String target, JsonNode parsed) {
    if (actual.isTextual()) {
      return actual.textValue().equals(target);
    }
    if (actual.isNumber()) {
      BigDecimal number = number(target);
      return number != null && actual.decimalValue().compareTo(number) == 0;
    }
    if (actual.isContainerNode()) {
      return actual.equals(BY_VALUE, parsed);
    }
    return !actual.isMissingNode() && actual.asText().equals(target);
  }

  /** 0 unless both are numbers, or versions of TLS. */
  private static int order(JsonNode actual, String target) {
    BigDecimal one = actual.isTextual() ? number(actual.textValue()) : decimal(actual);
    BigDecimal other = number(target);
    if (one == null && other == null) {
      Optional<TlsVersion> version = TlsVersion.parse(actual.asText());
      Optional<TlsVersion> limit = TlsVersion.parse(target);
      return version.isEmpty() || limit.isEmpty() ? 0 : version.get().compareTo(limit.get());
    }
    return one == null || other == null ? 0 : one.compareTo(other);
  }

  private static @Nullable BigDecimal decimal(JsonNode actual) {
    return actual.isNumber() ? actual.decimalValue() : null;
  }

  private static @Nullable BigDecimal number(String text) {
    String stripped = text.strip();
    if (stripped.isEmpty() || stripped.length() > LONGEST_NUMBER) {
      return null;
    }
    try {
      return new BigDecimal(stripped);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean contains(JsonNode actual, String target) {
    return !isNothing(actual) && text(actual).contains(target);
  }

  /** The value itself, or the JSON that a text is. */
  private static JsonNode json(JsonNode actual) {
    return actual.isTextual() ? JsonTexts.parse(actual.textValue()) : actual;
  }

  private static boolean hasValue(JsonNode container, String target) {
    if (container.isEmpty()) {
      return false;
    }
    JsonNode parsed = JsonTexts.parse(target);
    for (JsonNode value : container) {
      if (isEqual(value, target, parsed)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEmpty(JsonNode actual) {
    return isNothing(actual)
        || (actual.isTextual() && actual.textValue().isEmpty())
        || (actual.isContainerNode() && actual.isEmpty());
  }
}
