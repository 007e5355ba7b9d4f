package dev.belfry.statuspages.page;

import java.util.List;

/**
 * A status page as a body describes it.
 *
 * @param cards from top to bottom
 */
record StatusPageDraft(StatusPageSettings settings, List<CardDraft> cards) {
  StatusPageDraft {
    cards = List.copyOf(cards);
  }
}
