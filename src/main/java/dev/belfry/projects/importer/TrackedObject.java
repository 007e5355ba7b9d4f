package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An object of the source whose members must all be accounted for. {@link #rest} notes every member
 * that no reader took.
 */
final class TrackedObject {
  private final JsonNode node;
  private final String where;
  private final String pointer;
  private final FieldTracker trail;
  private final UnaryOperator<String> texts;

  /**
   * @param where for notes
   * @param pointer where the object is in the source
   * @param texts makes a text of the source one of our files
   */
  TrackedObject(
      JsonNode node,
      String where,
      String pointer,
      FieldTracker trail,
      UnaryOperator<String> texts) {
    this.node = node.isObject() ? node : JsonNodeFactory.instance.objectNode();
    this.where = where;
    this.pointer = pointer;
    this.trail = trail;
    this.texts = texts;
  }

  /** The same members under another name. */
  TrackedObject called(String other) {
    return new TrackedObject(node, other, pointer, trail, texts);
  }

  String where() {
    return where;
  }

  private String pointer(String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** A member as it is, which is used then. */
  JsonNode get(String name) {
    JsonNode value = node.get(name);
    if (value == null) {
      return MissingNode.getInstance();
    }
    trail.used(pointer(name));
    return value;
  }

  /** A text, empty when there is none. */
  String text(String name) {
    JsonNode value = get(name);
    if (value.isContainerNode()) {
      note(name, "is not a text and is left out");
      return "";
    }
    return value.isNull() ? "" : texts.apply(value.asText());
  }

  /** A number; one that is absent or none is the other. */
  double number(String name, double other) {
    JsonNode value = get(name);
    if (value.isNumber() && Double.isFinite(value.doubleValue())) {
      return value.doubleValue();
    }
    if (value.isTextual() && value.textValue().matches("-?\\d{1,15}(\\.\\d{1,9})?")) {
      return Double.parseDouble(value.textValue());
    }
    boolean nothing =
        value.isNull()
            || value.isMissingNode()
            || (value.isTextual() && value.textValue().isEmpty());
    if (!nothing) {
      note(name, "is not a number and is left out");
    }
    return other;
  }

  /** A flag, which may be written as a number. */
  boolean flag(String name, boolean other) {
    JsonNode value = get(name);
    if (value.isBoolean() || value.isNumber()) {
      return value.asBoolean();
    }
    if (value.isTextual() && value.textValue().matches("(?i)true|false|0|1")) {
      return value.textValue().matches("(?i)true|1");
    }
    if (!value.isNull() && !value.isMissingNode()) {
      note(name, "is neither true nor false and is left out");
    }
    return other;
  }

  /** The objects of a list. What is in the list besides objects is noted. */
  List<TrackedObject> list(String name) {
    JsonNode list = get(name);
    List<TrackedObject> all = new ArrayList<>();
    if (!list.isArray() && !list.isNull() && !list.isMissingNode()) {
      note(name, "is not a list and is left out");
    }
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      String at = pointer(name) + "/" + i;
      String called = (where.isEmpty() ? "" : where + " ") + name + "[" + i + "]";
      if (list.get(i).isObject()) {
        all.add(new TrackedObject(list.get(i), called, at, trail, texts));
      } else {
        trail.note(at, called, "item " + i, list.get(i), "is not an object and is left out");
      }
    }
    return all;
  }

  /** An object, empty when there is none. */
  TrackedObject object(String name) {
    JsonNode value = get(name);
    if (!value.isObject() && !value.isNull() && !value.isMissingNode()) {
      note(name, "is not an object and is left out");
    }
    String called = (where.isEmpty() ? "" : where + " ") + name;
    return new TrackedObject(value, called, pointer(name), trail, texts);
  }

  /** The objects that are the members of this one, with their names. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Says that some members mean nothing here: ids, places on a screen, states. */
  void meaningless(Collection<String> names) {
    for (String name : names) {
      if (node.has(name)) {
        trail.meaningless(pointer(name));
      }
    }
  }

  /** Notes a member if it is there and says something. */
  void note(String name, String why) {
    JsonNode value = node.get(name);
    if (value == null) {
      return;
    }
    if (value.isNull()) {
      trail.meaningless(pointer(name));
    } else {
      trail.note(pointer(name), where, name, value, why);
    }
  }

  /** Notes one item of a list. */
  void noteItem(String name, int index, String why) {
    JsonNode item = node.path(name).path(index);
    trail.note(pointer(name) + "/" + index, where, name, item, why);
  }

  /** Notes a member unless it is empty, zero or false. */
  void noteUnlessEmpty(String name, String why) {
    JsonNode value = node.path(name);
    boolean empty =
        value.isContainerNode()
            ? value.isEmpty()
            : value.isTextual()
                ? value.textValue().isBlank() || value.textValue().equals("{}")
                : !value.asBoolean();
    if (empty) {
      meaningless(List.of(name));
    } else {
      note(name, why);
    }
  }

  /** Notes every member that nothing has become of yet. */
  void rest(String why) {
    for (String name : names()) {
      if (!trail.isSettled(pointer(name))) {
        note(name, why);
      }
    }
  }

  /** Notes the whole object, by one of its members or under another word. */
  void whole(String name, String why) {
    trail.note(pointer, where, name, node.has(name) ? node.get(name) : node, why);
  }

  /** Whether the object has as much as one member. */
  boolean isEmpty() {
    return node.isEmpty();
  }

  /** An object in the same place whose members stand in a text. */
  TrackedObject within(String name, ObjectNode read) {
    return new TrackedObject(read, where, pointer(name), trail, texts);
  }
}
