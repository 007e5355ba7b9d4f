package dev.belfry.statuspages.incident;

/**
 * Status of an incident update (specification, "States and transitions"). Any one may follow any
 * other; an incident that is resolved can be opened again.
 */
public enum IncidentStatus {
  INVESTIGATING,
  IDENTIFIED,
  MONITORING,
  RESOLVED
}
