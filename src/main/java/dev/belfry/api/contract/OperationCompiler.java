package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles one operation of the document. */
final class OperationCompiler {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final JsonNode document;
  private final SchemaCompiler schemas;

  OperationCompiler(JsonNode document, SchemaCompiler schemas) {
    this.document = document;
    this.schemas = schemas;
  }

  OperationContract compile(String path, Map.Entry<String, JsonNode> entry, JsonNode pathItem) {
    JsonNode operation = entry.getValue();
    List<Parameter> parameters = new ArrayList<>();
    pathItem.path("parameters").forEach(node -> add(parameters, node));
    operation.path("parameters").forEach(node -> add(parameters, node));
    JsonNode security = operation.path("security");
    boolean open = security.isArray() && security.isEmpty();
    return new OperationContract(
        operation.get("operationId").asText(),
        entry.getKey().toUpperCase(Locale.ROOT),
        path,
        open,
        open && entry.getKey().equals("get") && operation.path("x-head").asBoolean(true),
        writes(entry.getKey(), operation),
        leastRole(writes(entry.getKey(), operation), operation),
        operation.path("x-before-second-factor").asBoolean(false),
        isKeyed(operation),
        parameters,
        body(operation),
        takes(operation, "application/octet-stream"),
        takesForm(operation),
        limit(operation),
        operation.path("x-max-body-bytes").asInt(0),
        tagging(entry.getKey(), operation));
  }

  private static OperationContract.Tagging tagging(String method, JsonNode operation) {
    String representation = operation.path("x-etag-of").textValue();
    List<String> volatileMembers = new ArrayList<>();
    operation.path("x-volatile").forEach(member -> volatileMembers.add(member.asText()));
    return new OperationContract.Tagging(
        ("get".equals(method) || representation != null)
            && operation.path("x-etag").asBoolean(true),
        representation,
        volatileMembers);
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  /** Header parameters are the concern of the kernel that reads them, not of the operation. */
  private void add(List<Parameter> parameters, JsonNode unresolved) {
    JsonNode node = resolve(unresolved);
    String in = node.get("in").asText();
    if (!"header".equals(in)) {
      JsonNode schema = resolve(node.get("schema"));
      parameters.add(
          new Parameter(
              node.get("name").asText(),
              "path".equals(in),
              node.path("required").asBoolean(false),
              Parameter.Kind.of(schema),
              schemas.compile(schema),
              schema.get("default")));
    }
  }

  private boolean isKeyed(JsonNode operation) {
    for (JsonNode parameter : operation.path("parameters")) {
      if (resolve(parameter).path("name").asText().equals("Idempotency-Key")) {
        return true;
      }
    }
    return false;
  }

  private @Nullable BodySchema body(JsonNode operation) {
    JsonNode content = resolve(operation.path("requestBody")).path("content");
    JsonNode schema =
        resolve(content.path(takesForm(operation) ? FORM : "application/json").path("schema"));
    return schema.isMissingNode()
        ? null
        : new BodySchema(schemas.compile(schema), takesForm(operation) ? lists(schema) : Set.of());
  }

  private static Set<String> lists(JsonNode schema) {
    Set<String> lists = new HashSet<>();
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            member -> {
              if (member.getValue().path("type").asText().equals("array")) {
                lists.add(member.getKey());
              }
            });
    return lists;
  }

  /** One that may be left out is not read. */
  private boolean takesForm(JsonNode operation) {
    return takes(operation, FORM)
        && resolve(operation.path("requestBody")).path("required").asBoolean();
  }

  private boolean takes(JsonNode operation, String type) {
    return resolve(operation.path("requestBody")).path("content").has(type);
  }

  /** A POST may be a question that is too long for an address. */
  private static boolean writes(String method, JsonNode operation) {
    return !"get".equals(method)
        && !"head".equals(method)
        && !operation.path("x-read-only").asBoolean(false);
  }

  /** Reading is for everybody in the account, writing for those who edit, unless it says more. */
  private static Role leastRole(boolean writes, JsonNode operation) {
    String word = operation.path("x-role").textValue();
    if (word == null) {
      return writes ? Role.EDITOR : Role.VIEWER;
    }
    return Role.ofContract(word);
  }

  private static OperationContract.@Nullable OwnLimit limit(JsonNode operation) {
    JsonNode limit = operation.path("x-rate-limit");
    return limit.isMissingNode()
        ? null
        : new OperationContract.OwnLimit(
            limit.get("limit").asInt(), Duration.ofSeconds(limit.get("windowSeconds").asLong()));
  }
}
