package dev.belfry.projects.deploy;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Documents;
import dev.belfry.api.resource.ResourceType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the desired state of a project with the stored one. Does no I/O. */
final class StateComparison {
  private final DeployableResources kinds;
  private final Snapshot snapshot;
  private final Map<ResourceType, List<DesiredResource>> wanted;
  private final Map<ResourceType, Map<String, String>> names = new EnumMap<>(ResourceType.class);

  private StateComparison(
      DeployableResources kinds,
      Snapshot snapshot,
      Map<ResourceType, List<DesiredResource>> wanted) {
    this.kinds = kinds;
    this.snapshot = snapshot;
    this.wanted = wanted;
    snapshot.known().forEach((key, id) -> name(key.type(), id, key.logicalId()));
    wanted.forEach((type, items) -> items.forEach(item -> name(type, item.id(), item.logicalId())));
  }

  private void name(ResourceType type, String id, String logicalId) {
    names.computeIfAbsent(type, first -> new HashMap<>()).put(id, logicalId);
  }

  /**
   * What would be done.
   *
   * @param kept ids of what the manifest refers to without having it, which must stay
   * @param preserve whether what the project has no longer stays in the service
   */
  static Plan of(
      DeployableResources kinds,
      Snapshot snapshot,
      Map<ResourceType, List<DesiredResource>> wanted,
      Set<ResourceKey> kept,
      boolean preserve) {
    return new StateComparison(kinds, snapshot, wanted).plan(kept, preserve);
  }

  private Plan plan(Set<ResourceKey> kept, boolean preserve) {
    List<Change> changes = new ArrayList<>();
    Map<ResourceType, List<DesiredResource>> written = new EnumMap<>(ResourceType.class);
    wanted.forEach(
        (type, items) -> {
          for (DesiredResource item : items) {
            Change change = change(type, item);
            if (change != null) {
              changes.add(change);
              written.computeIfAbsent(type, first -> new ArrayList<>()).add(item);
            }
          }
        });
    Set<ResourceKey> forgotten = forgotten();
    Map<ResourceType, Set<String>> removed = new EnumMap<>(ResourceType.class);
    for (ResourceKey key : forgotten) {
      String id = snapshot.present(key);
      if (id == null) {
        continue;
      }
      boolean stays = preserve || kept.contains(new ResourceKey(key.type(), id));
      if (!stays) {
        removed.computeIfAbsent(key.type(), first -> new LinkedHashSet<>()).add(id);
      }
      Action action = stays ? Action.DETACHED : Action.DELETE;
      ObjectNode stored = snapshot.document(key.type(), id);
      changes.add(
          key.type() == ResourceType.SUBSCRIPTION && stored != null
              ? subscription(action, key, id, stored, null)
              : new Change(action, key, id, List.of(), "", null));
    }
    return new Plan(changes, new DesiredState(wanted, removed), written, forgotten);
  }

  private @Nullable Change change(ResourceType type, DesiredResource item) {
    ObjectNode stored = item.stored();
    ResourceKey key = new ResourceKey(type, item.logicalId());
    DeployableResource kind = kinds.of(type);
    if (stored != null && Documents.areSame(stored, item.document())) {
      return null;
    }
    Action action = stored == null ? Action.CREATE : Action.UPDATE;
    if (type == ResourceType.SUBSCRIPTION) {
      return subscription(action, key, item.id(), stored, item.document());
    }
    List<PropertyChange> properties =
        stored == null
            ? DiffEngine.ofNew(named(kind, kind.masked(item.document())))
            : DiffEngine.changes(sides(kind, stored), sides(kind, item.document()));
    return new Change(action, key, item.id(), properties, kind.warning(item.document()), null);
  }

  /** Subscriptions are never shown by themselves (wire contract 3.3) but in what they belong to. */
  private Change subscription(
      Action action,
      ResourceKey key,
      String id,
      @Nullable ObjectNode stored,
      @Nullable ObjectNode document) {
    ObjectNode any = document == null ? requireNonNull(stored) : document;
    Change.Whole channel = whole(ResourceType.ALERT_CHANNEL, any.path("alertChannelId"));
    Change.Whole check = whole(ResourceType.CHECK, any.path("checkId"));
    Change.Whole group = whole(ResourceType.CHECK_GROUP, any.path("groupId"));
    Change.Whole subject = check == null ? group : check;
    String name = channel == null ? any.path("alertChannelId").asText() : channel.key().logicalId();
    PropertyChange property =
        new PropertyChange(
            "/alertChannelSubscriptions/" + name, activated(stored), activated(document));
    return new Change(action, key, id, List.of(property), "", subject == null ? channel : subject);
  }

  private static JsonNode activated(@Nullable ObjectNode document) {
    return document == null ? NullNode.instance : document.path("activated");
  }

  private Change.@Nullable Whole whole(ResourceType type, JsonNode value) {
    String id = Blueprint.rawId(type, value);
    String name = id == null ? null : names.getOrDefault(type, Map.of()).get(id);
    return id == null || name == null ? null : new Change.Whole(new ResourceKey(type, name), id);
  }

  /** Only what is shown has names in it: an id is one property, whatever stands for it. */
  private DiffEngine.Sides sides(DeployableResource kind, ObjectNode document) {
    return new DiffEngine.Sides(document, named(kind, kind.masked(document)));
  }

  /** A document in which the project's own resources are called by their logical ids. */
  private ObjectNode named(DeployableResource kind, ObjectNode document) {
    kind.references()
        .forEach(
            (pattern, type) ->
                Pointers.replace(
                    document,
                    pattern,
                    (pointer, value) -> {
                      String id = Blueprint.rawId(type, value);
                      String name = id == null ? null : names.getOrDefault(type, Map.of()).get(id);
                      return name == null ? null : reference(name);
                    }));
    return document;
  }

  private static JsonNode reference(String logicalId) {
    return JsonNodeFactory.instance.objectNode().put("ref", logicalId);
  }

  private Set<ResourceKey> forgotten() {
    Set<ResourceKey> forgotten = new LinkedHashSet<>(snapshot.known().keySet());
    Set<ResourceKey> still = new HashSet<>();
    wanted.forEach(
        (type, items) -> items.forEach(item -> still.add(new ResourceKey(type, item.logicalId()))));
    forgotten.removeAll(still);
    return forgotten;
  }
}
