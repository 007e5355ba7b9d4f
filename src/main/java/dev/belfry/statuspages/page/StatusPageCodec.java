package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.domain.DomainState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON of status pages (wire contract 2.3): bodies, stored documents and responses. */
public final class StatusPageCodec {
  static final String URL = "url";
  static final String CUSTOM_DOMAIN = "customDomain";

  private static final String ID = "id";
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String LOGO = "logo";
  private static final String LOGO_DARK = "logoDark";
  private static final String FAVICON = "favicon";
  private static final String REDIRECT_TO = "redirectTo";
  private static final String DEFAULT_THEME = "defaultTheme";
  private static final String THEME_COLORS = "themeColors";
  private static final String IS_PRIVATE = "isPrivate";
  private static final String SMS_SUBSCRIBERS = "smsSubscribers";
  private static final String SLACK_SUBSCRIBERS = "slackSubscribers";
  private static final String CARDS = "cards";
  private static final String SERVICES = "services";
  private static final String VERSION = "version";

  /** Pages with cards and services are the second generation. */
  private static final long GENERATION = 2;

  private StatusPageCodec() {}

  /** The draft in a body. */
  static StatusPageDraft draft(ObjectNode body) {
    List<CardDraft> cards = new ArrayList<>();
    for (JsonNode card : body.path(CARDS)) {
      String id = card.path(ID).asText("");
      FieldReader reader = new FieldReader(card);
      cards.add(
          new CardDraft(
              id.isEmpty() ? Field.absent() : reader.text(ID),
              reader.text(NAME),
              ServiceCodec.references(card.path(SERVICES))));
    }
    return new StatusPageDraft(settings(body), cards);
  }

  /** The settings in a body or a stored document. */
  public static StatusPageSettings settings(JsonNode document) {
    FieldReader settings = new FieldReader(document);
    return new StatusPageSettings(
        settings.text(NAME),
        settings.text(URL),
        settings.text(CUSTOM_DOMAIN),
        settings.text(DESCRIPTION),
        settings.text(LOGO),
        settings.text(LOGO_DARK),
        settings.text(FAVICON),
        settings.text(REDIRECT_TO),
        settings.text(DEFAULT_THEME, PageTheme::valueOf),
        settings.object(THEME_COLORS, ColorsCodec::read),
        settings.flag(IS_PRIVATE),
        settings.flag(SMS_SUBSCRIBERS),
        settings.flag(SLACK_SUBSCRIBERS));
  }

  /** The stored document of settings without violations; url and domain in lower case. */
  static ObjectNode stored(StatusPageSettings settings) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    put(document, NAME, settings.name());
    put(document, URL, settings.url().map(url -> url.toLowerCase(Locale.ROOT)));
    put(
        document,
        CUSTOM_DOMAIN,
        address(settings.customDomain()).map(domain -> domain.toLowerCase(Locale.ROOT)));
    put(document, DESCRIPTION, settings.description());
    put(document, LOGO, address(settings.logo()));
    put(document, LOGO_DARK, address(settings.logoDark()));
    put(document, FAVICON, address(settings.favicon()));
    put(document, REDIRECT_TO, address(settings.redirectTo()));
    put(document, DEFAULT_THEME, settings.defaultTheme().map(PageTheme::name));
    ColorsCodec.write(document, THEME_COLORS, settings.themeColors());
    putFlag(document, IS_PRIVATE, settings.isPrivate());
    putFlag(document, SMS_SUBSCRIBERS, settings.smsSubscribers());
    putFlag(document, SLACK_SUBSCRIBERS, settings.slackSubscribers());
    return document;
  }

  private static void putFlag(ObjectNode document, String member, Field<Boolean> field) {
    if (field.isPresent()) {
      document.put(member, field.value());
    }
  }

  private static void put(ObjectNode document, String member, Field<String> field) {
    if (field.isPresent()) {
      document.put(member, field.value());
    }
  }

  /** An empty address means none. */
  private static Field<String> address(Field<String> sent) {
    return "".equals(sent.value()) ? Field.of(null) : sent;
  }

  /** The document in which a project's pages are compared: no card has an id. */
  static ObjectNode document(StatusPageDraft draft) {
    ObjectNode document = stored(draft.settings());
    ArrayNode cards = document.putArray(CARDS);
    for (CardDraft card : draft.cards()) {
      addCard(cards, card.name().value(), card.services().ids());
    }
    return document;
  }

  /** The same document of a stored page. */
  static ObjectNode document(ObjectNode stored, List<PageCard> cards) {
    ObjectNode document = stored.deepCopy();
    ArrayNode list = document.putArray(CARDS);
    cards.forEach(card -> addCard(list, card.name(), card.services()));
    return document;
  }

  private static void addCard(ArrayNode cards, @Nullable String name, List<UUID> services) {
    ServiceCodec.write(services, cards.addObject().put(NAME, name).putArray(SERVICES));
  }

  /** The url in a document. */
  static Optional<String> url(JsonNode document) {
    return Optional.ofNullable(document.path(URL).textValue());
  }

  /** The custom domain in a document. */
  static Optional<String> customDomain(JsonNode document) {
    return Optional.ofNullable(document.path(CUSTOM_DOMAIN).textValue());
  }

  /** The generation that a project's payload names, 0 for none. */
  static int version(ObjectNode payload) {
    return payload.path(VERSION).asInt();
  }

  /**
   * Turns the payload of a project into a body, in place: cards lose their ids, and entries of
   * {@code services} that are ids become references (wire contract 3.3).
   */
  static void normalizeCards(ObjectNode payload) {
    for (JsonNode card : payload.path(CARDS)) {
      if (card instanceof ObjectNode object) {
        object.remove(ID);
      }
      if (card.path(SERVICES) instanceof ArrayNode services) {
        ServiceCodec.wrapIds(services);
      }
    }
  }

  /** The web addresses of a draft by JSON pointer, without the empty ones. */
  static Map<String, String> addresses(StatusPageSettings settings) {
    Map<String, String> addresses = new LinkedHashMap<>();
    settings.logo().ifValue(address -> addresses.put("/" + LOGO, address));
    settings.logoDark().ifValue(address -> addresses.put("/" + LOGO_DARK, address));
    settings.favicon().ifValue(address -> addresses.put("/" + FAVICON, address));
    settings.redirectTo().ifValue(address -> addresses.put("/" + REDIRECT_TO, address));
    addresses.values().removeIf(String::isEmpty);
    return addresses;
  }

  /** The colours of a draft by JSON pointer. */
  static Map<String, String> colors(StatusPageSettings settings) {
    PageColors colors = settings.themeColors().value();
    return colors == null ? Map.of() : ColorsCodec.byPointer("/" + THEME_COLORS, colors);
  }

  /** JSON pointer of a page's cards. */
  static String cardsPointer() {
    return "/" + CARDS;
  }

  /** JSON pointer of a card's id. */
  static String cardIdPointer(int card) {
    return "/" + CARDS + "/" + card + "/" + ID;
  }

  /** JSON pointer of the id of a service on a card. */
  static String servicePointer(int card, int service) {
    return ServiceCodec.pointer("/" + CARDS + "/" + card + "/" + SERVICES, service);
  }

  /** JSON pointer of the generation in a project's payload. */
  static String versionPointer() {
    return "/" + VERSION;
  }

  /**
   * The JSON text of a page.
   *
   * @param domains tells which domains are served
   */
  static String json(StatusPageRow row, DomainPolicy domains) {
    return JsonText.object()
        .plain(ID, row.id().toString())
        .plain("accountId", row.accountId().toString())
        .members(row.settings())
        .raw("customDomainVerification", verification(row, domains))
        .raw(CARDS, row.cards())
        .raw("incidents", row.incidents())
        .raw("keys", row.keys())
        .number(VERSION, GENERATION)
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  private static String verification(StatusPageRow row, DomainPolicy domains) {
    if (row.domain() == null) {
      return "null";
    }
    DomainState state = DomainState.of(row.accountId(), row.domain(), row.domainState(), domains);
    return JsonText.object()
        .plain("status", state.status().name())
        .plain("recordType", "TXT")
        .string("recordName", state.record().name())
        .plain("recordValue", state.record().value())
        .string("message", state.message())
        .end();
  }
}
