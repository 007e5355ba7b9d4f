package dev.belfry.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object: keeps the known members, drops the unknown ones, fills in defaults, and names
 * every required member that is missing and every known one that appears twice.
 */
final class ObjectReader {
  private final Map<String, Member> members = new HashMap<>();
  private final Member[] inOrder;

  /**
   * A member the schema knows.
   *
   * @param fallback the documented default, null when there is none
   */
  record Member(
      String name, ValueReader reader, boolean required, @Nullable JsonNode fallback, int index) {}

  ObjectReader(List<Member> members) {
    inOrder = members.toArray(Member[]::new);
    for (Member member : members) {
      this.members.put(member.name(), member);
    }
  }

  JsonNode read(JsonParser parser, Reading reading) throws IOException {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    boolean[] seen = new boolean[inOrder.length];
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Member member = members.get(parser.currentName());
      parser.nextToken();
      if (member == null) {
        parser.skipChildren();
      } else {
        readMember(member, parser, reading, result, seen);
      }
    }
    complete(result, reading, seen);
    return result;
  }

  private static void readMember(
      Member member, JsonParser parser, Reading reading, ObjectNode result, boolean[] seen)
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

  private void complete(ObjectNode result, Reading reading, boolean[] seen) {
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
