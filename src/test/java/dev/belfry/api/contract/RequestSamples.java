package dev.belfry.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes requests from the contract, right ones and ones with one {@link Twist}. Seeded. */
final class RequestSamples {
  private static final String JSON = "application/json";
  private static final List<String> METHODS =
      List.of("GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS");
  private static final List<String> STRANGE_TEXTS =
      List.of(
          "0",
          "-1",
          "1.5",
          "7",
          "1e3",
          "99999999999999999999",
          "abc",
          "true",
          "TRUE",
          "null",
          "a,b",
          "[1]",
          "{}",
          "\"x\"",
          "+5",
          " 5",
          "ü",
          "a/b",
          "a&b=c",
          "100%",
          "2026-02-30",
          "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6",
          "0190A6C2-7B5E-7C31-9D4F-3A1B2C4D5E6F",
          "x".repeat(256),
          "x".repeat(2_000));

  private final JsonNode document;
  private final List<String> words;
  private final Random random;
  private final SchemaSamples schemas;

  RequestSamples(ContractDocument source, List<OperationContract> operations, long seed) {
    this.document = source.document();
    this.words =
        operations.stream()
            .flatMap(operation -> Stream.of(operation.path().substring(1).split("/", -1)))
            .filter(segment -> !segment.startsWith("{"))
            .distinct()
            .toList();
    this.random = new Random(seed);
    this.schemas = new SchemaSamples(document, seed);
  }

  /**
   * Requests of an operation.
   *
   * @param each so many of every twist that it allows, times its weight
   */
  List<SampleRequest> of(OperationContract operation, int each) {
    List<SampleRequest> requests = new ArrayList<>();
    for (Twist twist : Twist.values()) {
      for (int i = 0; i < each * twist.weight(); i++) {
        SampleRequest request = new Draft(operation, twist).request();
        if (request != null) {
          requests.add(request);
        }
      }
    }
    return requests;
  }

  /** One request in the making. */
  private final class Draft {
    private final OperationContract operation;
    private final JsonNode source;
    private final Twist twist;
    private final List<String> segments = new ArrayList<>();
    private final List<String> query = new ArrayList<>();
    private boolean possible = true;

    Draft(OperationContract operation, Twist twist) {
      this.operation = operation;
      this.twist = twist;
      this.source =
          document
              .get("paths")
              .get(operation.path())
              .get(operation.method().toLowerCase(Locale.ROOT));
    }

    @Nullable SampleRequest request() {
      Map<String, JsonNode> parameters = parameters();
      path(parameters);
      parameters.forEach(this::query);
      String method = operation.method();
      switch (twist) {
        case OTHER_METHOD -> method = METHODS.get(random.nextInt(METHODS.size()));
        case OTHER_SEGMENT -> segments.set(any(segments), words.get(random.nextInt(words.size())));
        case MISSING_SEGMENT -> segments.remove(any(segments));
        case EXTRA_SEGMENT -> segments.add(words.get(random.nextInt(words.size())));
        case EMPTY_SEGMENT -> segments.add(any(segments), "");
        case TRAILING_SLASH -> segments.add("");
        case DOT_SEGMENT -> segments.addAll(any(segments), dots());
        case ENCODED_LETTER -> segments.set(0, encodedLetter(segments.get(0)));
        case OTHER_CASE -> segments.set(0, segments.get(0).toUpperCase(Locale.ROOT));
        case BAD_ENCODING -> segments.add(random.nextBoolean() ? "%zz" : "%2");
        case QUERY_UNKNOWN -> query.add("unknown=1");
        case NO_KEY -> possible = !operation.open();
        case PATH_VALUE, ENCODED_SLASH -> possible = operation.path().contains("{");
        case QUERY_VALUE, QUERY_WITHOUT_VALUE, QUERY_TWICE -> possible = !query.isEmpty();
        case QUERY_IN_BRACKETS -> possible = String.join("&", query).contains("%5B%5D=");
        default -> {}
      }
      String target =
          "/" + String.join("/", segments) + (query.isEmpty() ? "" : "?" + String.join("&", query));
      return body(method, target);
    }

    private Map<String, JsonNode> parameters() {
      Map<String, JsonNode> parameters = new TreeMap<>();
      JsonNode item = document.get("paths").get(operation.path());
      for (JsonNode list : List.of(item.path("parameters"), source.path("parameters"))) {
        for (JsonNode unresolved : list) {
          JsonNode parameter = schemas.resolve(unresolved);
          parameters.put(parameter.get("name").asText(), parameter);
        }
      }
      return parameters;
    }

    private void path(Map<String, JsonNode> parameters) {
      for (String segment : operation.path().substring(1).split("/", -1)) {
        if (segment.startsWith("{")) {
          String name = segment.substring(1, segment.length() - 1);
          segments.add(
              encoded(pathValue(requireNonNull(parameters.get(name), name).get("schema"))));
        } else {
          segments.add(segment);
        }
      }
    }

    private String pathValue(JsonNode schema) {
      return switch (twist) {
        case PATH_VALUE -> strange();
        case ENCODED_SLASH -> "a/b";
        default -> schemas.valid(schema).asText();
      };
    }

    private void query(String name, JsonNode parameter) {
      boolean twisted = twist.name().startsWith("QUERY");
      if (!parameter.get("in").asText().equals("query")
          || (!parameter.path("required").asBoolean() && !twisted && random.nextBoolean())) {
        return;
      }
      JsonNode schema = schemas.resolve(parameter.get("schema"));
      JsonNode value = schemas.valid(schema);
      String key = encoded(name) + "=";
      if (value.isArray()) {
        String brackets = twist == Twist.QUERY_IN_BRACKETS ? encoded(name + "[]") + "=" : key;
        value.forEach(item -> query.add(brackets + encoded(item(item.asText()))));
      } else {
        query.add(key + encoded(text(value.asText())));
        if (twist == Twist.QUERY_TWICE) {
          query.add(key + encoded(schemas.valid(schema).asText()));
        }
      }
    }

    /** In brackets also empty ones, so that it shows whether they are read. */
    private String item(String valid) {
      return twist == Twist.QUERY_IN_BRACKETS && random.nextBoolean() ? "" : text(valid);
    }

    private String text(String valid) {
      return switch (twist) {
        case QUERY_VALUE -> random.nextInt(3) > 0 ? strange() : valid;
        case QUERY_WITHOUT_VALUE -> "";
        default -> valid;
      };
    }

    private @Nullable SampleRequest body(String method, String target) {
      JsonNode content = source.at("/requestBody/content");
      if (!possible || (twist.isOfBody() && !content.has(JSON))) {
        return null;
      }
      if (!content.has(JSON)) {
        String type = content.fieldNames().hasNext() ? content.fieldNames().next() : null;
        String fields = type == null ? null : fields(content.get(type).path("schema"));
        return request(method, target, type, fields);
      }
      JsonNode schema = content.get(JSON).get("schema");
      JsonNode valid = schemas.valid(schema);
      String type =
          switch (twist) {
            case CONTENT_TYPE_ABSENT -> null;
            case CONTENT_TYPE_OTHER -> random.nextBoolean() ? "text/plain" : "application/xml";
            case CONTENT_TYPE_CHARSET -> JSON + "; charset=utf-8";
            default -> JSON;
          };
      return request(method, target, type, text(valid));
    }

    /** A form with every field; bytes where the operation takes those. */
    private String fields(JsonNode unresolved) {
      List<String> fields = new ArrayList<>();
      JsonNode properties = schemas.resolve(unresolved).path("properties");
      for (Map.Entry<String, JsonNode> field : properties.properties()) {
        fields.add(
            encoded(field.getKey()) + "=" + encoded(schemas.valid(field.getValue()).asText()));
      }
      return fields.isEmpty() ? "bytes" : String.join("&", fields);
    }

    private @Nullable String text(JsonNode valid) {
      String text = valid.toString();
      return switch (twist) {
        case BODY_CHANGED -> changed(valid, random.nextInt(3)).toString();
        case BODY_IN_UNKNOWN_MEMBERS -> ((ObjectNode) valid).put("unknown", 1).toString();
        case BODY_ABSENT -> "";
        case BODY_NOT_JSON -> text.substring(0, random.nextInt(text.length() - 1) + 1);
        case BODY_NOT_AN_OBJECT -> List.of("[]", "null", "1", "\"x\"").get(random.nextInt(4));
        case BODY_GOES_ON -> text + text;
        case MEMBER_TWICE -> twice((ObjectNode) valid);
        case TEXT_WITH_NUL -> with(valid, "\"a\\u0000b\"");
        case NUMBER_TOO_LARGE -> with(valid, "1e400");
        case NESTED_TOO_DEEP -> with(valid, "[".repeat(70) + "]".repeat(70));
        default -> text;
      };
    }

    private JsonNode changed(JsonNode body, int times) {
      return times == 0 ? body : changed(schemas.broken(body), times - 1);
    }

    private @Nullable String twice(ObjectNode valid) {
      String first = valid.fieldNames().hasNext() ? valid.fieldNames().next() : "unknown";
      String text = valid.toString();
      return "{\"%s\":%s,%s".formatted(first, valid.get(first), text.substring(1));
    }

    /** The body with one member, known or not, set to a JSON text. */
    private String with(JsonNode valid, String json) {
      ObjectNode object = (ObjectNode) valid;
      List<String> names = new ArrayList<>(List.of("unknown member"));
      object.fieldNames().forEachRemaining(names::add);
      // The library judges known members by their type alone, so half of the bodies have an
      // unknown.
      String name = names.get(random.nextBoolean() ? 0 : random.nextInt(names.size()));
      object.remove(name);
      String rest = object.toString().substring(1);
      return "{\"%s\":%s%s%s".formatted(name, json, object.isEmpty() ? "" : ",", rest);
    }

    private SampleRequest request(
        String method, String target, @Nullable String type, @Nullable String body) {
      return new SampleRequest(operation, twist, method, target, twist != Twist.NO_KEY, type, body);
    }
  }

  private int any(List<String> list) {
    return random.nextInt(list.size());
  }

  private List<String> dots() {
    return random.nextBoolean() ? List.of(".") : Arrays.asList("none", "..");
  }

  private String strange() {
    return STRANGE_TEXTS.get(random.nextInt(STRANGE_TEXTS.size()));
  }

  private static String encodedLetter(String segment) {
    return "%" + Integer.toHexString(segment.charAt(0)) + segment.substring(1);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
