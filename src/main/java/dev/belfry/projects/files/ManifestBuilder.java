package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.projects.deploy.ManifestResource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a manifest from entries: its resources, their source locations and the errors. */
final class ManifestBuilder {
  private static final String GUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

  private final EntryIndex index;
  private final List<FileError> errors;
  private final List<ManifestResource> resources = new ArrayList<>();
  private final List<Map<String, SourceLocation>> locations = new ArrayList<>();
  private final Set<String> existing = new HashSet<>();
  private final Set<String> placedByMembers = new HashSet<>();

  ManifestBuilder(EntryIndex index, List<FileError> errors) {
    this.index = index;
    this.errors = errors;
    for (Entry monitor : index.all(Section.MONITORS)) {
      Entry group = MonitorEntries.groupOf(index, monitor);
      if (group != null && GroupEntries.PLACES.stream().anyMatch(at -> monitor.get(at) != null)) {
        placedByMembers.add(group.id());
      }
    }
  }

  /**
   * Whether a monitor of the group says for itself where it runs. The group must not say it then,
   * because what a group says there is put over its members; the others inherit it one by one.
   */
  boolean isPlacedByMembers(Entry group) {
    return placedByMembers.contains(group.id());
  }

  EntryIndex index() {
    return index;
  }

  List<FileError> errors() {
    return errors;
  }

  void error(SourceLocation location, String message) {
    errors.add(new FileError(location, message));
  }

  List<ManifestResource> resources() {
    return resources;
  }

  /** Where the values of each resource are from, by JSON pointer into its payload. */
  List<Map<String, SourceLocation>> locations() {
    return locations;
  }

  Payload payload(Entry entry) {
    return new Payload(entry.location().at(entry.path()), errors);
  }

  /** Adds what the project has. */
  void add(Entry entry, Payload payload) {
    add(entry.section().type(), entry.logicalId(), payload);
  }

  void add(ResourceType type, String logicalId, Payload payload) {
    SourceLocation root = payload.locations().get("");
    resources.add(
        new ManifestResource(
            logicalId,
            type.wire(),
            true,
            null,
            payload.json(),
            root == null ? null : root.toString()));
    locations.add(payload.locations());
  }

  /**
   * What a value refers to: an entry of the files, or the id of what is there already.
   *
   * @return null when there is no such thing, which is a error then
   */
  @Nullable ObjectNode reference(Section section, Value value, String path) {
    SourceLocation location = value.location().at(path);
    if (isId(section, value)) {
      return existing(section.type(), value.text(), location);
    }
    if (!value.isScalar()) {
      error(value.location(), path + " must be the id of a " + section.noun());
      return null;
    }
    Entry entry = index.find(section, value.text());
    if (entry == null) {
      error(
          value.location(),
          path
              + ": no file has the "
              + section.noun()
              + " "
              + value.text()
              + index.suggestion(section, value.text()));
      return null;
    }
    return entry.existing() == null
        ? ref(entry.id())
        : existing(section.type(), entry.existing(), entry.location().at(entry.path()));
  }

  private static boolean isId(Section section, Value value) {
    return section.type().isNumbered()
        ? value.isWhole()
        : value.isScalar() && value.text().matches(GUID);
  }

  /** Refers to what is there already and is never changed. */
  ObjectNode existing(ResourceType type, String id, SourceLocation location) {
    String logicalId = type.wire() + "-" + id;
    if (existing.add(logicalId)) {
      resources.add(
          new ManifestResource(
              logicalId,
              type.wire(),
              false,
              id,
              JsonNodeFactory.instance.objectNode(),
              location.toString()));
      locations.add(Map.of("", location));
    }
    return ref(logicalId);
  }

  static ObjectNode ref(String logicalId) {
    return JsonNodeFactory.instance.objectNode().put("ref", logicalId);
  }
}
