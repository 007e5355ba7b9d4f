package dev.belfry.account.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One property that a change has changed; secrets are masked.
 *
 * @param path JSON pointer (RFC 6901) into the resource
 * @param from null when nothing was there
 * @param to null when nothing is there any more
 */
record Difference(String path, @Nullable JsonNode from, @Nullable JsonNode to) {
  private static final String SEALED = "sealed:v1:";
  private static final TextNode MASK = TextNode.valueOf("****");

  /**
   * Everything that differs between two documents, by name; objects member by member, lists as a
   * whole. Of a document alone every member with a value.
   */
  static List<Difference> between(@Nullable ObjectNode before, @Nullable ObjectNode after) {
    List<Difference> all = new ArrayList<>();
    boolean alone = before == null || after == null;
    collect("", before, after, alone, all);
    return all;
  }

  private static void collect(
      String path,
      @Nullable ObjectNode before,
      @Nullable ObjectNode after,
      boolean alone,
      List<Difference> all) {
    for (String name : names(before, after)) {
      JsonNode from = before == null ? null : before.get(name);
      JsonNode to = after == null ? null : after.get(name);
      String pointer = path + "/" + name.replace("~", "~0").replace("/", "~1");
      if (isObject(from) && isObject(to) && !(from == null && to == null)) {
        collect(pointer, (ObjectNode) from, (ObjectNode) to, alone, all);
      } else if (!isSame(from, to) && !(alone && isNothing(from) && isNothing(to))) {
        all.add(new Difference(pointer, masked(from), masked(to)));
      }
    }
  }

  /** An object with members, or the lack of one where the other side has it. */
  private static boolean isObject(@Nullable JsonNode node) {
    return node == null || (node.isObject() && !node.isEmpty());
  }

  private static boolean isSame(@Nullable JsonNode from, @Nullable JsonNode to) {
    return from == null ? to == null : from.equals(to);
  }

  private static boolean isNothing(@Nullable JsonNode node) {
    return node == null || node.isNull();
  }

  /** A value without sealed texts, which are replaced in place where it is no text itself. */
  static @Nullable JsonNode masked(@Nullable JsonNode node) {
    if (node == null) {
      return null;
    }
    if (node.isTextual()) {
      return node.textValue().startsWith(SEALED) ? MASK : node;
    }
    if (node instanceof ObjectNode object) {
      object.properties().forEach(member -> member.setValue(masked(member.getValue())));
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, masked(list.get(i)));
      }
    }
    return node;
  }

  private static Set<String> names(@Nullable ObjectNode one, @Nullable ObjectNode other) {
    Set<String> names = new TreeSet<>();
    for (ObjectNode node : new @Nullable ObjectNode[] {one, other}) {
      if (node != null) {
        node.fieldNames().forEachRemaining(names::add);
      }
    }
    return names;
  }
}
