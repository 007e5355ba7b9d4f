package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A status page as it is to be.
 *
 * @param settings what is stored as a document
 * @param cards from top to bottom
 */
record StatusPageDraft(ObjectNode settings, List<CardDraft> cards) {
  StatusPageDraft {
    cards = List.copyOf(cards);
  }

  /** The draft in a valid body with its defaults filled in; takes the body over. */
  static StatusPageDraft of(ObjectNode body) {
    List<CardDraft> cards = new ArrayList<>();
    JsonNode sent = body.remove("cards");
    sent.forEach(card -> cards.add(CardDraft.of(card)));
    StatusPageRules.ADDRESSES.forEach(member -> emptyIsNone(body, member));
    emptyIsNone(body, "customDomain");
    lowerCase(body, "customDomain");
    lowerCase(body, "url");
    return new StatusPageDraft(body, cards);
  }

  /** The page as one document, without the ids of its cards. */
  ObjectNode document() {
    ObjectNode document = settings.deepCopy();
    ArrayNode list = document.putArray("cards");
    for (CardDraft card : cards) {
      ArrayNode services = list.addObject().put("name", card.name()).putArray("services");
      card.services().forEach(service -> services.addObject().put("id", service.toString()));
    }
    return document;
  }

  private static void emptyIsNone(ObjectNode body, String member) {
    if (body.path(member).asText().isEmpty()) {
      body.putNull(member);
    }
  }

  private static void lowerCase(ObjectNode body, String member) {
    if (body.hasNonNull(member)) {
      body.put(member, body.get(member).textValue().toLowerCase(Locale.ROOT));
    }
  }
}
