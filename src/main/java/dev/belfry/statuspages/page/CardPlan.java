package dev.belfry.statuspages.page;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which card of a page is which when cards are described without ids: people link to them, so a
 * card keeps its id as long as its name or, if that is new, its place is known.
 */
final class CardPlan {
  private CardPlan() {}

  /**
   * The wanted cards, each with the id of a card that is there or with a new one.
   *
   * @param wanted from top to bottom; ids are not looked at
   * @param known the cards that are there, from top to bottom
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
