package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.incident.IncidentStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A page as JSON of the Statuspage API v2, which status aggregators read. */
final class StatuspageApi {
  private static final int MOST_INCIDENTS = 50;

  private final SiteModel model;
  private final StatuspageComponents components;
  private final ObjectNode document = JsonNodeFactory.instance.objectNode();

  private StatuspageApi(SiteModel model) {
    this.model = model;
    this.components = new StatuspageComponents(model);
    document
        .putObject("page")
        .put("id", page())
        .put("name", model.settings().name())
        .put("url", model.settings().home())
        .put("time_zone", "Etc/UTC")
        .put("updated_at", JsonText.timestamp(model.changed()));
  }

  /** One of its documents, empty when it has none of that name. */
  static Optional<byte[]> of(SiteModel model, String name) {
    StatuspageApi api = new StatuspageApi(model);
    List<SiteIncident> newest = model.incidents().stream().limit(MOST_INCIDENTS).toList();
    ObjectNode document =
        switch (name) {
          case "summary.json" ->
              api.components()
                  .incidents(model.openIncidents())
                  .maintenances(model.maintenanceOpen())
                  .status();
          case "status.json" -> api.status();
          case "components.json" -> api.components().document;
          case "incidents.json" -> api.incidents(newest).document;
          case "incidents/unresolved.json" -> api.incidents(model.openIncidents()).document;
          case "scheduled-maintenances.json" -> api.maintenances(newestFirst(model)).document;
          case "scheduled-maintenances/upcoming.json" ->
              api.maintenances(model.maintenanceAhead()).document;
          case "scheduled-maintenances/active.json" ->
              api.maintenances(model.maintenanceNow()).document;
          default -> null;
        };
    return Optional.ofNullable(document)
        .map(made -> made.toString().getBytes(StandardCharsets.UTF_8));
  }

  private StatuspageApi components() {
    document.set("components", components.all());
    return this;
  }

  private StatuspageApi incidents(List<SiteIncident> incidents) {
    ArrayNode list = document.putArray("incidents");
    incidents.forEach(incident -> add(incident, list.addObject()));
    return this;
  }

  private StatuspageApi maintenances(List<SiteMaintenance> maintenances) {
    ArrayNode list = document.putArray("scheduled_maintenances");
    maintenances.forEach(time -> add(time, list.addObject()));
    return this;
  }

  private static List<SiteMaintenance> newestFirst(SiteModel model) {
    List<SiteMaintenance> times = new ArrayList<>(model.maintenances());
    Collections.reverse(times);
    return times;
  }

  private ObjectNode status() {
    ServiceState state = model.state();
    document
        .putObject("status")
        .put("indicator", indicator(state))
        .put("description", description(state));
    return document;
  }

  private void add(SiteIncident incident, ObjectNode node) {
    String id = incident.id().toString();
    head(
            node,
            id,
            incident.name(),
            word(incident.status()),
            incident.startedAt(),
            incident.updatedAt())
        .put("monitoring_at", time(monitoring(incident)))
        .put("resolved_at", time(incident.resolvedAt()))
        .put("impact", indicator(ServiceState.of(incident.severity())))
        .put("shortlink", model.settings().home() + "/incidents/" + id);
    ArrayNode updates = node.putArray("incident_updates");
    for (int i = 0; i < incident.updates().size(); i++) {
      SiteUpdate update = incident.updates().get(i);
      ServiceState before =
          i + 1 == incident.updates().size()
              ? ServiceState.OPERATIONAL
              : state(incident.updates().get(i + 1).status(), incident.severity());
      add(
          updates,
          new Update(update.id(), word(update.status()), update.description(), update.at()),
          id,
          components.changes(
              incident.services(), before, state(update.status(), incident.severity())));
    }
    node.set("components", components.of(incident.services()));
  }

  /** A maintenance interval has one update, with its description. */
  private void add(SiteMaintenance time, ObjectNode node) {
    boolean active = time.isActive(model.at());
    boolean over = time.isOver(model.at());
    String status = over ? "completed" : active ? "in_progress" : "scheduled";
    Instant updated = time.updatedAt(model.at());
    UUID id = time.id(model.settings().id());
    head(node, id.toString(), time.name(), status, time.announced(), updated)
        .putNull("monitoring_at")
        .put("resolved_at", over ? time(time.ends()) : null)
        .put("impact", "maintenance")
        .put("shortlink", time.link(new SiteLinks(model.settings().home(), null), model.at()))
        .put("scheduled_for", time(time.starts()))
        .put("scheduled_until", time(time.ends()));
    String description = time.description();
    UUID update = UUID.nameUUIDFromBytes((id + status).getBytes(StandardCharsets.UTF_8));
    add(
        node.putArray("incident_updates"),
        new Update(update, status, description == null ? time.name() : description, updated),
        id.toString(),
        components.changes(
            time.services(),
            over ? ServiceState.UNDER_MAINTENANCE : ServiceState.OPERATIONAL,
            active ? ServiceState.UNDER_MAINTENANCE : ServiceState.OPERATIONAL));
    node.set("components", components.of(time.services()));
  }

  private ObjectNode head(
      ObjectNode node, String id, String name, String status, Instant started, Instant updated) {
    return node.put("id", id)
        .put("name", name)
        .put("status", status)
        .put("created_at", time(started))
        .put("updated_at", time(updated))
        .put("started_at", time(started))
        .put("page_id", page());
  }

  /** An update with its time. */
  private record Update(UUID id, String status, String body, Instant at) {}

  private static void add(ArrayNode updates, Update update, String incident, ArrayNode changes) {
    String at = time(update.at());
    updates
        .addObject()
        .put("id", update.id().toString())
        .put("status", update.status())
        .put("body", update.body())
        .put("incident_id", incident)
        .put("created_at", at)
        .put("updated_at", at)
        .put("display_at", at)
        .put("deliver_notifications", true)
        .putNull("custom_tweet")
        .putNull("tweet_id")
        .set("affected_components", changes);
  }

  private String page() {
    return model.settings().id().toString();
  }

  /** The newest update with status MONITORING. */
  private static @Nullable Instant monitoring(SiteIncident incident) {
    return incident.updates().stream()
        .filter(update -> update.status() == IncidentStatus.MONITORING)
        .map(SiteUpdate::at)
        .findFirst()
        .orElse(null);
  }

  private static ServiceState state(IncidentStatus status, Severity severity) {
    return status == IncidentStatus.RESOLVED ? ServiceState.OPERATIONAL : ServiceState.of(severity);
  }

  private static String indicator(ServiceState state) {
    return switch (state) {
      case OPERATIONAL -> "none";
      case UNDER_MAINTENANCE -> "maintenance";
      case DEGRADED_PERFORMANCE -> "minor";
      case PARTIAL_OUTAGE -> "major";
      case MAJOR_OUTAGE -> "critical";
    };
  }

  private static String description(ServiceState state) {
    return switch (state) {
      case OPERATIONAL -> "All Systems Operational";
      case UNDER_MAINTENANCE -> "Service Under Maintenance";
      case DEGRADED_PERFORMANCE -> "Partially Degraded Service";
      case PARTIAL_OUTAGE -> "Partial System Outage";
      case MAJOR_OUTAGE -> "Major Service Outage";
    };
  }

  private static String word(IncidentStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : JsonText.timestamp(time);
  }
}
