package dev.belfry.statuspages.incident;

/**
 * Status of an incident update (specification, "States and transitions"). Any status may follow any
 * other; a resolved incident can be opened again.
 */
public enum IncidentStatus {
  INVESTIGATING,
  IDENTIFIED,
  MONITORING,
  RESOLVED
}
