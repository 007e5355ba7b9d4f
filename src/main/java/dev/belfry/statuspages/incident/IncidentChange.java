package dev.belfry.statuspages.incident;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.page.ServiceReferences;

/** New values of an incident; an absent member keeps the stored one. */
record IncidentChange(
    Field<String> name, Field<Severity> severity, Field<ServiceReferences> services) {
  /** A change that keeps every member. */
  static final IncidentChange NONE =
      new IncidentChange(Field.absent(), Field.absent(), Field.absent());
}
