package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Frequency;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts stored resources into a file that describes them. */
final class ExportPlan {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String CHANNELS = "alertChannels";

  private final List<StoredResource> stored;
  private final NameAssigner names;
  private final Defaults defaults;
  private final SecretPlaceholders secrets = new SecretPlaceholders();
  private final Map<String, ArrayNode> subscriptions = new HashMap<>();
  private final Map<String, ObjectNode> groups = new HashMap<>();

  private ExportPlan(List<StoredResource> stored, Defaults defaults) {
    this.names = new NameAssigner(stored);
    this.stored = stored.stream().sorted(Comparator.comparing(names::of)).toList();
    this.defaults = defaults;
  }

  /** The file of these resources; the same for the same ones in any order of their names. */
  static ExportFile of(List<StoredResource> stored, Defaults defaults) {
    ExportPlan plan = new ExportPlan(stored, defaults);
    plan.subscriptions();
    ObjectNode file = NODES.objectNode();
    for (Section section : Section.values()) {
      ArrayNode list = NODES.arrayNode();
      for (StoredResource one : plan.stored) {
        if (one.type() == section.type()) {
          plan.add(section, one, list);
        }
      }
      if (!list.isEmpty()) {
        file.set(section.key(), list);
      }
    }
    return new ExportFile(file, plan.secrets.names());
  }

  /** The channels of each check and group, by the member that names these and their ids. */
  private void subscriptions() {
    Map<String, Map<String, Boolean>> found = new HashMap<>();
    for (StoredResource one : stored) {
      JsonNode document = one.document();
      if (one.type() == ResourceType.SUBSCRIPTION) {
        String member = document.hasNonNull("checkId") ? "checkId" : "groupId";
        String channel =
            names.of(ResourceType.ALERT_CHANNEL, document.path("alertChannelId").asText());
        if (channel != null) {
          found
              .computeIfAbsent(member + document.path(member).asText(), first -> new TreeMap<>())
              .put(channel, document.path("activated").asBoolean());
        }
      }
    }
    found.forEach(
        (subject, channels) -> {
          ArrayNode list = NODES.arrayNode();
          channels.forEach((channel, activated) -> AlertEntries.write(list, channel, activated));
          subscriptions.put(subject, list);
        });
  }

  private void add(Section section, StoredResource one, ArrayNode list) {
    ObjectNode document = secrets.hide(names.of(one), one.document(), one.masked());
    ObjectNode entry = NODES.objectNode().put("id", names.of(one));
    switch (section) {
      case GROUPS -> entry.setAll(group(document));
      case MONITORS -> entry.setAll(monitor(document));
      case PAGES -> entry.setAll(page(document));
      case OBJECTIVES -> {
        entry.setAll(defaults.without(section, document));
        ObjectiveEntries.write(entry, document, names::of);
      }
      case LOCATIONS, SERVICES, CHANNELS, MAINTENANCE ->
          entry.setAll(defaults.without(section, document));
    }
    String member = section == Section.GROUPS ? "groupId" : "checkId";
    ArrayNode channels = subscriptions.get(member + one.id());
    if (channels != null) {
      entry.set(CHANNELS, channels);
    }
    if (section == Section.GROUPS) {
      groups.put(one.id(), entry);
    }
    ObjectNode group =
        section == Section.MONITORS ? groups.get(one.document().path("groupId").asText()) : null;
    (group == null ? list : group.withArray("monitors")).add(entry);
  }

  private ObjectNode group(ObjectNode document) {
    JsonNode global = document.path("useGlobalAlertSettings");
    JsonNode settings = document.path("alertSettings");
    ObjectNode entry = defaults.without(Section.GROUPS, document);
    DependencyEntries.write(entry, names::of);
    if (global.asBoolean() && settings.isNull()) {
      entry.remove("useGlobalAlertSettings");
      entry.put("alertEscalationPolicy", "global");
    } else if (global.isBoolean() && !global.asBoolean() && settings.isObject()) {
      entry.remove(List.of("useGlobalAlertSettings", "alertSettings"));
      entry.set("alertEscalationPolicy", settings);
    }
    if (document.path("retryStrategy").isNull()) {
      entry.put("retryStrategy", "none");
    }
    return entry;
  }

  private ObjectNode monitor(ObjectNode document) {
    CheckType type = CheckType.valueOf(document.path("checkType").asText(CheckType.URL.name()));
    ObjectNode entry = defaults.without(type, document);
    DependencyEntries.write(entry, names::of);
    entry.remove("groupId");
    if (type == CheckType.URL) {
      entry.remove("checkType"); // What an entry without one is.
    }
    ObjectNode group = groups.get(document.path("groupId").asText());
    if (group != null && GroupEntries.PLACES.stream().anyMatch(group::has)) {
      entry.remove(GroupEntries.PLACES); // What the group says is in force instead.
    }
    if (type != CheckType.HEARTBEAT) {
      frequency(document, entry);
    }
    if (entry.path("request") instanceof ObjectNode request
        && request.size() == 1
        && request.has("url")) {
      entry.set("url", request.get("url"));
      entry.remove("request");
    }
    if (entry.path("triggerIncident") instanceof ObjectNode incident) {
      String service = name(ResourceType.SERVICE, incident.path("serviceId"));
      if (service != null) {
        incident.remove("serviceId");
        incident.put("service", service);
      }
    }
    return entry;
  }

  private static void frequency(ObjectNode document, ObjectNode entry) {
    int minutes = document.path("frequency").asInt(Frequency.DEFAULT_MINUTES);
    int offset = document.path("frequencyOffset").asInt(0);
    entry.put("frequency", minutes);
    for (Frequency constant : Frequency.values()) {
      if (constant.minutes() == minutes
          && (!constant.isSubMinute() || constant.offsetSeconds() == offset)) {
        entry.put("frequency", constant.name());
        if (constant.isSubMinute()) {
          entry.remove("frequencyOffset");
        }
      }
    }
  }

  private ObjectNode page(ObjectNode document) {
    ObjectNode entry = defaults.without(Section.PAGES, document);
    for (JsonNode card : entry.path("cards")) {
      ArrayNode services = NODES.arrayNode();
      for (JsonNode service : card.path("services")) {
        String name = name(ResourceType.SERVICE, service.has("id") ? service.get("id") : service);
        if (name != null) {
          services.add(name);
        }
      }
      ((ObjectNode) card).remove("id");
      ((ObjectNode) card).set("services", services);
    }
    return entry;
  }

  private @Nullable String name(ResourceType type, JsonNode id) {
    return names.of(type, id.asText());
  }
}
