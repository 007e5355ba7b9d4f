package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The components of a page in the Statuspage API: each card is a group, followed by its services. A
 * component belongs to one group there; a service on several cards is in the first of them.
 */
final class StatuspageComponents {
  private final SiteModel model;
  private final ArrayNode all = JsonNodeFactory.instance.arrayNode();
  private final Map<UUID, ObjectNode> services = new HashMap<>();
  private final Map<UUID, String> names = new HashMap<>();

  StatuspageComponents(SiteModel model) {
    this.model = model;
    int position = 1;
    for (SiteCard card : model.cards()) {
      ArrayNode members = addGroup(card, position++);
      int within = 1;
      for (SiteService service : card.services()) {
        members.add(service.id().toString());
        if (!services.containsKey(service.id())) {
          addService(service, card, within++);
        }
      }
    }
  }

  /** All components, from top to bottom. */
  ArrayNode all() {
    return all;
  }

  /** The components of affected services. */
  ArrayNode of(List<ServiceRef> affected) {
    ArrayNode some = JsonNodeFactory.instance.arrayNode();
    affected.stream()
        .map(service -> services.get(service.id()))
        .forEach(
            component -> {
              if (component != null) {
                some.add(component);
              }
            });
    return some;
  }

  /** The state changes of the affected components by an update. */
  ArrayNode changes(List<ServiceRef> affected, ServiceState before, ServiceState after) {
    ArrayNode changes = JsonNodeFactory.instance.arrayNode();
    for (ServiceRef service : affected) {
      changes
          .addObject()
          .put("code", service.id().toString())
          .put("name", names.getOrDefault(service.id(), service.name()))
          .put("old_status", before.word())
          .put("new_status", after.word());
    }
    return changes;
  }

  private ArrayNode addGroup(SiteCard card, int position) {
    Instant updated =
        card.services().stream()
            .map(service -> updated(service.id(), card))
            .reduce(card.createdAt(), StatuspageComponents::later);
    return add(card.id(), card.name(), card.state(), card.createdAt(), updated)
        .put("position", position)
        .put("showcase", false)
        .putNull("group_id")
        .put("group", true)
        .putArray("components");
  }

  private void addService(SiteService service, SiteCard card, int position) {
    ObjectNode component =
        add(
                service.id(),
                service.name(),
                service.state(),
                card.createdAt(),
                updated(service.id(), card))
            .put("position", position)
            .put("showcase", true)
            .put("group_id", card.id().toString())
            .put("group", false);
    services.put(service.id(), component);
    names.put(service.id(), card.name() + " - " + service.name());
  }

  private ObjectNode add(
      UUID id, String name, ServiceState state, Instant created, Instant updated) {
    return all.addObject()
        .put("id", id.toString())
        .put("name", name)
        .put("status", state.word())
        .put("created_at", JsonText.timestamp(created))
        .put("updated_at", JsonText.timestamp(updated))
        .putNull("description")
        .put("start_date", LocalDate.ofInstant(created, ZoneOffset.UTC).toString())
        .put("page_id", model.settings().id().toString())
        .put("only_show_if_degraded", false);
  }

  private Instant updated(UUID service, SiteCard card) {
    return Stream.concat(
            model.incidents().stream()
                .filter(incident -> incident.affects(service))
                .map(SiteIncident::updatedAt),
            model.maintenances().stream()
                .filter(time -> !time.starts().isAfter(model.at()) && time.affects(service))
                .map(time -> time.updatedAt(model.at())))
        .reduce(card.createdAt(), StatuspageComponents::later);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
