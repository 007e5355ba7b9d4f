package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
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

  /**
   * The member that came last time after the one of an index, at index + 1. Clients keep an order,
   * and the parser compares the bytes of an expected name faster than it reads an unknown one.
   * Event loops write it without a lock: a wrong guess costs time, never a result.
   */
  private final @Nullable Member[] usual;

  /**
   * A member the schema knows.
   *
   * @param fallback the documented default, null when there is none
   * @param unset what an absent member means where the client leaves out what is not set, null when
   *     it means no more than elsewhere
   */
  record Member(
      SerializedString encoded,
      ValueReader reader,
      boolean required,
      @Nullable JsonNode fallback,
      @Nullable JsonNode unset,
      int index) {
    String name() {
      return encoded.getValue();
    }
  }

  /**
   * @param open whether members that the schema does not list are kept, whatever they are
   */
  ObjectReader(List<Member> members, boolean open) {
    this.open = open;
    inOrder = members.toArray(Member[]::new);
    usual = new Member[inOrder.length + 1];
    for (Member member : members) {
      this.members.put(member.name(), member);
    }
  }

  JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    // An open object may have any number of members.
    Map<String, JsonNode> into = open ? new LinkedHashMap<>() : new MemberMap(inOrder.length);
    ObjectNode result = new ObjectNode(JsonNodeFactory.instance, into);
    boolean[] seen = new boolean[inOrder.length];
    int place = 0;
    while (true) {
      Member expected = usual[place];
      boolean isUsual = expected != null && parser.nextFieldName(expected.encoded());
      String name = isUsual ? parser.currentName() : name(parser, expected);
      if (name == null) {
        break;
      }
      Member member = isUsual ? expected : members.get(name);
      parser.nextToken();
      if (member != null) {
        if (!isUsual) {
          usual[place] = member;
        }
        place = member.index() + 1;
        readMember(member, parser, reading, into, seen);
      } else if (open) {
        AnyReader.member(name, parser, reading, result);
      } else {
        parser.skipChildren();
      }
    }
    complete(into, reading, seen);
    return result;
  }

  /** The name at hand, which was not the expected one; null at the end of the object. */
  private static @Nullable String name(JsonParser parser, @Nullable Member expected)
      throws IOException {
    if (expected == null) {
      return parser.nextFieldName();
    }
    return parser.currentToken() == JsonToken.FIELD_NAME ? parser.currentName() : null;
  }

  private static void readMember(
      Member member,
      JsonParser parser,
      JsonReadContext reading,
      Map<String, JsonNode> into,
      boolean[] seen)
      throws IOException {
    reading.enter(member.name());
    boolean isNew = !seen[member.index()];
    if (!isNew) {
      reading.violate("must not appear twice");
    }
    seen[member.index()] = true;
    JsonNode value = member.reader().read(parser, reading);
    reading.leave();
    if (value != null) {
      put(member.name(), value, isNew, into);
    }
  }

  private void complete(Map<String, JsonNode> into, JsonReadContext reading, boolean[] seen) {
    for (Member member : inOrder) {
      if (seen[member.index()]) {
        continue;
      }
      if (member.required()) {
        reading.violate(member.name(), "is required");
        continue;
      }
      JsonNode value =
          reading.omitsUnset() && member.unset() != null ? member.unset() : member.fallback();
      if (value != null) {
        put(member.name(), value.deepCopy(), true, into);
      }
    }
  }

  private static void put(String name, JsonNode value, boolean isNew, Map<String, JsonNode> into) {
    if (isNew && into instanceof MemberMap members) {
      members.add(name, value);
    } else {
      into.put(name, value);
    }
  }
}
