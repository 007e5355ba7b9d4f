package dev.belfry.statuspages.page;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;
import java.util.UUID;

/**
 * A card of a status page as a body describes it.
 *
 * @param id of a card of the page, null or absent for a new one
 * @param services from top to bottom
 */
record CardDraft(Field<String> id, Field<String> name, ServiceReferences services) {

  /** The card that a draft without violations describes. */
  PageCard withId(UUID card) {
    return new PageCard(card, requireNonNull(name.value()), services.ids());
  }
}
