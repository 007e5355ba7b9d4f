package dev.belfry.monitoring.check;

/** How an assertion compares what came back with its target (specification, "Request object"). */
public enum Comparison {
  EQUALS,
  NOT_EQUALS,
  LESS_THAN,
  GREATER_THAN
}
