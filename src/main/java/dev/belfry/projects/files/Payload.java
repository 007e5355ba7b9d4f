package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.SpellingSuggestion;
import dev.belfry.projects.files.Value.Writing;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Builds the payload of one resource and records the source location of each value. */
final class Payload {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final Pattern WHOLE_INT = Pattern.compile("-?[0-9]{1,9}");
  private static final Pattern DECIMAL =
      Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,17})?([eE][+-]?[0-9]{1,3})?");

  private final ObjectNode json = NODES.objectNode();
  private final Map<String, SourceLocation> locations = new HashMap<>();
  private final List<FileError> errors;

  Payload(SourceLocation root, List<FileError> errors) {
    locations.put("", root);
    this.errors = errors;
  }

  ObjectNode json() {
    return json;
  }

  /** Where the values are from, by JSON pointer. */
  Map<String, SourceLocation> locations() {
    return locations;
  }

  /** Takes the members of an entry that are members of its schema too. */
  void members(Entry entry, Shape shape, Set<String> leaveOut) {
    Section section = entry.section();
    entry
        .value()
        .members()
        .forEach(
            (name, member) -> {
              Shape known = section.hidden().contains(name) ? null : shape.member(name);
              if (section.own().contains(name) || leaveOut.contains(name)) {
                return;
              }
              if (known == null) {
                Set<String> names = new TreeSet<>(shape.members().keySet());
                names.removeAll(section.hidden());
                names.addAll(section.own());
                unknown(name, member.location(), entry.path(), names);
              } else {
                put(name, member, known, entry.pathOf(name));
              }
            });
  }

  /** Takes one member as it is written. */
  void put(String name, Value.Member member, Shape shape, String path) {
    String pointer = "/" + name;
    locations.put(pointer, member.location().at(path));
    json.set(name, copy(member.value(), shape, pointer, path));
  }

  /** Sets a member that is written in another way. */
  void set(String name, JsonNode value, SourceLocation location, String path) {
    locations.put("/" + name, location.at(path));
    json.set(name, value);
  }

  /** Notes where something is from that is set otherwise. */
  void note(String pointer, SourceLocation location, String path) {
    locations.put(pointer, location.at(path));
  }

  /** A value in the form of the contract. */
  JsonNode copy(Value value, Shape shape, String pointer, String path) {
    if (value.isObject()) {
      return object(value, shape, pointer, path);
    }
    if (value.isList()) {
      ArrayNode list = NODES.arrayNode();
      for (int i = 0; i < value.items().size(); i++) {
        Value item = value.items().get(i);
        String at = path + "[" + i + "]";
        locations.put(pointer + "/" + i, item.location().at(at));
        list.add(copy(item, shape.item(), pointer + "/" + i, at));
      }
      return list;
    }
    return scalar(value, shape);
  }

  private ObjectNode object(Value value, Shape shape, String pointer, String path) {
    ObjectNode object = NODES.objectNode();
    boolean open = shape.members().isEmpty();
    value
        .members()
        .forEach(
            (name, member) -> {
              Shape known = open ? Shape.ANY : shape.member(name);
              if (known == null) {
                unknown(name, member.location(), path, shape.members().keySet());
                return;
              }
              String inside = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
              locations.put(inside, member.location().at(path + "." + name));
              object.set(name, copy(member.value(), known, inside, path + "." + name));
            });
    return object;
  }

  private void unknown(String name, SourceLocation location, String path, Set<String> known) {
    errors.add(
        new FileError(
            location, path + "." + name + " is not known" + SpellingSuggestion.to(name, known)));
  }

  /** A scalar as what is asked for if it can be that, else as what it looks like. */
  private static JsonNode scalar(Value value, Shape shape) {
    if (value.isNothing()) {
      return NODES.nullNode();
    }
    JsonNode text = NODES.textNode(value.text());
    if (value.writing() == Writing.QUOTED
        || (value.writing() == Writing.REPLACED && shape.takes(Shape.Type.STRING))) {
      return text;
    }
    JsonNode plain = plain(value.text());
    Shape.Type type = plain.isNumber() ? Shape.Type.NUMBER : Shape.Type.BOOLEAN;
    boolean asText = plain.isTextual() || (!shape.takes(type) && shape.takes(Shape.Type.STRING));
    return asText ? text : plain;
  }

  private static JsonNode plain(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return NODES.booleanNode(text.equalsIgnoreCase("true"));
    }
    if (WHOLE.matcher(text).matches()) {
      return WHOLE_INT.matcher(text).matches()
          ? NODES.numberNode(Integer.parseInt(text))
          : NODES.numberNode(Long.parseLong(text));
    }
    return DECIMAL.matcher(text).matches()
        ? NODES.numberNode(new BigDecimal(text))
        : NODES.textNode(text);
  }
}
