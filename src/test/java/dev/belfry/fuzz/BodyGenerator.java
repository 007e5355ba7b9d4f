package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.CheckSamples;
import dev.belfry.testing.ContractExamples;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes bodies that are valid by their schema and, with hints, mostly by all other rules. */
final class BodyGenerator {
  /** Their members belong together: certificate and key, a check and what its type has. */
  private static final Set<String> WHOLE = Set.of("createClientCertificate", "runTestSession");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int LONGEST_LIST = 3;
  private static final int LONGEST_NAME = 1_000;
  private static final List<String> WORDS =
      List.of("shop", "ünïcode", "数据", "😀", "a \"quote\"", "<b>&amp;", "{{x}}", "'; --", "\\n");

  private final FuzzContract contract;
  private final Random random;
  private final ValueHints hints;
  private final String marker;

  /**
   * @param marker a word that stands in every free text, so that others' texts are told apart
   */
  BodyGenerator(FuzzContract contract, Random random, ValueHints hints, String marker) {
    this.contract = contract;
    this.random = random;
    this.hints = hints;
    this.marker = marker;
  }

  /** The body of an operation that takes JSON or a form. */
  ObjectNode body(FuzzContract.Operation operation) {
    // Small bodies are accepted more often, large ones reach more rules.
    int share = random.nextInt(3) * 40;
    ObjectNode body = (ObjectNode) value(operation.body(), "", "", share);
    if (operation.body().path("properties").has("resources")) {
      body.set("resources", resources());
    }
    new MemberRelations(random).settle(body);
    Optional<CheckType> type =
        CheckSamples.made(operation.id()).or(() -> CheckSamples.changed(operation.id()));
    if (type.isPresent()
        && !type.get().supportsNetworkErrorRetries()
        && body.path("retryStrategy") instanceof ObjectNode retry) {
      retry.remove("onlyOn");
    }
    if (WHOLE.contains(operation.id())) {
      body.setAll(ContractExamples.body(operation.id()));
    }
    if (operation.id().equals("createOnCallSchedule") && !body.has("rotation")) {
      body.put("url", "http://127.0.0.1:9/on-call.ics");
    }
    String key = hints.secret(operation.id());
    if (key != null && random.nextInt(4) > 0) {
      body.put(operation.id().endsWith("Invitation") ? "token" : "key", key);
    }
    return body;
  }

  private ArrayNode resources() {
    ArrayNode resources = JSON.arrayNode();
    int count = random.nextInt(LONGEST_LIST + 1);
    for (int i = 0; i < count; i++) {
      resources.add(resource("r" + i));
    }
    return resources;
  }

  private ObjectNode resource(String logicalId) {
    Map<String, String> types =
        Map.of(
            "check", "createUrlMonitor",
            "check-group", "createCheckGroupV2",
            "alert-channel", "createAlertChannel",
            "status-page-service", "createService",
            "maintenance-window", "createMaintenanceWindow");
    List<String> names = types.keySet().stream().sorted().toList();
    String type = names.get(random.nextInt(names.size()));
    List<CheckType> ofChecks = CheckType.offered();
    CheckType checkType = ofChecks.get(random.nextInt(ofChecks.size()));
    String operation =
        type.equals("check") ? CheckSamples.create(checkType) : requireNonNull(types.get(type));
    JsonNode schema = contract.operation(operation).body();
    ObjectNode payload = (ObjectNode) value(schema, "", "", 0);
    payload.remove("groupId");
    if (type.equals("check")) {
      payload.put("checkType", checkType.name());
    }
    new MemberRelations(random).settle(payload);
    return JSON.objectNode()
        .put("logicalId", type + "-" + logicalId)
        .put("type", type)
        .set("payload", payload);
  }

  private JsonNode value(JsonNode unresolved, String parent, String name, int share) {
    JsonNode schema = contract.resolve(unresolved);
    boolean scalar = !contract.types(schema).contains("object");
    // A text that may be so long is an address; the name of a page in its own address is short.
    boolean address = name.equals("url") && schema.path("maxLength").asInt() > LONGEST_NAME;
    JsonNode hint =
        scalar && !schema.has("items") ? hints.of(address ? "address" : parent, name) : null;
    if (hint != null && (!hint.isNull() || contract.types(schema).contains("null"))) {
      return hint;
    }
    if (schema.has("anyOf")) {
      return value(pick(schema.get("anyOf")), parent, name, share);
    }
    if (schema.has("enum")) {
      return pick(schema.get("enum"));
    }
    JsonNode type = schema.get("type").isArray() ? pick(schema.get("type")) : schema.get("type");
    return switch (type.asText()) {
      case "object" -> object(schema, name, share);
      case "array" -> array(schema, name, share);
      case "string" -> JSON.textNode(text(schema));
      case "integer" -> JSON.numberNode(whole(schema));
      case "number" -> JSON.numberNode(whole(schema) + (random.nextInt(4) == 0 ? 0.5 : 0));
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      default -> JSON.nullNode();
    };
  }

  private ObjectNode object(JsonNode schema, String name, int share) {
    ObjectNode object = JSON.objectNode();
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(one -> required.add(one.asText()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (required.contains(property.getKey()) || random.nextInt(100) < share) {
        object.set(property.getKey(), value(property.getValue(), name, property.getKey(), share));
      }
    }
    return object;
  }

  private ArrayNode array(JsonNode schema, String name, int share) {
    ArrayNode array = JSON.arrayNode();
    int fewest = schema.path("minItems").asInt(0);
    int most = Math.min(schema.path("maxItems").asInt(LONGEST_LIST), fewest + LONGEST_LIST);
    int size = fewest + random.nextInt(most - fewest + 1);
    JsonNode items = contract.resolve(schema.get("items"));
    boolean repeats = !schema.path("uniqueItems").asBoolean();
    Set<JsonNode> before = new HashSet<>();
    for (int i = 0; i < size; i++) {
      JsonNode item =
          contract.types(items).contains("object")
              ? object(items, name, Math.max(share, 50))
              : value(items, "", name, share);
      if (before.add(item) || repeats) {
        array.add(item);
      }
    }
    return array;
  }

  private String text(JsonNode schema) {
    String format = schema.path("format").asText();
    if (format.equals("uuid")) {
      return new java.util.UUID(random.nextLong(), random.nextLong()).toString();
    }
    String text = marker + " " + WORDS.get(random.nextInt(WORDS.size())) + random.nextInt(100);
    int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.codePoints().limit(most).mapToObj(Character::toString).collect(Collectors.joining());
  }

  private long whole(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long greatest = Math.min(schema.path("maximum").asLong(1_000), least + 1_000);
    return least + random.nextLong(greatest - least + 1);
  }

  private JsonNode pick(JsonNode array) {
    return array.get(random.nextInt(array.size()));
  }

  /** A form with a value for every field, as browsers send it; no box of a list is ticked. */
  String form(FuzzContract.Operation operation) {
    return operation.body().path("properties").properties().stream()
        .filter(field -> !contract.types(contract.resolve(field.getValue())).contains("array"))
        .map(
            field -> {
              String name = field.getKey();
              String text =
                  switch (name) {
                    case "type" -> "EMAIL";
                    case "frequency" -> "DAILY";
                    case "digestHour" -> Integer.toString(random.nextInt(24));
                    default -> value(field.getValue(), "", name, 100).asText();
                  };
              String key = name.equals("key") ? hints.secret(operation.id()) : null;
              if (key != null && random.nextInt(4) > 0) {
                text = key;
              }
              return name + "=" + FuzzText.encoded(text);
            })
        .collect(Collectors.joining("&"));
  }
}
