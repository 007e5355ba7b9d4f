package dev.belfry.fuzz;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Makes a body fit the rules between its members, which a schema cannot tell. */
final class MemberRelations {
  private static final Set<String> NUMERIC =
      Set.of("EQUALS", "NOT_EQUALS", "LESS_THAN", "GREATER_THAN");

  private static final Set<String> OF_NUMBERS = Set.of("RESPONSE_TIME", "STATUS_CODE", "LATENCY");

  private final Random random;

  MemberRelations(Random random) {
    this.random = random;
  }

  /** Whether a rule about several members holds for a member. */
  static boolean areRelated(String parent, String name) {
    return switch (name) {
      case "degradedResponseTime", "maxResponseTime", "frequency" -> true;
      case "degradedPacketLossThreshold", "maxPacketLossThreshold" -> true;
      // A maintenance window needs one of these; an update may be about them alone.
      case "tags", "silenceAlertsTags" -> true;
      // Each action about an alert has members of its own.
      case "action", "until", "assignee", "note" -> parent.isEmpty();
      // A preview is about a check, a group or neither, and its range has two ends.
      case "from", "to" -> parent.isEmpty();
      // A schedule has one of two sources.
      case "rotation" -> parent.isEmpty();
      // A session begins with one of three; the generator knows a key alone.
      case "ticket" -> true;
      case "accountId" -> parent.isEmpty();
      // An objective is about a check, a group or a tag.
      case "tag" -> parent.isEmpty();
      // A test run names a public location, by itself or as a region.
      case "runLocation" -> true;
      case "region" -> parent.equals("runLocation");
      // A dependency is on either of the two.
      case "checkId", "groupId" -> parent.equals("dependsOn") || parent.isEmpty();
      // A client certificate and its key belong together.
      case "host", "cert", "ca", "passphrase" -> parent.isEmpty();
      case "value" -> parent.equals("environmentVariables");
      default -> parent.equals("config") || parent.equals("heartbeat");
    };
  }

  /**
   * Whether a member belongs to an assertion whose source decides what its other members may be.
   *
   * @param pointer of the member
   */
  static boolean isRuledBySource(ObjectNode body, String pointer) {
    JsonNode holder = body.at(JsonPointer.compile(pointer).head());
    return pointer.contains("/assertions/") && hasSourceWithRules(holder);
  }

  private static boolean hasSourceWithRules(JsonNode assertion) {
    return assertion.hasNonNull("source");
  }

  void settle(ObjectNode body) {
    if (body.path("request") instanceof ObjectNode request) {
      request(request);
    }
    if (body.path("heartbeat") instanceof ObjectNode heartbeat) {
      heartbeat(heartbeat);
    }
    schedule(body);
    limits(body, "degradedResponseTime", "maxResponseTime");
    limits(body, "degradedPacketLossThreshold", "maxPacketLossThreshold");
    retries(body);
    if (body.path("policy") instanceof ObjectNode policy) {
      body.remove(body.has("checkId") ? "groupId" : "checkId");
      retries(policy);
      policy.path("maintenanceWindows").forEach(one -> window((ObjectNode) one));
    }
    if (body.has("target") && body.path("target").isNumber()) {
      body.put("target", Math.floor(body.get("target").asDouble()));
      body.remove(body.hasNonNull("checkId") ? "groupId" : "checkId");
    }
    if (body.has("action")) {
      action(body);
    }
    OnCallRelations.settle(body);
    distinct(body, "alertChannelSubscriptions", "alertChannelId");
    body.path("dependsOn").forEach(MemberRelations::oneParent);
    distinct(body, "dependsOn", "");
    if (body.path("policy") instanceof ObjectNode policy) {
      policy.path("dependsOn").forEach(MemberRelations::oneParent);
      distinct(policy, "dependsOn", "");
      if (!body.has("checkId") && !body.has("groupId")) {
        policy.remove("dependsOn");
      }
    }
    distinct(body, "userIds", "");
    distinct(body, "services", "id");
    distinct(body, "environmentVariables", "key");
    distinct(body, "privateLocations", "");
    body.path("cards").forEach(card -> distinct((ObjectNode) card, "services", "id"));
    if (body.has("browserChecks")) {
      body.remove(List.of("browserChecks", "multistepChecks"));
    }
    if (body.has("ticket") || (body.has("email") && !body.has("role"))) {
      body.remove(List.of("ticket", "email", "password", "accountId"));
      body.put("key", body.path("key").asText("none"));
    }
    if (body.has("startsAt") != body.has("endsAt")) {
      body.remove(List.of("startsAt", "endsAt"));
    }
    if (body.has("startsAt")) {
      window(body);
    }
    if (body.path("config") instanceof ObjectNode && body.has("type")) {
      if (body.get("type").asText().equals("MEMBER") && !body.at("/config/userId").isTextual()) {
        body.put("type", "EMAIL");
      }
      body.set("config", config(body.get("type").asText(), body.get("config")));
    }
    subscribers(body, body.path("subscriptions"));
    subscriber(body);
    if (body.has("digestHour") && body.path("config").isTextual()) {
      // Other services than those of the page are refused, and so are digests to web addresses.
      body.remove(List.of("services", "timezone"));
      if (body.path("type").asText().equals("WEBHOOK")) {
        body.remove("frequency");
      }
    }
    if (body.path("type").asText().equals("WEBHOOK") && body.path("config").isTextual()) {
      body.put("config", "http://127.0.0.1:9/" + random.nextInt(1_000));
    }
  }

  private static void retries(ObjectNode holder) {
    if (holder.path("retryStrategy") instanceof ObjectNode retry
        && retry.path("type").asText().equals("SINGLE_RETRY")) {
      retry.remove(List.of("maxRetries", "maxDurationSeconds"));
    }
  }

  /** What belongs to an action about an alert, and nothing else. */
  private static void action(ObjectNode body) {
    String action = body.path("action").asText();
    // The same all day, so that a request can be made again.
    Instant later = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(2));
    String until = body.path("until").asText(later.toString());
    body.remove(List.of("until", "assignee"));
    switch (action) {
      case "SNOOZE" -> body.put("until", until);
      case "ASSIGN" -> body.put("assignee", "Ada");
      case "COMMENT" -> body.put("note", "Restoring the database.");
      default -> {}
    }
  }

  /** Either a check or a group. */
  private static void oneParent(JsonNode parent) {
    if (parent instanceof ObjectNode one && one.size() != 1) {
      String check = one.path("checkId").asText("3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30");
      one.removeAll();
      one.put("checkId", check);
    }
  }

  /** A period or a cron expression, and a grace within its bound. */
  private void heartbeat(ObjectNode heartbeat) {
    heartbeat.removeAll();
    if (random.nextBoolean()) {
      heartbeat.put("period", 1 + random.nextInt(300)).put("periodUnit", "hours");
    } else {
      heartbeat.put("cron", random.nextInt(60) + " 2 * * *").put("timezone", "Europe/Berlin");
    }
    heartbeat.put("grace", random.nextInt(300)).put("graceUnit", "minutes");
  }

  private static void request(ObjectNode request) {
    if (request.has("query") && !request.path("nameServer").isTextual()) {
      request.remove("port");
    }
    for (JsonNode one : request.path("assertions")) {
      if (hasSourceWithRules(one)) {
        assertion((ObjectNode) one);
      }
    }
  }

  private static void assertion(ObjectNode assertion) {
    if (OF_NUMBERS.contains(assertion.get("source").asText())
        && !NUMERIC.contains(assertion.path("comparison").asText())) {
      assertion.put("comparison", "EQUALS");
    }
    if (assertion.path("property").isTextual()) {
      assertion.put("property", "$.status");
    }
    if (assertion.path("regex").isTextual()) {
      assertion.put("regex", "(a+)+b");
    }
    assertion.put("target", "200"); // Some comparisons need one.
    switch (assertion.get("source").asText()) {
      case "CERTIFICATE" -> assertion.put("property", "keySizeBits").put("comparison", "EQUALS");
      case "CONNECTION" -> assertion.put("property", "resolvedIp").put("comparison", "EQUALS");
      case "LATENCY" -> assertion.put("property", "avg");
      case "JSON_RESPONSE" -> assertion.put("property", "$.certificate.keySizeBits");
      default -> {}
    }
  }

  private static void schedule(ObjectNode body) {
    if (body.path("frequency").isInt() && body.get("frequency").asInt() == 0) {
      body.put("frequencyOffset", 10);
    } else if (body.path("frequency").asInt(1) > 60 || !body.has("frequency")) {
      body.remove("frequencyOffset");
    }
  }

  private static void limits(ObjectNode body, String lower, String upper) {
    JsonNode degraded = body.path(lower);
    JsonNode most = body.path(upper);
    if (degraded.isNumber() && most.isNumber() && degraded.asDouble() > most.asDouble()) {
      body.set(lower, most);
      body.set(upper, degraded);
    } else if (degraded.isNumber() != most.isNumber()) {
      body.remove(List.of(lower, upper));
    }
  }

  private static void window(ObjectNode body) {
    if (!body.path("repeatUnit").isTextual()) {
      body.remove(List.of("repeatUnit", "repeatInterval", "repeatEndsAt"));
    }
    if (body.path("tags").isEmpty()) {
      body.putArray("tags").add("database");
    }
  }

  private static void distinct(ObjectNode body, String list, String member) {
    if (body.path(list) instanceof ArrayNode array) {
      Set<JsonNode> seen = new HashSet<>();
      for (int i = array.size() - 1; i >= 0; i--) {
        if (!seen.add(member.isEmpty() ? array.get(i) : array.get(i).path(member))) {
          array.remove(i);
        }
      }
    }
  }

  private static void subscribers(ObjectNode body, JsonNode list) {
    Set<JsonNode> seen = new HashSet<>();
    for (int i = list.size() - 1; i >= 0; i--) {
      if (list.get(i).has("activated") && list.get(i) instanceof ObjectNode one) {
        subscriber(one);
        boolean names = one.hasNonNull("checkId") || one.hasNonNull("groupId");
        JsonNode id = one.hasNonNull("checkId") ? one.get("checkId") : one.path("groupId");
        if (!names || !seen.add(id)) {
          ((ArrayNode) body.get("subscriptions")).remove(i);
        }
      }
    }
  }

  private static void subscriber(ObjectNode one) {
    if (one.hasNonNull("checkId") && one.hasNonNull("groupId")) {
      one.remove("groupId");
    }
  }

  /** A configuration that has what its type requires. */
  private ObjectNode config(String type, JsonNode drawn) {
    String address = "http://127.0.0.1:9/" + random.nextInt(1_000);
    Map<String, String> members =
        switch (type) {
          case "EMAIL" -> Map.of("address", "a" + random.nextInt(1_000) + "@example.org");
          case "SMS", "CALL" -> Map.of("name", "On call", "number", "+49 30 1234567");
          case "PAGERDUTY" -> Map.of("account", "acme", "serviceName", "x", "serviceKey", "k");
          case "OPSGENIE" -> Map.of("name", "x", "apiKey", "k", "region", "EU", "priority", "P1");
          case "SLACK_APP" -> Map.of("channel", "#ops", "url", address);
          case "MEMBER" -> Map.of("userId", drawn.path("userId").asText());
          default -> Map.of("name", "hook", "url", address);
        };
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    members.forEach(config::put);
    if (type.equals("WEBHOOK") && drawn.hasNonNull("method")) {
      config.set("method", drawn.get("method"));
    }
    return config;
  }
}
