package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.platform.config.SpellingSuggestion;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads monitors, with the settings they inherit from their group's entry. */
final class MonitorEntries {
  private static final List<String> CONSTANTS =
      Arrays.stream(Frequency.values()).map(Frequency::name).toList();

  private final ManifestBuilder draft;
  private final Shapes shapes;
  private final AlertEntries alerting;

  MonitorEntries(ManifestBuilder draft, Shapes shapes, AlertEntries alerting) {
    this.draft = draft;
    this.shapes = shapes;
    this.alerting = alerting;
  }

  void add(Entry entry) {
    Payload payload = draft.payload(entry);
    Value checkType = entry.get("checkType");
    CheckType type = type(checkType);
    payload.members(entry, shapes.ofMonitor(type), Set.of());
    if (!payload.json().has("name")) {
      payload.set("name", TextNode.valueOf(entry.id()), entry.locationOf("id"), entry.pathOf("id"));
    }
    payload.set(
        "checkType",
        TextNode.valueOf(checkType == null ? type.name() : checkType.text()),
        entry.locationOf("checkType"),
        entry.pathOf("checkType"));
    if (type == CheckType.HEARTBEAT) {
      refuseRuns(entry);
    } else {
      request(entry, payload, shapes.ofMonitor(type).member("request"));
      frequency(entry, payload);
      alerting.retry(entry, payload);
    }
    group(entry, payload);
    incident(entry, payload);
    alerting.policy(entry, payload);
    new DependencyEntries(draft).add(entry, payload);
    draft.add(entry, payload);
    alerting.channels(entry, "checkId");
  }

  /** A heartbeat monitor makes no runs. */
  private void refuseRuns(Entry entry) {
    for (String name : List.of("url", "frequency", "retryStrategy")) {
      if (entry.get(name) != null) {
        draft.error(
            entry.locationOf(name),
            entry.pathOf(name) + " must be absent: a heartbeat monitor makes no runs");
      }
    }
  }

  /** {@code url} is short for {@code request.url}. */
  private void request(Entry entry, Payload payload, @Nullable Shape shape) {
    Value.Member url = entry.value().members().get("url");
    boolean whole = payload.json().path("request").isObject();
    if (url == null) {
      if (!whole) {
        payload.note("/request", entry.locationOf("request"), entry.pathOf("request"));
      }
      return;
    }
    Shape address = shape == null ? null : shape.member("url");
    if (address == null) {
      draft.error(
          url.location(),
          entry.pathOf("url") + " must be absent: a monitor of this checkType has no URL");
      return;
    }
    if (payload.json().path("request").has("url")) {
      draft.error(url.location(), entry.pathOf("url") + " must be absent beside request.url");
      return;
    }
    ObjectNode request =
        whole ? (ObjectNode) payload.json().get("request") : payload.json().putObject("request");
    payload.note("/request/url", url.location(), entry.pathOf("url"));
    request.set("url", payload.copy(url.value(), address, "/request/url", entry.pathOf("url")));
  }

  /** The type that an entry names; that of a URL monitor for none, and for one that is not run. */
  private static CheckType type(@Nullable Value named) {
    return CheckType.offered(named != null && named.isScalar() ? named.text() : null)
        .orElse(CheckType.URL);
  }

  /** Its own frequency, else that of its group, unless the group is only referred to. */
  private void frequency(Entry entry, Payload payload) {
    Entry group = groupOf(draft.index(), entry);
    boolean inherits = entry.get("frequency") == null && group != null && group.existing() == null;
    Entry source = inherits && group != null ? group : entry;
    Value value = source.get("frequency");
    if (value == null) {
      return;
    }
    SourceLocation location = source.locationOf("frequency");
    String path = source.pathOf("frequency");
    if (!value.isScalar()) {
      draft.error(location, path + " must be a constant such as EVERY_5M, or a number of minutes");
    } else if (CONSTANTS.contains(value.text())) {
      constant(entry, payload, Frequency.valueOf(value.text()), location, path);
    } else if (value.text().matches("[0-9]{1,6}")) {
      payload.set("frequency", IntNode.valueOf(Integer.parseInt(value.text())), location, path);
    } else if (!inherits) { // That of a group is looked at with the group.
      draft.error(
          location,
          path
              + " must be a constant such as EVERY_5M, or a number of minutes"
              + SpellingSuggestion.to(value.text(), CONSTANTS));
    }
  }

  private void constant(
      Entry entry, Payload payload, Frequency frequency, SourceLocation location, String path) {
    payload.set("frequency", IntNode.valueOf(frequency.minutes()), location, path);
    if (!frequency.isSubMinute()) {
      return;
    }
    if (entry.get("frequencyOffset") != null) {
      draft.error(
          entry.locationOf("frequencyOffset"),
          entry.pathOf("frequencyOffset") + " must be absent when frequency is " + frequency);
    }
    payload.set("frequencyOffset", IntNode.valueOf(frequency.offsetSeconds()), location, path);
  }

  private void group(Entry entry, Payload payload) {
    Entry group = groupOf(draft.index(), entry);
    Value named = entry.get("group");
    if (entry.group() != null && named != null && !isSame(group, entry.group())) {
      draft.error(
          entry.locationOf("group"),
          entry.pathOf("group") + " must be absent: the monitor is in a group");
    }
    ObjectNode reference = null;
    if (group != null) {
      reference = ManifestBuilder.ref(group.logicalId());
    } else if (named != null) {
      reference = draft.reference(Section.GROUPS, named, entry.pathOf("group"));
    }
    payload.set(
        "groupId",
        reference == null ? JsonNodeFactory.instance.nullNode() : reference,
        entry.locationOf("group"),
        entry.pathOf("group"));
    boolean makesRuns =
        !CheckType.HEARTBEAT.name().equals(payload.json().path("checkType").textValue());
    if (group != null && makesRuns && draft.isPlacedByMembers(group)) {
      places(entry, group, payload);
    }
  }

  private void places(Entry entry, Entry group, Payload payload) {
    if (GroupEntries.PLACES.stream().anyMatch(name -> entry.get(name) != null)) {
      return;
    }
    for (String name : GroupEntries.PLACES) {
      Value.Member member = group.value().members().get(name);
      if (member != null) {
        payload.put(name, member, shapes.of(Section.MONITORS, name), group.pathOf(name));
      }
    }
  }

  private void incident(Entry entry, Payload payload) {
    Value.Member member = entry.value().members().get("triggerIncident");
    if (member == null || member.value().isNothing()) {
      return;
    }
    String name = "triggerIncident";
    Value incident = member.value();
    Value.Member service = incident.members().get("service");
    if (!incident.isObject() || service == null) {
      payload.put(name, member, shapes.of(Section.MONITORS, name), entry.pathOf(name));
      return;
    }
    Map<String, Value.Member> others = new LinkedHashMap<>(incident.members());
    others.remove("service");
    Value.Member without =
        new Value.Member(member.location(), Value.object(incident.location(), others));
    payload.put(name, without, shapes.of(Section.MONITORS, name), entry.pathOf(name));
    String path = entry.pathOf(name) + ".service";
    payload.note("/" + name + "/serviceId", service.location(), path);
    ObjectNode reference = draft.reference(Section.SERVICES, service.value(), path);
    if (reference != null) {
      ((ObjectNode) payload.json().get(name)).set("serviceId", reference);
    }
  }

  /** The group a monitor is in, null when it is in none or in one that no file has. */
  static @Nullable Entry groupOf(EntryIndex index, Entry monitor) {
    Value named = monitor.get("group");
    if (monitor.group() != null && named == null) {
      return monitor.group();
    }
    return named == null || !named.isScalar() || named.isWhole()
        ? null
        : index.find(Section.GROUPS, named.text());
  }

  private static boolean isSame(@Nullable Entry one, Entry other) {
    return one != null && one.id().equals(other.id());
  }
}
