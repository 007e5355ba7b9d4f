package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card as it is to be.
 *
 * @param id of the card that it is now, null for a new one
 * @param services ids from top to bottom, none twice
 */
record CardDraft(@Nullable UUID id, String name, List<UUID> services) {
  CardDraft {
    services = List.copyOf(services);
  }

  static CardDraft of(JsonNode card) {
    String id = card.path("id").asText("");
    List<UUID> services = new ArrayList<>();
    card.path("services")
        .forEach(service -> services.add(UUID.fromString(service.get("id").textValue())));
    return new CardDraft(
        card.hasNonNull("id") && !id.isEmpty() ? UUID.fromString(id) : null,
        card.get("name").textValue(),
        services);
  }

  CardDraft withId(UUID other) {
    return new CardDraft(other, name, services);
  }
}
