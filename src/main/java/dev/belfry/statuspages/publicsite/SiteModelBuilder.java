package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.incident.IncidentStatus;
import dev.belfry.statuspages.page.PageTheme;
import dev.belfry.statuspages.page.StatusPageCodec;
import dev.belfry.statuspages.page.StatusPageSettings;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds the public content of a stored page at a moment. */
final class SiteModelBuilder {
  private final SiteStore.Stored stored;
  private final Instant at;
  private final Map<UUID, ServiceRef> services = new LinkedHashMap<>();

  private SiteModelBuilder(SiteStore.Stored stored, Instant at) {
    this.stored = stored;
    this.at = at;
    for (JsonNode card : stored.cards()) {
      card.path("services").forEach(service -> refer(service));
    }
  }

  private void refer(JsonNode service) {
    ServiceRef ref = ref(service);
    services.put(ref.id(), ref);
  }

  /**
   * The page at a moment.
   *
   * @param home absolute address of the page
   * @param offer how readers may subscribe where the page allows it
   */
  static SiteModel build(
      SiteStore.Stored stored,
      List<SiteStore.Sum> sums,
      String home,
      SubscriptionOffer offer,
      Instant at) {
    SiteModelBuilder builder = new SiteModelBuilder(stored, at);
    List<SiteIncident> incidents = builder.incidents();
    List<SiteMaintenance> maintenances = builder.maintenances();
    return new SiteModel(
        builder.settings(home, offer),
        builder.cards(incidents, maintenances, new UptimeHistory(sums, incidents, at)),
        incidents,
        maintenances,
        stored.keys(),
        at);
  }

  /** The ids of the services on a page. */
  static List<UUID> services(SiteStore.Stored stored) {
    List<UUID> ids = new ArrayList<>();
    stored.cards().forEach(card -> card.path("services").forEach(one -> ids.add(ref(one).id())));
    return ids.stream().distinct().toList();
  }

  private SiteSettings settings(String home, SubscriptionOffer offer) {
    StatusPageSettings page = StatusPageCodec.settings(stored.settings());
    PageTheme theme = page.defaultTheme().value();
    return new SiteSettings(
        stored.id(),
        stored.account(),
        Objects.requireNonNullElse(page.name().value(), ""),
        Objects.requireNonNullElse(page.url().value(), ""),
        home,
        shown(page.description()),
        shown(page.logo()),
        shown(page.logoDark()),
        shown(page.favicon()),
        shown(page.redirectTo()),
        theme == null ? PageTheme.AUTO : theme,
        page.themeColors().value(),
        Boolean.TRUE.equals(page.isPrivate().value()),
        offer.on(page));
  }

  private List<SiteIncident> incidents() {
    List<SiteIncident> incidents = new ArrayList<>();
    for (JsonNode incident : stored.incidents()) {
      List<SiteUpdate> updates = updates(incident);
      if (!updates.isEmpty()) {
        List<ServiceRef> affected = new ArrayList<>();
        incident.path("services").forEach(service -> affected.add(ref(service)));
        incidents.add(
            new SiteIncident(
                id(incident),
                incident.path("name").asText(),
                Severity.valueOf(incident.path("severity").asText()),
                affected,
                updates,
                Math.max(0, incident.path("published").asInt() - updates.size())));
      }
    }
    incidents.sort((one, other) -> other.startedAt().compareTo(one.startedAt()));
    return incidents;
  }

  /** Updates with a future public date are not public yet. */
  private List<SiteUpdate> updates(JsonNode incident) {
    List<SiteUpdate> updates = new ArrayList<>();
    for (JsonNode update : incident.path("updates")) {
      Instant date = instant(update, "at");
      if (!date.isAfter(at)) {
        updates.add(
            new SiteUpdate(
                id(update),
                IncidentStatus.valueOf(update.path("status").asText()),
                update.path("description").asText(),
                date));
      }
    }
    return updates;
  }

  /** Those that affect a service of the page; a window without services affects all. */
  private List<SiteMaintenance> maintenances() {
    List<SiteMaintenance> maintenances = new ArrayList<>();
    for (JsonNode time : stored.maintenances()) {
      List<ServiceRef> affected = new ArrayList<>();
      time.path("services")
          .forEach(
              named ->
                  Optional.ofNullable(services.get(UUID.fromString(named.asText())))
                      .ifPresent(affected::add));
      if (time.path("services").isEmpty()) {
        affected.addAll(services.values());
      }
      if (!affected.isEmpty()) {
        maintenances.add(
            new SiteMaintenance(
                time.path("window").asLong(),
                time.path("name").asText(),
                text(time, "description"),
                affected,
                instant(time, "starts"),
                instant(time, "ends"),
                announced(time)));
      }
    }
    return maintenances;
  }

  /** An interval appears when its window is changed, or when the interval comes into view. */
  private static Instant announced(JsonNode time) {
    Instant said = instant(time, "said");
    Instant shown = instant(time, "starts").minusMillis(SiteStore.AHEAD_MILLIS);
    return said.isAfter(shown) ? said : shown;
  }

  private List<SiteCard> cards(
      List<SiteIncident> incidents, List<SiteMaintenance> maintenances, UptimeHistory history) {
    List<SiteCard> cards = new ArrayList<>();
    for (JsonNode card : stored.cards()) {
      List<SiteService> shown = new ArrayList<>();
      for (JsonNode service : card.path("services")) {
        ServiceRef ref = ref(service);
        shown.add(
            new SiteService(
                ref.id(),
                ref.name(),
                state(ref.id(), incidents, maintenances),
                service.path("watched").asBoolean(),
                history.of(ref.id())));
      }
      cards.add(new SiteCard(id(card), card.path("name").asText(), instant(card, "at"), shown));
    }
    return cards;
  }

  private ServiceState state(
      UUID service, List<SiteIncident> incidents, List<SiteMaintenance> maintenances) {
    boolean maintained =
        maintenances.stream().anyMatch(time -> time.isActive(at) && time.affects(service));
    return incidents.stream()
        .filter(incident -> incident.isOpen() && incident.affects(service))
        .map(incident -> ServiceState.of(incident.severity()))
        .reduce(
            maintained ? ServiceState.UNDER_MAINTENANCE : ServiceState.OPERATIONAL,
            ServiceState::or);
  }

  private static ServiceRef ref(JsonNode service) {
    return new ServiceRef(id(service), service.path("name").asText());
  }

  private static UUID id(JsonNode node) {
    return UUID.fromString(node.path("id").asText());
  }

  private static Instant instant(JsonNode node, String member) {
    return Instant.ofEpochMilli(node.path(member).asLong());
  }

  private static @Nullable String shown(Field<String> text) {
    String value = text.value();
    return value == null || value.isBlank() ? null : value;
  }

  private static @Nullable String text(JsonNode node, String member) {
    String text = node.path(member).asText("");
    return !node.hasNonNull(member) || text.isBlank() ? null : text;
  }
}
