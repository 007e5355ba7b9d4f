package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.SpellingSuggestion;
import java.util.List;
import java.util.Set;

/** Reads status pages, whose cards name services by their ids. */
final class PageEntries {
  private static final String CARDS = "cards";
  private static final String SERVICES = "services";
  private static final List<String> KEYS = List.of("name", SERVICES);

  private final ManifestBuilder draft;
  private final Shapes shapes;

  PageEntries(ManifestBuilder draft, Shapes shapes) {
    this.draft = draft;
    this.shapes = shapes;
  }

  void add(Entry entry) {
    Payload payload = draft.payload(entry);
    payload.members(entry, shapes.of(Section.PAGES), Set.of());
    Value cards = entry.get(CARDS);
    payload.note("/" + CARDS, entry.locationOf(CARDS), entry.pathOf(CARDS));
    if (cards != null && !cards.isList()) {
      draft.error(entry.locationOf(CARDS), entry.pathOf(CARDS) + " must be a list");
    } else {
      ArrayNode list = payload.json().putArray(CARDS);
      for (int i = 0; cards != null && i < cards.items().size(); i++) {
        String path = entry.pathOf(CARDS) + "[" + i + "]";
        card(cards.items().get(i), payload, list.addObject(), "/cards/" + i, path);
      }
    }
    draft.add(entry, payload);
  }

  private void card(Value value, Payload payload, ObjectNode card, String pointer, String path) {
    payload.note(pointer, value.location(), path);
    if (!value.isObject()) {
      draft.error(value.location(), path + " must be an object of name and services");
    }
    ArrayNode services = card.putArray(SERVICES);
    value
        .members()
        .forEach(
            (key, member) -> {
              String at = path + "." + key;
              payload.note(pointer + "/" + key, member.location(), at);
              if (key.equals(SERVICES)) {
                services(member, payload, services, pointer + "/" + key, at);
              } else if (KEYS.contains(key)) {
                Shape shape = shapes.of(Section.PAGES, CARDS).item().member(key);
                card.set(
                    key,
                    payload.copy(
                        member.value(),
                        shape == null ? Shape.ANY : shape,
                        pointer + "/" + key,
                        at));
              } else {
                draft.error(
                    member.location(), at + " is not known" + SpellingSuggestion.to(key, KEYS));
              }
            });
  }

  private void services(
      Value.Member member, Payload payload, ArrayNode services, String pointer, String path) {
    if (!member.value().isList() && !member.value().isNothing()) {
      draft.error(member.location(), path + " must be a list of services");
    }
    for (int i = 0; i < member.value().items().size(); i++) {
      Value item = member.value().items().get(i);
      String at = path + "[" + i + "]";
      payload.note(pointer + "/" + services.size(), item.location(), at);
      ObjectNode reference = draft.reference(Section.SERVICES, item, at);
      if (reference != null) {
        services.add(reference);
      }
    }
  }
}
