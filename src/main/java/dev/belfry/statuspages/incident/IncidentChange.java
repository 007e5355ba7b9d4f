package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * New values of an incident; null keeps the stored one.
 *
 * @param services ids of the affected services, in the order of the answer, none twice
 */
record IncidentChange(
    @Nullable String name, @Nullable Severity severity, @Nullable List<UUID> services) {

  /** The change in a valid body, whole or partial. */
  static IncidentChange of(ObjectNode body) {
    JsonNode severity = body.get("severity");
    JsonNode services = body.get("services");
    return new IncidentChange(
        body.path("name").textValue(),
        severity == null ? null : Severity.valueOf(severity.textValue()),
        services == null ? null : services(services));
  }

  static List<UUID> services(JsonNode references) {
    List<UUID> ids = new ArrayList<>();
    references.forEach(reference -> ids.add(UUID.fromString(reference.get("id").textValue())));
    return ids;
  }
}
