package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rules of incidents that their schema cannot say. */
final class IncidentRules {
  private IncidentRules() {}

  /** What is wrong with a body that creates an incident. */
  static List<Violation> ofDraft(ObjectNode body) {
    List<Violation> violations = ofChange(body);
    JsonNode updates = body.path("incidentUpdates");
    for (int i = 0; i < updates.size(); i++) {
      String place = "/incidentUpdates/" + i;
      PublicDate.violations((ObjectNode) updates.get(i)).stream()
          .map(violation -> violation.within(place))
          .forEach(violations::add);
    }
    return violations;
  }

  /** What is wrong with a body that changes an incident: a service must not be named twice. */
  static List<Violation> ofChange(ObjectNode body) {
    List<Violation> violations = new ArrayList<>(0);
    Set<String> seen = new HashSet<>();
    JsonNode services = body.path("services");
    for (int i = 0; i < services.size(); i++) {
      JsonNode id = services.get(i).path("id");
      if (id.isTextual() && !seen.add(id.textValue().toLowerCase(Locale.ROOT))) {
        violations.add(new Violation("/services/" + i + "/id", "must not appear twice"));
      }
    }
    return violations;
  }
}
