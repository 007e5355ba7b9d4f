package dev.belfry.projects.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.BodyType;
import dev.belfry.monitoring.check.CheckType;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Converts what is special about monitors of a web address that send more than a GET or look at the
 * body of the answer: they become API checks.
 */
final class KumaApiChecks {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Those that an API check carries. */
  private static final Set<String> CARRIED =
      Set.of("headers", "body", "basic_auth_user", "basic_auth_pass", "authMethod");

  /** A path that JSONata and JSONPath read alike. */
  private static final Pattern PATH =
      Pattern.compile("\\$?\\.?([A-Za-z_]\\w*|\\[\\d+])?(\\.[A-Za-z_]\\w*|\\[\\d+])*");

  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,15}");

  private KumaApiChecks() {}

  /** Whether a URL monitor would be less than the monitor was. */
  static boolean isNeeded(TrackedObject from, String type) {
    return !type.equals("http")
        || RequestParts.hasMethod(from)
        || !isBlank(from, "headers")
        || !isBlank(from, "body")
        || !isBlank(from, "basic_auth_user");
  }

  private static boolean isBlank(TrackedObject from, String name) {
    JsonNode value = from.get(name);
    return value.isContainerNode() ? value.isEmpty() : value.isNull() || value.asText().isBlank();
  }

  /** Gives a monitor what its request carries, and assertions on the body. */
  static void request(TrackedObject from, ObjectNode monitor, String type) {
    monitor.put("checkType", CheckType.API.name());
    ObjectNode request = monitor.withObject("/request");
    RequestParts.method(from, request);
    headers(from, request);
    body(from, request);
    credentials(from, request);
    ArrayNode assertions = request.withArray("/assertions");
    if (type.equals("keyword")) {
      keyword(from, assertions);
    } else if (type.equals("json-query")) {
      query(from, assertions);
    }
  }

  /** Notes what such a request cannot carry. */
  static void leftovers(TrackedObject from, String type) {
    for (String name : KumaFields.OF_REQUESTS) {
      if (!CARRIED.contains(name)) {
        from.noteUnlessEmpty(name, "the request has no certificate, NTLM or OAuth credentials");
      }
    }
    List<String> ofKeyword = List.of("keyword", "invertKeyword");
    List<String> ofQuery = List.of("jsonPath", "jsonPathOperator", "expectedValue");
    if (!type.equals("keyword")) {
      from.meaningless(ofKeyword);
    }
    if (!type.equals("json-query")) {
      from.meaningless(ofQuery);
    }
  }

  private static void headers(TrackedObject from, ObjectNode request) {
    JsonNode headers = from.get("headers");
    try {
      JsonNode read = headers.isTextual() ? MAPPER.readTree(headers.textValue()) : headers;
      if (!(read instanceof ObjectNode object)) {
        from.noteUnlessEmpty("headers", "is not an object and is left out");
        return;
      }
      RequestParts.headers(from.within("headers", object), request);
    } catch (JsonProcessingException e) {
      from.note("headers", "is not JSON and is left out");
    }
  }

  private static void body(TrackedObject from, ObjectNode request) {
    String body = from.text("body");
    String encoding = from.text("httpBodyEncoding");
    if (body.isBlank()) {
      return;
    }
    BodyType bodyType =
        switch (encoding) {
          case "form" -> BodyType.FORM;
          case "xml" -> BodyType.RAW;
          default -> BodyType.JSON;
        };
    request.put("bodyType", bodyType.name()).put("body", body);
    if (encoding.equals("xml")) {
      RequestParts.addHeader(request, "Content-Type", "text/xml; charset=utf-8");
    }
  }

  private static void credentials(TrackedObject from, ObjectNode request) {
    String method = from.text("authMethod");
    String user = from.text("basic_auth_user");
    String password = from.text("basic_auth_pass");
    if (!method.isEmpty() && !method.equals("basic")) {
      from.note("authMethod", "is left out: a request has a user name and a password, or none");
    } else if (!user.isEmpty()) {
      request.withObject("/basicAuth").put("username", user).put("password", password);
    }
  }

  private static void keyword(TrackedObject from, ArrayNode assertions) {
    String keyword = from.text("keyword");
    boolean inverted = from.flag("invertKeyword", false);
    if (!keyword.isEmpty()) {
      assertions
          .addObject()
          .put("source", "TEXT_BODY")
          .put("comparison", inverted ? "NOT_CONTAINS" : "CONTAINS")
          .put("target", keyword);
    }
  }

  private static void query(TrackedObject from, ArrayNode assertions) {
    String path = from.text("jsonPath").strip();
    String operator = from.text("jsonPathOperator");
    String expected = from.text("expectedValue");
    if (!PATH.matcher(path).matches()) {
      from.note("jsonPath", "is left out: write an assertion with a JSONPath in its place");
      return;
    }
    String comparison = comparison(operator);
    String target = expected;
    if (operator.equals(">=") || operator.equals("<=")) {
      if (!WHOLE.matcher(expected).matches()) {
        from.note("jsonPathOperator", "is left out: an assertion compares with < or >");
        return;
      }
      from.note("jsonPathOperator", "is exact for whole numbers only");
      target = Long.toString(Long.parseLong(expected) + (operator.equals(">=") ? -1 : 1));
    } else if (comparison.isEmpty()) {
      from.note("jsonPathOperator", "is not known; the assertion is left out");
      return;
    }
    assertions
        .addObject()
        .put("source", "JSON_BODY")
        .put("property", jsonPath(path))
        .put("comparison", comparison)
        .put("target", target);
  }

  private static String comparison(String operator) {
    return switch (operator) {
      case "", "==" -> "EQUALS";
      case "!=" -> "NOT_EQUALS";
      case ">", ">=" -> "GREATER_THAN";
      case "<", "<=" -> "LESS_THAN";
      case "contains" -> "CONTAINS";
      default -> "";
    };
  }

  private static String jsonPath(String path) {
    String steps = path.startsWith("$") ? path.substring(1) : path;
    return steps.isEmpty() || steps.startsWith(".") || steps.startsWith("[")
        ? "$" + steps
        : "$." + steps;
  }
}
