package dev.belfry.statuspages.incident;

import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.page.ServiceReferences;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Rules of incidents and their updates that the schema cannot say. */
final class IncidentRules {
  private IncidentRules() {}

  /** The violations of a new incident. */
  static List<Violation> ofDraft(IncidentDraft draft) {
    List<Violation> violations = ofChange(draft.incident());
    for (int i = 0; i < draft.updates().size(); i++) {
      String pointer = IncidentCodec.updatePointer(i);
      for (Violation violation : ofUpdate(draft.updates().get(i))) {
        violations.add(violation.within(pointer));
      }
    }
    return violations;
  }

  /** The violations of a changed incident: no service appears twice. */
  static List<Violation> ofChange(IncidentChange change) {
    List<Violation> violations = new ArrayList<>(0);
    ServiceReferences services = change.services().value();
    if (services != null) {
      for (int index : services.repeated()) {
        violations.add(new Violation(IncidentCodec.servicePointer(index), "must not appear twice"));
      }
    }
    return violations;
  }

  /** The violations of a new or corrected update. */
  static List<Violation> ofUpdate(IncidentUpdateDraft draft) {
    OffsetDateTime date = draft.publicDate().value();
    return date == null || PublicDate.isInRange(date)
        ? List.of()
        : List.of(
            new Violation(
                IncidentUpdateCodec.publicDatePointer(),
                "must lie in the years 0000 to 9999 of UTC"));
  }
}
