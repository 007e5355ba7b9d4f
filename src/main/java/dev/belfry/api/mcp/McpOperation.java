package dev.belfry.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationCalls;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers messages of the Model Context Protocol over streamable HTTP. Each request is one message
 * and stands alone: there are no sessions and no streams, which the protocol leaves to the server.
 */
public final class McpOperation {
  /** Versions of the protocol, the newest first. */
  private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18");

  private static final String VERSION_HEADER = "mcp-protocol-version";

  /** Bytes of an answer that a model is given; about a tenth of what it can attend to. */
  private static final int MOST_BYTES = 60_000;

  private static final int METHOD_NOT_FOUND = -32_601;
  private static final int INVALID_PARAMS = -32_602;

  private static final String INSTRUCTIONS =
      """
      Belfry monitors URLs, APIs, servers, certificates and jobs, and raises alerts. Each tool is \
      one operation of its HTTP API. To find out why a monitor failed: readCheckOverview with \
      state FAILING or search, listAlerts, listCheckResults with hasFailures, and readCheckResult \
      for the details of one run. Lists are cut when they are long: use limit, filters and fields. \
      Times are in UTC.""";

  private final Vertx vertx;
  private final Contract contract;
  private final OperationCalls calls;
  private final String publicUrl;
  private @Nullable ToolCatalog loaded;

  /**
   * @param calls runs the operations that tools stand for
   * @param publicUrl where the console is; pages of other sites are refused
   */
  public McpOperation(Vertx vertx, Contract contract, OperationCalls calls, String publicUrl) {
    this.vertx = vertx;
    this.contract = contract;
    this.calls = calls;
    this.publicUrl = publicUrl;
  }

  /** Adds the operation. */
  public void register(OperationRegistry registry) {
    registry.add("sendMcpMessage", this::answer);
  }

  private Future<ApiResponse> answer(ApiRequest request) {
    requireTrusted(request);
    ObjectNode message = request.body();
    JsonNode id = message.path("id");
    if (id.isMissingNode()) {
      return Future.succeededFuture(new ApiResponse(202, null, Map.of()));
    }
    JsonNode params = message.path("params");
    return switch (message.get("method").asText()) {
      case "initialize" -> result(id, initialized(params));
      case "ping" -> result(id, JsonNodeFactory.instance.objectNode());
      case "tools/list" -> catalog().compose(tools -> result(id, list(tools, request)));
      case "tools/call" -> catalog().compose(tools -> call(tools, id, params, request));
      default -> error(id, METHOD_NOT_FOUND, "There is no such method");
    };
  }

  /**
   * A browser names the page that sends a request (specification of the protocol, "Transports",
   * security warning).
   */
  private void requireTrusted(ApiRequest request) {
    String origin = request.head().header("origin").orElse(publicUrl);
    if (!publicUrl.equals(origin) && !publicUrl.startsWith(origin + "/")) {
      throw new ApiException(ApiError.FORBIDDEN);
    }
    if (!VERSIONS.contains(request.head().header(VERSION_HEADER).orElse(VERSIONS.get(0)))) {
      throw ApiException.invalid(
          ApiException.Source.PARAMS,
          List.of(new Violation("/" + VERSION_HEADER, "must be one of " + VERSIONS)));
    }
  }

  private Future<ToolCatalog> catalog() {
    ToolCatalog known = loaded;
    return known != null
        ? Future.succeededFuture(known)
        : vertx.executeBlocking(() -> ToolCatalog.of(contract)).onSuccess(read -> loaded = read);
  }

  private static ObjectNode initialized(JsonNode params) {
    String wanted = params.path("protocolVersion").asText();
    ObjectNode result =
        JsonNodeFactory.instance
            .objectNode()
            .put("protocolVersion", VERSIONS.contains(wanted) ? wanted : VERSIONS.get(0));
    result.putObject("capabilities").putObject("tools");
    result.putObject("serverInfo").put("name", "belfry").put("title", "Belfry").put("version", "1");
    return result.put("instructions", INSTRUCTIONS);
  }

  private static boolean isWriting(ApiRequest request) {
    return request.text("tools").equals("write");
  }

  private static ObjectNode list(ToolCatalog catalog, ApiRequest request) {
    boolean writes = isWriting(request);
    Caller caller = request.caller();
    Set<String> tags = Set.copyOf(request.texts("tags"));
    if (!catalog.tags().containsAll(tags)) {
      throw ApiException.invalid(
          ApiException.Source.QUERY,
          List.of(new Violation("/tags", "must be of " + String.join(", ", catalog.tags()))));
    }
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    for (Tool tool : catalog.all()) {
      boolean asked = tags.isEmpty() || tool.tags().stream().anyMatch(tags::contains);
      OperationContract operation = tool.operation();
      if (asked
          && (writes || !operation.writes())
          && caller.may(operation.leastRole(), operation.writes())) {
        tools.addRawValue(new RawValue(tool.definition()));
      }
    }
    return JsonNodeFactory.instance.objectNode().set("tools", tools);
  }

  private Future<ApiResponse> call(
      ToolCatalog catalog, JsonNode id, JsonNode params, ApiRequest request) {
    String name = params.path("name").asText();
    Tool tool = catalog.find(name);
    if (tool == null) {
      return error(id, INVALID_PARAMS, "There is no tool with this name; ask for tools/list");
    }
    if (tool.operation().writes() && !isWriting(request)) {
      return error(
          id,
          INVALID_PARAMS,
          name + " changes something; only an address that ends in /mcp?tools=write offers it");
    }
    JsonNode arguments = params.path("arguments");
    if (!arguments.isObject() && !arguments.isMissingNode() && !arguments.isNull()) {
      return error(id, INVALID_PARAMS, "arguments must be an object");
    }
    OperationCalls.Call call;
    try {
      call = tool.call(arguments.isObject() ? arguments : MissingNode.getInstance());
    } catch (ApiException invalid) {
      return result(id, refused(invalid));
    }
    Caller caller = isWriting(request) ? request.caller() : request.caller().reading();
    return calls.call(request, caller, call).compose(answer -> result(id, toolResult(answer)));
  }

  private static ObjectNode refused(ApiException invalid) {
    StringBuilder text = new StringBuilder("The arguments are not valid.");
    invalid
        .violations()
        .forEach(each -> text.append('\n').append(each.key()).append(' ').append(each.message()));
    return content(text.toString(), true);
  }

  private static ObjectNode toolResult(ApiResponse answer) {
    Buffer body = answer.body();
    boolean failed = answer.status() >= ApiError.BAD_REQUEST.status();
    if (body == null) {
      return content("Done", failed);
    }
    if (body.length() <= MOST_BYTES) {
      return content(body.toString(), failed);
    }
    ObjectNode result = content(BoundedJson.cut(body.getBytes(), MOST_BYTES), failed);
    ((ArrayNode) result.get("content"))
        .addObject()
        .put("type", "text")
        .put(
            "text",
            "The answer was cut: it has %d bytes, of which at most %d are given. Ask for less: a"
                    .formatted(body.length(), MOST_BYTES)
                + " smaller limit, a filter, fewer fields, or one resource by its id.");
    return result;
  }

  private static ObjectNode content(String text, boolean failed) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result.put("isError", failed);
  }

  private static Future<ApiResponse> result(JsonNode id, ObjectNode result) {
    ObjectNode reply = reply(id);
    reply.set("result", result);
    return Future.succeededFuture(ApiResponse.ok(reply.toString()));
  }

  private static Future<ApiResponse> error(JsonNode id, int code, String message) {
    ObjectNode reply = reply(id);
    reply.putObject("error").put("code", code).put("message", message);
    return Future.succeededFuture(ApiResponse.ok(reply.toString()));
  }

  private static ObjectNode reply(JsonNode id) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    reply.set("id", id);
    return reply;
  }
}
