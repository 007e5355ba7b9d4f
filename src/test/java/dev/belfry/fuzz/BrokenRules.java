package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Bodies that break one rule of their schema. */
final class BrokenRules {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int DEEP = 200;

  private static final Map<String, JsonNode> ONE_OF_EACH_TYPE = new LinkedHashMap<>();

  static {
    ONE_OF_EACH_TYPE.put("object", JSON.objectNode().put("a", 1));
    ONE_OF_EACH_TYPE.put("string", JSON.textNode("text"));
    ONE_OF_EACH_TYPE.put("boolean", JSON.booleanNode(true));
    ONE_OF_EACH_TYPE.put("number", JSON.numberNode(7));
    ONE_OF_EACH_TYPE.put("array", JSON.arrayNode());
  }

  private final FuzzContract contract;
  private final BodySites sites;
  private final List<Broken> all = new ArrayList<>();

  private BrokenRules(FuzzContract contract, BodySites sites) {
    this.contract = contract;
    this.sites = sites;
  }

  /**
   * A body that must be refused.
   *
   * @param rule the rule that it breaks
   * @param pointer the value that the answer must name, null for any
   */
  record Broken(String rule, @Nullable String pointer, String body) {}

  /** One body for each rule that can be broken in {@code body}. */
  static List<Broken> of(FuzzContract contract, JsonNode schema, ObjectNode body) {
    BrokenRules rules = new BrokenRules(contract, new BodySites(contract, schema, body));
    rules.sites.all().forEach(rules::breakAt);
    rules.twice(body);
    return rules.all;
  }

  private void breakAt(BodySites.Site site) {
    JsonNode schema = contract.resolve(site.schema());
    Set<String> types = contract.types(schema);
    if (site.required()) {
      add("required left out", site, sites.without(site));
    }
    if (!types.contains("null")) {
      add("null", site, sites.with(site, JSON.nullNode()));
    }
    for (Map.Entry<String, JsonNode> other : ONE_OF_EACH_TYPE.entrySet()) {
      boolean fits = other.getKey().equals("number") && types.contains("integer");
      if (!fits && !types.contains(other.getKey())) {
        add("a " + other.getKey() + " instead", site, sites.with(site, other.getValue()));
      }
    }
    add("nested too deep", site, sites.withText(site, "[".repeat(DEEP) + "]".repeat(DEEP)));
    JsonNode branch = contract.branch(schema, site.value());
    if (site.value().isNumber()) {
      number(site, branch);
    } else if (site.value().isTextual()) {
      text(site, branch);
    } else if (site.value() instanceof ArrayNode array) {
      list(site, branch, array);
    }
  }

  private void number(BodySites.Site site, JsonNode schema) {
    boolean listed = schema.has("enum");
    if (listed) {
      add("not in the enumeration", site, sites.with(site, JSON.numberNode(-77)));
    }
    if (schema.has("minimum")) {
      long least = schema.get("minimum").asLong();
      add("below the minimum", site, sites.with(site, JSON.numberNode(least - 1)));
    }
    if (schema.has("maximum")) {
      long most = schema.get("maximum").asLong();
      add("above the maximum", site, sites.with(site, JSON.numberNode(most + 1)));
      add("a huge number", site, sites.withText(site, "9".repeat(400)));
      add("a huge exponent", site, sites.withText(site, "1e400"));
    }
    if (contract.types(schema).contains("integer")) {
      add("not a whole number", site, sites.withText(site, "1.5"));
    }
  }

  private void text(BodySites.Site site, JsonNode schema) {
    if (schema.has("enum")) {
      add("not in the enumeration", site, sites.with(site, JSON.textNode("NONE_OF_THESE")));
      String lower = site.value().asText().toLowerCase(java.util.Locale.ROOT);
      if (!lower.equals(site.value().asText())) {
        add("another case", site, sites.with(site, JSON.textNode(lower)));
      }
      return;
    }
    if (schema.path("minLength").asInt() > 0) {
      add("too short", site, sites.with(site, JSON.textNode("")));
    }
    if (schema.has("maxLength")) {
      String longer = "x".repeat(schema.get("maxLength").asInt() + 1);
      add("too long", site, sites.with(site, JSON.textNode(longer)));
    }
    if (schema.has("format")) {
      add("a bad format", site, sites.with(site, JSON.textNode("no such format")));
      add("a bad end", site, sites.with(site, JSON.textNode(site.value().asText() + "\n")));
    }
    if (schema.has("pattern")) {
      add("against the pattern", site, sites.with(site, JSON.textNode("a b")));
      add(
          "a newline at the end",
          site,
          sites.with(site, JSON.textNode(site.value().asText() + "\n")));
    }
    add("a NUL", site, sites.withText(site, "\"a\\u0000b\""));
    add("half a character", site, sites.withText(site, "\"a\\ud800b\""));
  }

  private void list(BodySites.Site site, JsonNode schema, ArrayNode array) {
    if (schema.path("minItems").asInt() > 0) {
      add("too few items", site, sites.with(site, JSON.arrayNode()));
    }
    if (schema.has("maxItems") && !array.isEmpty()) {
      ArrayNode more = array.deepCopy();
      int count = schema.get("maxItems").asInt() + 1;
      while (more.size() < count) {
        more.add(array.get(0));
      }
      add("too many items", site, sites.with(site, more));
    }
    if (schema.path("uniqueItems").asBoolean() && !array.isEmpty()) {
      ArrayNode twice = array.deepCopy().add(array.get(0));
      add("an item twice", site, sites.with(site, twice));
    }
  }

  /** A member that stands there twice; readers disagree about which one counts (RFC 8259, 4). */
  private void twice(ObjectNode body) {
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      String one = JSON.textNode(member.getKey()) + ":" + member.getValue();
      String text = "{" + one + "," + body.toString().substring(1);
      all.add(new Broken("a member twice", null, text));
    }
  }

  private void add(String rule, BodySites.Site site, String body) {
    all.add(new Broken(rule, site.pointer(), body));
  }
}
