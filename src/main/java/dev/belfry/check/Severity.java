package dev.belfry.check;

/** Severity of a status page incident, the worst first (specification, "Incident"). */
public enum Severity {
  CRITICAL,
  MAJOR,
  MEDIUM,
  MINOR
}
