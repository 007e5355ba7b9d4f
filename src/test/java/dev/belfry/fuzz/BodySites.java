package dev.belfry.fuzz;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of a body with the schemas that rule them, and bodies with one value changed. */
final class BodySites {
  private static final String MARK = "@@raw@@";

  private final FuzzContract contract;
  private final ObjectNode body;
  private final List<Site> sites = new ArrayList<>();

  BodySites(FuzzContract contract, JsonNode schema, ObjectNode body) {
    this.contract = contract;
    this.body = body;
    walk(schema, body, "", "");
  }

  /**
   * A value.
   *
   * @param pointer where it is (RFC 6901)
   * @param parent name of the member that holds it, empty for the body
   * @param name of its member; an item has that of its list
   * @param required whether the value must be there
   */
  record Site(
      String pointer,
      String parent,
      String name,
      JsonNode schema,
      JsonNode value,
      boolean required) {}

  List<Site> all() {
    return sites;
  }

  private void walk(JsonNode unresolved, JsonNode value, String pointer, String name) {
    JsonNode schema = contract.branch(unresolved, value);
    if (value instanceof ObjectNode object) {
      List<String> required = new ArrayList<>();
      schema.path("required").forEach(one -> required.add(one.asText()));
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        JsonNode ruled = schema.path("properties").path(member.getKey());
        if (!ruled.isMissingNode()) {
          String at = pointer + "/" + member.getKey();
          boolean needed = required.contains(member.getKey());
          sites.add(new Site(at, name, member.getKey(), ruled, member.getValue(), needed));
          walk(ruled, member.getValue(), at, member.getKey());
        }
      }
    } else if (value instanceof ArrayNode array && schema.has("items")) {
      for (int i = 0; i < array.size(); i++) {
        String at = pointer + "/" + i;
        sites.add(new Site(at, "", name, schema.get("items"), array.get(i), false));
        walk(schema.get("items"), array.get(i), at, name);
      }
    }
  }

  /** The body with another value in a place. */
  String with(Site site, JsonNode value) {
    return changed(site, value).toString();
  }

  /** The body with any text in the place of a value, JSON or not. */
  String withText(Site site, String text) {
    return changed(site, body.textNode(MARK)).toString().replace("\"" + MARK + "\"", text);
  }

  /** The body without a member. */
  String without(Site site) {
    ObjectNode copy = body.deepCopy();
    ((ObjectNode) copy.at(JsonPointer.compile(site.pointer()).head())).remove(site.name());
    return copy.toString();
  }

  private ObjectNode changed(Site site, JsonNode value) {
    ObjectNode copy = body.deepCopy();
    JsonPointer pointer = JsonPointer.compile(site.pointer());
    if (copy.at(pointer.head()) instanceof ArrayNode array) {
      array.set(pointer.last().getMatchingIndex(), value);
    } else {
      ((ObjectNode) copy.at(pointer.head())).set(site.name(), value);
    }
    return copy;
  }
}
