package dev.belfry.statuspages.page;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns ids to cards that are described without ids. Readers link to cards, so a card keeps the
 * id of the card with the same name, or else of the card at the same position.
 */
final class CardPlan {
  private CardPlan() {}

  /**
   * The wanted cards, each with the id of a stored card or a new id.
   *
   * @param wanted from top to bottom; their ids are ignored
   * @param known the stored cards, from top to bottom
   */
  static List<PageCard> identified(
      List<CardDraft> wanted, List<PageCard> known, Supplier<UUID> ids) {
    Set<UUID> used = new HashSet<>();
    List<@Nullable UUID> found = new ArrayList<>();
    for (CardDraft card : wanted) {
      found.add(named(card.name().value(), known, used));
    }
    List<PageCard> identified = new ArrayList<>(wanted.size());
    for (int place = 0; place < wanted.size(); place++) {
      UUID id = found.get(place);
      UUID there = place < known.size() ? known.get(place).id() : null;
      if (id == null && there != null && used.add(there)) {
        id = there;
      }
      identified.add(wanted.get(place).withId(id == null ? ids.get() : id));
    }
    return identified;
  }

  private static @Nullable UUID named(@Nullable String name, List<PageCard> known, Set<UUID> used) {
    for (PageCard card : known) {
      if (card.name().equals(name) && used.add(card.id())) {
        return card.id();
      }
    }
    return null;
  }
}
