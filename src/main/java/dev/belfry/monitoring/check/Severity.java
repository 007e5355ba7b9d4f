package dev.belfry.monitoring.check;

/** Severity of a status page incident, the worst first (specification, "Incident"). */
public enum Severity {
  CRITICAL,
  MAJOR,
  MEDIUM,
  MINOR
}
