package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object: keeps the known members, drops the unknown ones or keeps them as they are, fills
 * in defaults, and names every required member that is missing and every one that appears twice.
 */
final class ObjectReader {
  private final Map<String, Member> members = new HashMap<>();
  private final Member[] inOrder;
  private final boolean open;
  private final int capacity;

  /**
   * A member the schema knows.
   *
   * @param fallback the documented default, null when there is none
   */
  record Member(
      String name, ValueReader reader, boolean required, @Nullable JsonNode fallback, int index) {}

  /**
   * @param open whether members that the schema does not list are kept, whatever they are
   */
  ObjectReader(List<Member> members, boolean open) {
    this.open = open;
    this.capacity = members.size() * 4 / 3 + 1;
    inOrder = members.toArray(Member[]::new);
    for (Member member : members) {
      this.members.put(member.name(), member);
    }
  }

  JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    ObjectNode result = new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(capacity));
    boolean[] seen = new boolean[inOrder.length];
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      Member member = members.get(name);
      parser.nextToken();
      if (member != null) {
        readMember(member, parser, reading, result, seen);
      } else if (open) {
        AnyReader.member(name, parser, reading, result);
      } else {
        parser.skipChildren();
      }
    }
    complete(result, reading, seen);
    return result;
  }

  private static void readMember(
      Member member, JsonParser parser, JsonReadContext reading, ObjectNode result, boolean[] seen)
      throws IOException {
    reading.enter(member.name());
    if (seen[member.index()]) {
      reading.violate("must not appear twice");
    }
    seen[member.index()] = true;
    JsonNode value = member.reader().read(parser, reading);
    reading.leave();
    if (value != null) {
      result.set(member.name(), value);
    }
  }

  private void complete(ObjectNode result, JsonReadContext reading, boolean[] seen) {
    for (Member member : inOrder) {
      if (seen[member.index()]) {
        continue;
      }
      if (member.required()) {
        reading.violate(member.name(), "is required");
      } else if (member.fallback() != null) {
        result.set(member.name(), member.fallback().deepCopy());
      }
    }
  }
}
