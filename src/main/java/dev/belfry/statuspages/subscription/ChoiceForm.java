package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.statuspages.page.ServiceReferences;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the choice in a form for readers. Without a ticked service it means all of the page. */
final class ChoiceForm {
  private ChoiceForm() {}

  /** The choice in a form, empty when a field has a value that no browser would send. */
  static Optional<ChoiceDraft> read(ObjectNode form) {
    List<Field<UUID>> services = new ArrayList<>();
    try {
      form.path(ChoiceDraft.SERVICES)
          .forEach(id -> services.add(Field.of(UUID.fromString(id.asText()))));
      return Optional.of(
          new ChoiceDraft(
              Field.of(services.isEmpty() ? null : new ServiceReferences(services)),
              Field.of(DigestFrequency.valueOf(text(form, ChoiceDraft.FREQUENCY, "IMMEDIATE"))),
              Field.of(hour(text(form, ChoiceDraft.HOUR, "8"))),
              Field.of(zone(text(form, ChoiceDraft.TIMEZONE, "UTC")))));
    } catch (IllegalArgumentException notOfTheForm) {
      return Optional.empty();
    }
  }

  private static String text(ObjectNode form, String name, String preset) {
    String sent = form.path(name).asText().trim();
    return sent.isEmpty() ? preset : sent;
  }

  private static int hour(String text) {
    int hour = Integer.parseInt(text);
    if (hour < 0 || hour > 23) {
      throw new IllegalArgumentException("not an hour: " + hour);
    }
    return hour;
  }

  /** A zone as readers type it: regardless of case. An unknown one stays as it is. */
  private static String zone(String text) {
    return ZoneId.getAvailableZoneIds().contains(text)
        ? text
        : ZoneId.getAvailableZoneIds().stream()
            .filter(text::equalsIgnoreCase)
            .findFirst()
            .orElse(text);
  }
}
