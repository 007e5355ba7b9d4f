package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Documents;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Makes the plan of a deploy with a few statements, whatever its size. Comparisons run on worker
 * threads, so that a large project delays no other request.
 */
final class Planner {
  private final Vertx vertx;
  private final DeployableResources kinds;
  private final RequestSchemas bodies;
  private final ProjectStore store;

  Planner(Vertx vertx, DeployableResources kinds, RequestSchemas bodies, ProjectStore store) {
    this.vertx = vertx;
    this.kinds = kinds;
    this.bodies = bodies;
    this.store = store;
  }

  /**
   * The plan for a manifest that keeps {@link ManifestRules#ofWhole}; fails with a 400 that names
   * everything wrong.
   *
   * @param preserve whether what the project has no longer stays in the service
   */
  Future<Plan> plan(SqlConnection connection, UUID account, Manifest manifest, boolean preserve) {
    return store
        .resources(connection, account, manifest.logicalId())
        .compose(known -> snapshot(connection, account, manifest, known))
        .compose(
            snapshot -> vertx.executeBlocking(() -> compared(manifest, snapshot, preserve), false))
        .compose(plan -> requireNoProblem(connection, account, manifest, plan));
  }

  /**
   * Keeps what a plan changes as it is until the transaction ends; nothing else, so that others can
   * go on working with the rest of a large project.
   *
   * @return false when something has changed since the plan was made
   */
  Future<Boolean> hold(SqlConnection connection, UUID account, Plan plan) {
    Set<DesiredResource> moved = new HashSet<>();
    return eachType(
            (type, kind) -> {
              List<DesiredResource> updates = plan.updates(type);
              Set<String> ids = new LinkedHashSet<>(plan.desired().removed(type));
              updates.forEach(item -> ids.add(item.id()));
              return ids.isEmpty()
                  ? Future.succeededFuture()
                  : kind.read(connection, account, ids, true)
                      .onSuccess(
                          held -> updates.stream().filter(isMoved(held)).forEach(moved::add));
            })
        .map(held -> moved.isEmpty());
  }

  private static Predicate<DesiredResource> isMoved(Map<String, ObjectNode> held) {
    return item -> {
      ObjectNode now = held.get(item.id());
      ObjectNode then = item.stored();
      return now == null || then == null || !Documents.areSame(then, now);
    };
  }

  private Plan compared(Manifest manifest, Snapshot snapshot, boolean preserve) {
    ManifestErrors faults = new ManifestErrors(manifest);
    ManifestRules.ofResources(manifest).forEach(faults::add);
    Map<ResourceType, List<DesiredResource>> wanted =
        Blueprint.of(manifest, snapshot, kinds, bodies, faults);
    faults.requireNone();
    return StateComparison.of(kinds, snapshot, wanted, kept(manifest), preserve);
  }

  /** What is referred to by its id must not be taken away by the deploy that does so. */
  private static Set<ResourceKey> kept(Manifest manifest) {
    Set<ResourceKey> kept = new HashSet<>();
    for (ManifestResource resource : manifest.resources()) {
      String id = resource.physicalId();
      if (!resource.member() && id != null) {
        ResourceType.of(resource.type())
            .ifPresent(type -> kept.add(new ResourceKey(type, id.toLowerCase(Locale.ROOT))));
      }
    }
    return kept;
  }

  private Future<Snapshot> snapshot(
      SqlConnection connection, UUID account, Manifest manifest, Map<ResourceKey, String> known) {
    Map<ResourceType, Set<String>> ids = outside(manifest);
    known.forEach((key, id) -> add(ids, key.type(), id));
    Map<ResourceType, Map<String, ObjectNode>> stored = new EnumMap<>(ResourceType.class);
    return eachType(
            (type, kind) -> {
              Set<String> asked = ids.getOrDefault(type, Set.of());
              return asked.isEmpty()
                  ? Future.succeededFuture()
                  : kind.read(connection, account, asked, false)
                      .map(documents -> stored.put(type, documents));
            })
        .map(read -> new Snapshot(known, stored, Map.of()))
        .compose(snapshot -> withIds(connection, manifest, snapshot));
  }

  /** The ids that stand in a manifest as they are, by type. */
  private Map<ResourceType, Set<String>> outside(Manifest manifest) {
    Map<ResourceType, Set<String>> ids = new EnumMap<>(ResourceType.class);
    for (ManifestResource resource : manifest.resources()) {
      String id = resource.physicalId();
      ResourceType type = ResourceType.of(resource.type()).orElse(null);
      if (type != null && !resource.member() && id != null && isId(type, id)) {
        add(ids, type, id.toLowerCase(Locale.ROOT));
      }
      if (type != null && resource.member()) {
        kinds
            .of(type)
            .references()
            .forEach(
                (pattern, to) ->
                    Pointers.replace(
                        resource.payload(),
                        pattern,
                        (pointer, value) -> {
                          String raw = Blueprint.rawId(to, value);
                          if (raw != null) {
                            add(ids, to, raw);
                          }
                          return null;
                        }));
      }
    }
    return ids;
  }

  private static boolean isId(ResourceType type, String text) {
    return Blueprint.rawId(type, TextNode.valueOf(text)) != null;
  }

  private static void add(Map<ResourceType, Set<String>> ids, ResourceType type, String id) {
    ids.computeIfAbsent(type, first -> new LinkedHashSet<>()).add(id);
  }

  private Future<Snapshot> withIds(SqlConnection connection, Manifest manifest, Snapshot snapshot) {
    Map<ResourceType, List<ResourceKey>> missing = new EnumMap<>(ResourceType.class);
    for (ManifestResource resource : manifest.resources()) {
      ResourceType type = ResourceType.of(resource.type()).orElse(null);
      if (type != null && resource.member()) {
        ResourceKey key = new ResourceKey(type, resource.logicalId());
        if (snapshot.present(key) == null) {
          missing.computeIfAbsent(type, first -> new ArrayList<>()).add(key);
        }
      }
    }
    Map<ResourceKey, String> fresh = new HashMap<>();
    return eachType(
            (type, kind) -> {
              List<ResourceKey> keys = missing.getOrDefault(type, List.of());
              return keys.isEmpty()
                  ? Future.succeededFuture()
                  : kind.nextIds(connection, keys.size())
                      .map(
                          ids -> {
                            for (int i = 0; i < keys.size(); i++) {
                              fresh.put(keys.get(i), ids.get(i));
                            }
                            return ids;
                          });
            })
        .map(done -> new Snapshot(snapshot.known(), snapshot.stored(), fresh));
  }

  private Future<Plan> requireNoProblem(
      SqlConnection connection, UUID account, Manifest manifest, Plan plan) {
    ManifestErrors faults = new ManifestErrors(manifest);
    return eachType(
            (type, kind) ->
                kind.problems(connection, account, plan.desired())
                    .onSuccess(problems -> problems.forEach(faults::add)))
        .map(
            asked -> {
              faults.requireNone();
              return plan;
            });
  }

  /** One type after the other, in their order: a connection does one thing at a time. */
  private Future<Void> eachType(BiFunction<ResourceType, DeployableResource, Future<?>> work) {
    Future<Void> done = Future.succeededFuture();
    for (ResourceType type : ResourceType.values()) {
      done = done.compose(before -> work.apply(type, kinds.of(type)).mapEmpty());
    }
    return done;
  }
}
