package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Bodies with one value at the edge of what its schema allows. */
final class Boundaries {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String GRIN = "\uD83D\uDE00";

  private final FuzzContract contract;
  private final BodySites sites;
  private final List<Edge> all = new ArrayList<>();

  private Boundaries(FuzzContract contract, BodySites sites) {
    this.contract = contract;
    this.sites = sites;
  }

  /**
   * A body whose one value must not be what an answer complains about.
   *
   * @param pointer of that value
   */
  record Edge(String edge, String pointer, String body) {}

  /** One body for each edge that {@code body} can be put on. */
  static List<Edge> of(FuzzContract contract, JsonNode schema, ObjectNode body) {
    Boundaries edges = new Boundaries(contract, new BodySites(contract, schema, body));
    edges.sites.all().stream()
        .filter(site -> !MemberRelations.areRelated(site.parent(), site.name()))
        .filter(site -> !MemberRelations.isRuledBySource(body, site.pointer()))
        .forEach(edges::at);
    ObjectNode more = body.deepCopy().put("a member that nobody knows", 1);
    edges.all.add(new Edge("an unknown member", "/a member that nobody knows", more.toString()));
    return edges.all;
  }

  private void at(BodySites.Site site) {
    // What obeys further rules may well be refused at the edge.
    if (ValueHints.isKnown(site.parent(), site.name())) {
      return;
    }
    JsonNode schema = contract.branch(site.schema(), site.value());
    Set<String> types = contract.types(site.schema());
    if (types.contains("null")) {
      add("null", site, JSON.nullNode());
    }
    for (JsonNode listed : contract.resolve(site.schema()).path("enum")) {
      add("a listed value", site, listed);
    }
    if (site.value().isTextual() && !schema.has("enum") && !schema.has("pattern")) {
      text(site, schema);
    } else if (site.value().isNumber() && !schema.has("enum")) {
      number(site, schema);
    } else if (site.value().isArray() && schema.path("minItems").asInt() == 0) {
      add("no items", site, JSON.arrayNode());
    }
  }

  private void text(BodySites.Site site, JsonNode schema) {
    if (schema.has("format")) {
      return;
    }
    add("the shortest text", site, JSON.textNode("x".repeat(schema.path("minLength").asInt())));
    if (schema.has("maxLength")) {
      int most = schema.get("maxLength").asInt();
      add("the longest text", site, JSON.textNode("x".repeat(most)));
      add("the longest text of two halves", site, JSON.textNode(GRIN.repeat(most)));
    }
    add("right to left", site, JSON.textNode("שלום\u202E".substring(0, Math.min(5, most(schema)))));
  }

  private void number(BodySites.Site site, JsonNode schema) {
    if (schema.has("minimum")) {
      add("the minimum", site, JSON.numberNode(schema.get("minimum").asLong()));
    }
    if (schema.has("maximum")) {
      long most = schema.get("maximum").asLong();
      add("the maximum", site, JSON.numberNode(most));
      all.add(
          new Edge("a whole number with .0", site.pointer(), sites.withText(site, most + ".0")));
    }
  }

  private static int most(JsonNode schema) {
    return schema.path("maxLength").asInt(Integer.MAX_VALUE);
  }

  private void add(String edge, BodySites.Site site, JsonNode value) {
    all.add(new Edge(edge, site.pointer(), sites.with(site, value)));
  }
}
