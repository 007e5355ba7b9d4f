package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares a stored document with the desired one, property by property. Pure. */
final class DiffEngine {
  private DiffEngine() {}

  /** A document and the same with its secrets masked. */
  record Sides(ObjectNode plain, ObjectNode masked) {}

  /** Every property that differs, in the order of their names; lists count as one property. */
  static List<PropertyChange> changes(Sides stored, Sides wanted) {
    List<PropertyChange> changes = new ArrayList<>();
    compare("", stored, wanted, changes);
    return changes;
  }

  /** Every property of something new that has a value. */
  static List<PropertyChange> ofNew(ObjectNode masked) {
    List<PropertyChange> changes = new ArrayList<>();
    for (String name : names(masked, masked)) {
      if (!masked.get(name).isNull()) {
        changes.add(new PropertyChange("/" + escaped(name), NullNode.instance, masked.get(name)));
      }
    }
    return changes;
  }

  private static void compare(
      String path, Sides stored, Sides wanted, List<PropertyChange> changes) {
    for (String name : names(stored.plain(), wanted.plain())) {
      JsonNode from = stored.plain().path(name);
      JsonNode to = wanted.plain().path(name);
      if (Documents.areSame(from, to)) {
        continue;
      }
      String pointer = path + "/" + escaped(name);
      JsonNode maskedFrom = stored.masked().path(name);
      JsonNode maskedTo = wanted.masked().path(name);
      if (from instanceof ObjectNode before
          && to instanceof ObjectNode after
          && maskedFrom instanceof ObjectNode maskedBefore
          && maskedTo instanceof ObjectNode maskedAfter) {
        compare(pointer, new Sides(before, maskedBefore), new Sides(after, maskedAfter), changes);
      } else {
        changes.add(new PropertyChange(pointer, value(maskedFrom), value(maskedTo)));
      }
    }
  }

  private static JsonNode value(JsonNode node) {
    return node.isMissingNode() ? NullNode.instance : node;
  }

  private static Set<String> names(ObjectNode one, ObjectNode other) {
    Set<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
