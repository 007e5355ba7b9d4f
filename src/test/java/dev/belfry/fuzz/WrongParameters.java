package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.fuzz.FuzzContract.Param;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Requests with one parameter that breaks a rule. */
final class WrongParameters {
  private final FuzzContract contract;

  WrongParameters(FuzzContract contract) {
    this.contract = contract;
  }

  /**
   * A parameter as it is sent.
   *
   * @param encoded the values as they stand in the address, several for a repeated one
   */
  record Wrong(String rule, List<String> encoded) {}

  /** Every way in which a query parameter can be wrong. */
  List<Wrong> ways(Param param) {
    List<Wrong> ways = new ArrayList<>();
    boolean list = param.schema().has("items");
    JsonNode schema = list ? contract.resolve(param.schema().get("items")) : param.schema();
    scalar(schema, ways);
    if (!list) {
      ways.add(new Wrong("given twice", List.of("1", "1")));
    } else if (param.schema().has("maxItems")) {
      int more = param.schema().get("maxItems").asInt() + 1;
      String value = schema.has("enum") ? schema.get("enum").get(0).asText() : "a";
      ways.add(new Wrong("too many items", Collections.nCopies(more, value)));
    }
    ways.add(new Wrong("bad percent encoding", List.of("%zz")));
    ways.add(new Wrong("half a percent encoding", List.of("a%2")));
    ways.add(new Wrong("invalid UTF-8", List.of("%ff")));
    return ways;
  }

  private void scalar(JsonNode schema, List<Wrong> ways) {
    Set<String> types = contract.types(schema);
    if (types.contains("integer")) {
      for (String text : List.of("abc", "1.5", "", "99999999999999999999", "0x1", "1e2")) {
        ways.add(new Wrong("no such integer", List.of(text)));
      }
      if (schema.has("minimum")) {
        long below = schema.get("minimum").asLong() - 1;
        ways.add(new Wrong("below the minimum", List.of(Long.toString(below))));
      }
      if (schema.has("maximum")) {
        long above = schema.get("maximum").asLong() + 1;
        ways.add(new Wrong("above the maximum", List.of(Long.toString(above))));
      }
    } else if (types.contains("boolean")) {
      ways.add(new Wrong("no boolean", List.of("yes")));
      ways.add(new Wrong("no boolean", List.of("TRUE")));
    } else if (schema.has("enum")) {
      ways.add(new Wrong("not in the enumeration", List.of("none-of-these")));
    } else if (schema.path("format").asText().equals("uuid")) {
      ways.add(new Wrong("no GUID", List.of("not-a-guid")));
      ways.add(new Wrong("a newline at the end", List.of(new java.util.UUID(1, 1) + "%0A")));
    } else {
      if (schema.has("maxLength")) {
        ways.add(new Wrong("too long", List.of("x".repeat(schema.get("maxLength").asInt() + 1))));
      }
      if (schema.path("minLength").asInt() > 0) {
        ways.add(new Wrong("too short", List.of("")));
      }
    }
  }

  /** The draft with one wrong parameter, null when it has none that can be wrong. */
  @Nullable FuzzRequest wrong(RequestDraft draft, Random random) {
    List<Param> params =
        draft.operation.parameters().stream()
            .filter(param -> !param.in().equals("header") || isAccount(param, draft))
            .toList();
    if (params.isEmpty()) {
      return null;
    }
    Param param = params.get(random.nextInt(params.size()));
    return switch (param.in()) {
      case "header" -> {
        draft.headers.put("x-service-account", "not-a-guid");
        yield draft.request(Family.PARAMETER, "account header", Expectation.status(400, 403));
      }
      case "path" -> inPath(draft, param, random);
      default -> inQuery(draft, param, random);
    };
  }

  private static boolean isAccount(Param param, RequestDraft draft) {
    return param.name().equals("X-Service-Account") && !draft.operation.open();
  }

  private FuzzRequest inQuery(RequestDraft draft, Param param, Random random) {
    List<Wrong> ways = ways(param);
    Wrong way = ways.get(random.nextInt(ways.size()));
    draft.query.removeIf(one -> one.startsWith(param.name() + "="));
    way.encoded().forEach(value -> draft.query.add(param.name() + "=" + value));
    // What cannot be decoded has no name yet.
    boolean readable = !way.encoded().get(0).contains("%");
    return draft.request(
        Family.PARAMETER,
        way.rule() + " in the query",
        Expectation.named(readable ? "/" + param.name() : null));
  }

  private FuzzRequest inPath(RequestDraft draft, Param param, Random random) {
    List<String> bad =
        List.of(
            "%zz", "a%2", "%ff", "%00", "not%20an%20id", "..%2F..", "x".repeat(300), "-1", "%0A");
    String value = bad.get(random.nextInt(bad.size()));
    int place = names(draft).indexOf(param.name());
    List<String> segments =
        new ArrayList<>(List.of(draft.operation.path().substring(1).split("/", -1)));
    List<Integer> variable =
        IntStream.range(0, segments.size())
            .filter(i -> segments.get(i).startsWith("{"))
            .boxed()
            .toList();
    for (int i = 0; i < variable.size(); i++) {
      segments.set(variable.get(i), i == place ? value : FuzzText.encoded(draft.path.get(i)));
    }
    boolean undecodable = List.of("%zz", "a%2", "%ff").contains(value);
    String query = draft.query.isEmpty() ? "" : "?" + String.join("&", draft.query);
    return draft.request(
        Family.PARAMETER,
        (value.length() > 20 ? "too long" : value) + " in the path",
        draft.operation.method(),
        "/" + String.join("/", segments) + query,
        undecodable
            ? Expectation.status(400, 404)
            : KnownDeviations.ofUnknownPath(draft.operation));
  }

  private static List<String> names(RequestDraft draft) {
    return draft.operation.parameters().stream()
        .filter(param -> param.in().equals("path"))
        .map(Param::name)
        .toList();
  }
}
