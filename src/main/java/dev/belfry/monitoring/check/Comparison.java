package dev.belfry.monitoring.check;

/**
 * How an assertion compares what came back with its target (specification, "Request object"; wire
 * contract 4).
 */
public enum Comparison {
  EQUALS,
  NOT_EQUALS,
  LESS_THAN,
  GREATER_THAN,
  /** The actual text contains the target. */
  CONTAINS,
  NOT_CONTAINS,
  /** The actual JSON object has a member with the target as its name. */
  HAS_KEY,
  NOT_HAS_KEY,
  /** The actual JSON object or list has a value that equals the target. */
  HAS_VALUE,
  NOT_HAS_VALUE,
  /** The actual value is a text, list or object without content, or absent. */
  IS_EMPTY,
  NOT_EMPTY,
  /** The actual value is absent or JSON {@code null}. */
  IS_NULL,
  NOT_NULL;

  /** Whether it needs a target. */
  public boolean hasTarget() {
    return switch (this) {
      case IS_EMPTY, NOT_EMPTY, IS_NULL, NOT_NULL -> false;
      default -> true;
    };
  }

  /** Whether it can compare two numbers. */
  public boolean comparesNumbers() {
    return switch (this) {
      case EQUALS, NOT_EQUALS, LESS_THAN, GREATER_THAN -> true;
      default -> false;
    };
  }
}
