package dev.belfry.monitoring.maintenance;

import dev.belfry.api.contract.TimeZoneName;
import dev.belfry.platform.error.Violation;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** Rules of a window's body that its schema cannot say. */
final class WindowDraftRules {
  private WindowDraftRules() {}

  /** What is wrong with a draft of an update by itself: texts whose form a schema cannot say. */
  static List<Violation> ofUpdate(WindowDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    String zone = WindowDraft.textOf(draft.repetition().timezone());
    if (!zone.isEmpty()) {
      violations.addAll(TimeZoneName.violations("/timezone", zone));
    }
    String repeatEnds = WindowDraft.textOf(draft.repetition().endsAt());
    if (!repeatEnds.isEmpty() && !isTime(repeatEnds)) {
      violations.add(
          new Violation(
              "/repeatEndsAt",
              "must be a date and time with offset such as 2026-01-31T12:00:00.000Z"));
    }
    return violations;
  }

  private static boolean isTime(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /** What is wrong with a complete draft: of a new window, or of what an update leaves. */
  static List<Violation> ofComplete(WindowDraft draft) {
    List<Violation> violations = new ArrayList<>(ofUpdate(draft));
    violations.addAll(ofRepetition(draft.repetition()));
    boolean readable = draft.startsAt().value() != null && draft.endsAt().value() != null;
    if (readable && violations.isEmpty()) {
      violations.addAll(MaintenanceRules.violations(draft.window()));
    }
    return violations;
  }

  private static List<Violation> ofRepetition(WindowDraft.Repetition repetition) {
    Integer interval = repetition.interval().value();
    boolean counts = interval != null && interval > 0;
    boolean ends = !WindowDraft.textOf(repetition.endsAt()).isEmpty();
    return repetition.unit().value() != null || !(counts || ends)
        ? List.of()
        : List.of(new Violation("/repeatUnit", "is required with repeatInterval and repeatEndsAt"));
  }
}
