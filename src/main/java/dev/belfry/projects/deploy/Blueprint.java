package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns a manifest into the documents to store: resolves references to ids, fills defaults in and
 * collects every error of the payloads. Does no I/O.
 */
final class Blueprint {
  private static final String REF = "ref";
  private static final String NO_NUMBER = "9007199254740991";
  private static final String NO_GUID = new UUID(0, 0).toString();
  private static final String LOCATION = "privateLocationId";

  private final Manifest manifest;
  private final Snapshot snapshot;
  private final DeployableResources kinds;
  private final ManifestErrors faults;
  private final Map<ResourceKey, String> ids = new HashMap<>();
  private final Set<ResourceKey> members = new HashSet<>();
  private final Map<ResourceType, List<DesiredResource>> wanted = new EnumMap<>(ResourceType.class);
  private final Map<ResourceKey, TreeSet<String>> slugs = new HashMap<>();

  private Blueprint(
      Manifest manifest, Snapshot snapshot, DeployableResources kinds, ManifestErrors faults) {
    this.manifest = manifest;
    this.snapshot = snapshot;
    this.kinds = kinds;
    this.faults = faults;
  }

  /**
   * The resources by type; not to be used when there are faults.
   *
   * @param faults receives everything that is wrong
   */
  static Map<ResourceType, List<DesiredResource>> of(
      Manifest manifest,
      Snapshot snapshot,
      DeployableResources kinds,
      RequestSchemas bodies,
      ManifestErrors faults) {
    Blueprint blueprint = new Blueprint(manifest, snapshot, kinds, faults);
    blueprint.identify();
    for (ResourceType type : ResourceType.values()) {
      blueprint.draw(type, bodies);
      if (type == ResourceType.PRIVATE_LOCATION) {
        blueprint.assign();
      }
    }
    return blueprint.wanted;
  }

  /** Every resource gets its id before any payload is looked at, so that the order is free. */
  private void identify() {
    each(
        null,
        (index, resource, type) -> {
          ResourceKey key = new ResourceKey(type, resource.logicalId());
          if (resource.member()) {
            members.add(key);
            String present = snapshot.present(key);
            ids.put(key, present == null ? snapshot.fresh().get(key) : present);
            return;
          }
          String id = physicalId(type, resource.physicalId());
          if (snapshot.document(type, id) == null) {
            faults.add(
                index,
                new Violation(
                    "/physicalId", "must be the id of a " + type.wire() + " that exists"));
          }
          ids.put(key, id);
        });
  }

  /**
   * An id that nothing has in place of a malformed one, so that references to it are well formed.
   */
  private static String physicalId(ResourceType type, @Nullable String written) {
    String id = written == null ? null : rawId(type, JsonNodeFactory.instance.textNode(written));
    String none = type.isNumbered() ? NO_NUMBER : NO_GUID;
    return id == null ? none : id;
  }

  private void draw(ResourceType type, RequestSchemas bodies) {
    DeployableResource kind = kinds.of(type);
    List<DesiredResource> items = new ArrayList<>();
    each(
        type,
        (index, resource, same) -> {
          if (!resource.member()) {
            return;
          }
          ResourceKey key = new ResourceKey(type, resource.logicalId());
          ObjectNode payload = resource.payload().deepCopy();
          addLocations(payload, slugs.get(key));
          int before = faults.count();
          kind.references().forEach((pattern, to) -> resolve(index, payload, pattern, to));
          List<Violation> violations = new ArrayList<>();
          ObjectNode document = kind.document(payload, bodies, violations);
          boolean unresolved = faults.count() > before;
          for (Violation violation : violations) {
            // An unresolved reference is reported already; that it is no id either adds nothing.
            if (!unresolved || !isReference(kind, violation)) {
              faults.add(index, violation.within("/payload"));
            }
          }
          String id = ids.get(key);
          if (id != null) {
            ObjectNode stored = snapshot.document(type, id);
            if (stored != null) {
              kind.keepOmitted(resource.payload(), document, stored);
            }
            items.add(new DesiredResource(key.logicalId(), id, document, stored));
          }
        });
    wanted.put(type, items);
  }

  private static boolean isReference(DeployableResource kind, Violation violation) {
    String path = violation.path().replaceAll("/\\d+(?=/|$)", "/*");
    return kind.references().containsKey(path);
  }

  private void resolve(int index, ObjectNode payload, String pattern, ResourceType to) {
    Pointers.replace(
        payload,
        pattern,
        (pointer, value) -> {
          if (value.has(REF)) {
            String id = ids.get(new ResourceKey(to, value.path(REF).asText()));
            if (id == null) {
              faults.add(
                  index,
                  new Violation(
                      "/payload" + pointer,
                      "refers to the "
                          + to.wire()
                          + " "
                          + value.path(REF).asText()
                          + ", which is not in the project"));
            }
            return id == null ? null : node(to, id);
          }
          String raw = rawId(to, value);
          if (raw != null && snapshot.document(to, raw) == null && !ids.containsValue(raw)) {
            faults.add(
                index,
                new Violation("/payload" + pointer, "must be a " + to.wire() + " of this account"));
          }
          return null;
        });
  }

  /** An id that stands in a payload as it is, null when there is none. */
  static @Nullable String rawId(ResourceType type, JsonNode value) {
    JsonNode id = value.isObject() ? value.path("id") : value;
    String text = id.isTextual() || id.isIntegralNumber() ? id.asText() : "";
    boolean wellFormed =
        type.isNumbered() ? text.matches("[1-9][0-9]{0,17}") : ManifestRules.isGuid(text);
    return wellFormed && !value.has(REF) ? text.toLowerCase(Locale.ROOT) : null;
  }

  private static JsonNode node(ResourceType type, String id) {
    return type.isNumbered()
        ? JsonNodeFactory.instance.numberNode(Long.parseLong(id))
        : JsonNodeFactory.instance.textNode(id);
  }

  /** Notes which slugs the assignments give to which check or group. */
  private void assign() {
    for (int i = 0; i < manifest.resources().size(); i++) {
      ManifestResource resource = manifest.resources().get(i);
      LocationAssignment assignment = LocationAssignment.of(resource.type()).orElse(null);
      if (assignment == null) {
        continue;
      }
      JsonNode location = resource.payload().path(LOCATION);
      JsonNode subject = resource.payload().path(assignment.member()).path(REF);
      String slug = slug(location);
      ResourceKey key = new ResourceKey(assignment.subject(), subject.asText());
      if (slug == null) {
        faults.add(
            i,
            new Violation("/payload/" + LOCATION, "must refer to a private location that exists"));
      }
      if (!members.contains(key)) {
        faults.add(
            i,
            new Violation(
                "/payload/" + assignment.member(),
                "must refer to a " + assignment.subject().wire() + " of the project"));
      }
      if (slug != null) {
        slugs.computeIfAbsent(key, first -> new TreeSet<>()).add(slug);
      }
    }
  }

  private @Nullable String slug(JsonNode location) {
    String id =
        location.has(REF)
            ? ids.get(new ResourceKey(ResourceType.PRIVATE_LOCATION, location.path(REF).asText()))
            : rawId(ResourceType.PRIVATE_LOCATION, location);
    if (id == null) {
      return null;
    }
    for (DesiredResource item : wanted.getOrDefault(ResourceType.PRIVATE_LOCATION, List.of())) {
      if (item.id().equals(id)) {
        return item.document().path("slugName").textValue();
      }
    }
    ObjectNode stored = snapshot.document(ResourceType.PRIVATE_LOCATION, id);
    return stored == null ? null : stored.path("slugName").textValue();
  }

  private static void addLocations(ObjectNode payload, @Nullable Set<String> assigned) {
    if (assigned == null) {
      return;
    }
    TreeSet<String> all = new TreeSet<>(assigned);
    payload.path("privateLocations").forEach(slug -> all.add(slug.asText()));
    payload.putArray("privateLocations").addAll(texts(all));
  }

  private static List<JsonNode> texts(Set<String> words) {
    return words.stream().map(word -> (JsonNode) JsonNodeFactory.instance.textNode(word)).toList();
  }

  /** What is done with each resource. */
  private interface Visit {
    void resource(int index, ManifestResource resource, ResourceType type);
  }

  /** Visits the resources of one type, of all that are no assignments when it is null. */
  private void each(@Nullable ResourceType only, Visit visit) {
    for (int i = 0; i < manifest.resources().size(); i++) {
      ManifestResource resource = manifest.resources().get(i);
      ResourceType type = ResourceType.of(resource.type()).orElse(null);
      if (type != null && (only == null || only == type)) {
        visit.resource(i, resource, type);
      }
    }
  }
}
