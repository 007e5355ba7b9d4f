package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzContract.Param;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A right request of an operation, in parts that a generator may change before it is sent. */
final class RequestDraft {
  private static final Set<String> OF_OWNERS = Set.of("updateSignInPolicy");

  /** Operations about the person who asks. */
  private static final Set<String> PERSONAL =
      Set.of(
          "switchSession",
          "listSessions",
          "removeSession",
          "changePassword",
          "listSignIns",
          "getOwnProfile",
          "updateOwnProfile",
          "getOwnPhone",
          "updateOwnPhone",
          "removeOwnPhone",
          "requestPhoneCode",
          "confirmOwnPhone",
          "beginSecondFactor",
          "confirmSecondFactor",
          "removeSecondFactor",
          "createRecoveryCodes",
          "getPushKey",
          "listOwnDevices",
          "registerOwnDevice",
          "removeOwnDevice");

  private final long number;
  private final Random random;
  private final FuzzAccount account;
  private final FuzzContract contract;

  final Operation operation;
  final List<String> path = new ArrayList<>();
  final List<String> query = new ArrayList<>();
  final Map<String, String> headers = new LinkedHashMap<>();
  FuzzKey key;
  @Nullable String body;
  private @Nullable ObjectNode json;

  /**
   * @param named what the path names
   * @param referred what the body refers to
   */
  RequestDraft(
      FuzzContract contract,
      long number,
      Random random,
      FuzzAccount account,
      Operation operation,
      OwnedThings named,
      OwnedThings referred) {
    this.number = number;
    this.random = random;
    this.account = account;
    this.contract = contract;
    this.operation = operation;
    this.key =
        OF_OWNERS.contains(operation.id())
            ? FuzzKey.OWNER
            : PERSONAL.contains(operation.id()) ? FuzzKey.PERSON : FuzzKey.WRITE;
    name(named);
    if (operation.takes("maxWaitSeconds")) {
      query.add("maxWaitSeconds=1");
    }
    String unique = account.name() + number + "x" + random.nextInt(1_000);
    BodyGenerator bodies =
        new BodyGenerator(
            contract, random, new ValueHints(random, referred, unique), account.marker());
    if (operation.takesJson()) {
      headers.put("content-type", "application/json");
      json = bodies.body(operation);
      body = json.toString();
    } else if (operation.mediaType() != null) {
      headers.put("content-type", operation.mediaType());
      body = operation.mediaType().contains("form") ? bodies.form(operation) : "any bytes";
    }
  }

  /** The JSON body before it was changed; only of operations that take JSON. */
  ObjectNode json() {
    return java.util.Objects.requireNonNull(json);
  }

  private void name(OwnedThings named) {
    int count = (int) operation.path().chars().filter(letter -> letter == '{').count();
    Optional<OwnedKind> kind = OwnedKind.of(operation.path());
    List<String> id = kind.map(one -> pick(one, named)).orElse(null);
    for (int i = 0; i < count; i++) {
      path.add(
          id != null && i < id.size()
              ? id.get(i)
              : new UUID(random.nextLong(), random.nextLong()).toString());
    }
  }

  private @Nullable List<String> pick(OwnedKind kind, OwnedThings named) {
    if (!operation.method().equals("DELETE")) {
      return named.any(kind, random);
    }
    List<String> id = named.passing(kind.deletedAt(operation.path()), random);
    return id != null ? id : named.passing(kind, random);
  }

  /** Adds some of the optional query parameters. */
  void addQuery() {
    for (Param param : operation.parameters()) {
      if (param.in().equals("query")
          && !param.name().equals("maxWaitSeconds")
          && random.nextInt(4) == 0) {
        query.add(param.name() + "=" + FuzzText.encoded(valid(param)));
      }
    }
  }

  private String valid(Param param) {
    JsonNode schema =
        param.schema().has("items")
            ? contract.resolve(param.schema().get("items"))
            : param.schema();
    if (schema.has("enum")) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size())).asText();
    }
    if (schema.path("format").asText().equals("uuid")) {
      List<String> id = account.things().any(OwnedKind.CHECK, random);
      return id == null ? new UUID(1, random.nextLong()).toString() : id.get(0);
    }
    return switch (schema.path("type").asText()) {
      case "integer" -> {
        long least = schema.path("minimum").asLong(0);
        long most = schema.path("maximum").asLong(1_000);
        yield Long.toString(
            switch (random.nextInt(4)) {
              case 0 -> least;
              case 1 -> most;
              case 2 -> random.nextLong(least, most) + 1;
              default -> Math.min(most, least + random.nextInt(20));
            });
      }
      case "boolean" -> random.nextBoolean() ? "true" : "false";
      default -> random.nextBoolean() ? account.marker() : "ü";
    };
  }

  /** The address with the path as it is, encoded. */
  String target() {
    return target(FuzzText::encoded);
  }

  /** The address with values of the path as they are encoded. */
  String target(UnaryOperator<String> encoding) {
    StringBuilder target = new StringBuilder();
    int next = 0;
    for (String segment : operation.path().substring(1).split("/", -1)) {
      target
          .append('/')
          .append(segment.startsWith("{") ? encoding.apply(path.get(next++)) : segment);
    }
    return query.isEmpty() ? target.toString() : target + "?" + String.join("&", query);
  }

  FuzzRequest request(FuzzRequest.Family family, String what, Expectation expectation) {
    return request(family, what, operation.method(), target(), expectation);
  }

  FuzzRequest request(
      FuzzRequest.Family family,
      String what,
      String method,
      String target,
      Expectation expectation) {
    return new FuzzRequest(
        number,
        family,
        what,
        operation,
        List.copyOf(path),
        method,
        target,
        account,
        operation.open() ? FuzzKey.NONE : key,
        Map.copyOf(headers),
        body == null ? null : Buffer.buffer(body),
        false,
        expectation);
  }
}
