package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan in an answer.
 *
 * @param json the changes, a JSON list (wire contract 3.4, with the properties of each)
 * @param digest SHA-256 of what is done, the same for two plans that do the same
 */
record DiffView(String json, Buffer digest) {

  static DiffView of(Plan plan) {
    Map<ResourceKey, ObjectNode> entries = new LinkedHashMap<>();
    for (Change change : plan.changes()) {
      if (change.key().type() != ResourceType.SUBSCRIPTION) {
        entries.put(
            change.key(), entry(change.key(), change.physicalId(), change.action(), change));
      }
    }
    for (Change change : plan.changes()) {
      Change.Whole whole = change.part();
      if (whole != null) {
        ObjectNode entry =
            entries.computeIfAbsent(
                whole.key(),
                key ->
                    entry(
                        key,
                        whole.physicalId(),
                        Action.UPDATE,
                        new Change(Action.UPDATE, key, whole.physicalId(), List.of(), "", null)));
        add((ArrayNode) entry.get("changes"), change);
      }
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    entries.values().forEach(list::add);
    return new DiffView(list.toString(), digest(plan));
  }

  private static ObjectNode entry(
      ResourceKey key, String physicalId, Action action, Change change) {
    ObjectNode entry =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", key.type().wire())
            .put("logicalId", key.logicalId());
    if (key.type().isNumbered()) {
      entry.put("physicalId", Long.parseLong(physicalId));
    } else {
      entry.put("physicalId", physicalId);
    }
    entry.put("action", action.name());
    if (!change.warning().isEmpty()) {
      entry.put("warning", change.warning());
    }
    add(entry.putArray("changes"), change);
    return entry;
  }

  private static void add(ArrayNode changes, Change change) {
    for (PropertyChange property : change.properties()) {
      ObjectNode one = changes.addObject().put("path", property.path());
      one.set("from", property.from());
      one.set("to", property.to());
    }
  }

  /** Ids of what is not there yet are left out: every plan has others. */
  private static Buffer digest(Plan plan) {
    List<String> lines = new ArrayList<>();
    for (Change change : plan.changes()) {
      lines.add(
          change.action()
              + " "
              + change.key().type().wire()
              + " "
              + change.key().logicalId()
              + (change.action() == Action.CREATE ? "" : " " + change.physicalId()));
      for (PropertyChange property : change.properties()) {
        lines.add(property.path() + " " + property.from() + " " + property.to());
      }
    }
    return Buffer.buffer(Sha256.of(String.join("\n", lines)));
  }
}
