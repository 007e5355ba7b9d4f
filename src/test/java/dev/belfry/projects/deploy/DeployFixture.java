package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.ApiException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A manifest and what is there, on paper: one object for each test. */
final class DeployFixture {
  private final List<ManifestResource> resources = new ArrayList<>();
  private final Map<ResourceKey, String> known = new HashMap<>();
  private final Map<ResourceKey, String> fresh = new HashMap<>();
  private final Map<ResourceType, Map<String, ObjectNode>> stored =
      new EnumMap<>(ResourceType.class);

  /** The project wants this; what is new gets the id given. */
  DeployFixture wants(ResourceType type, String logicalId, String id, String payload) {
    fresh.put(new ResourceKey(type, logicalId), id);
    return wants(type.wire(), logicalId, payload);
  }

  DeployFixture wants(String type, String logicalId, String payload) {
    resources.add(
        new ManifestResource(logicalId, type, true, null, json(payload), "src/" + logicalId));
    return this;
  }

  /** The project refers to something it does not have. */
  DeployFixture refersTo(ResourceType type, String id) {
    resources.add(
        new ManifestResource(type.wire() + "-" + id, type.wire(), false, id, json("{}"), null));
    return this;
  }

  /** Something is there, outside the project. */
  DeployFixture holds(ResourceType type, String id, String document) {
    stored.computeIfAbsent(type, first -> new HashMap<>()).put(id, json(document));
    return this;
  }

  /** The project has something already. */
  DeployFixture has(ResourceType type, String logicalId, String id, String document) {
    known.put(new ResourceKey(type, logicalId), id);
    return holds(type, id, document);
  }

  /** The project had something that somebody has deleted. */
  DeployFixture had(ResourceType type, String logicalId, String id) {
    known.put(new ResourceKey(type, logicalId), id);
    return this;
  }

  Manifest manifest() {
    return new Manifest("shop", "Shop", null, resources);
  }

  private Snapshot snapshot() {
    return new Snapshot(known, stored, fresh);
  }

  Map<ResourceType, List<DesiredResource>> drawn() {
    ManifestErrors faults = new ManifestErrors(manifest());
    Map<ResourceType, List<DesiredResource>> wanted =
        Blueprint.of(manifest(), snapshot(), FakeResource.all(), (o, p, v) -> p, faults);
    faults.requireNone();
    return wanted;
  }

  List<DesiredResource> items(ResourceType type) {
    return drawn().getOrDefault(type, List.of());
  }

  ObjectNode document(ResourceType type) {
    return items(type).get(0).document();
  }

  /** What is refused, whole. */
  ApiException refusal() {
    try {
      drawn();
    } catch (ApiException refused) {
      return refused;
    }
    throw new AssertionError("nothing is wrong with it");
  }

  Plan plan(boolean preserve, ResourceKey... kept) {
    return StateComparison.of(FakeResource.all(), snapshot(), drawn(), Set.of(kept), preserve);
  }

  /** The changes as people see them. */
  String shown(boolean preserve) {
    return DiffView.of(plan(preserve)).json();
  }

  static ObjectNode json(String text) {
    return JsonText.parse(text);
  }
}
