package dev.belfry.engine.agent.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.run.AgentRuns;
import dev.belfry.engine.run.InvalidFrameException;
import dev.belfry.engine.testsession.AgentTestRuns;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.cluster.ClusterState;
import dev.belfry.platform.cluster.PgAgentRegistry;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Answers the requests of one stream. Results are written one message after the other. */
final class AgentCalls {
  private static final int SHARDS = 32;
  private static final int MOST_CHECKS = 1_000;
  private static final int LONGEST_NAME = 100;

  /** An agent joins once, and again when it was fenced. */
  private static final int MOST_JOINS = 20;

  private final AgentPlace place;
  private final AgentConnection.Program program;
  private final AgentConnection.Service service;
  private final Consumer<Collection<UUID>> served;

  /** Agents of the location that this stream was asked to write for. */
  private final Set<Long> known = new HashSet<>();

  private Future<?> written = Future.succeededFuture();
  private boolean beating;
  private int joins;

  AgentCalls(
      AgentPlace place,
      AgentConnection.Program program,
      AgentConnection.Service service,
      Consumer<Collection<UUID>> served) {
    this.place = place;
    this.program = program;
    this.service = service;
    this.served = served;
  }

  /** The parts of the answer, each a document; fails as the operation does. */
  Future<List<String>> answer(String operation, JsonNode body) {
    return switch (operation) {
      case "join" -> join(body);
      case "beat" -> beat(body);
      case "fence" -> done(registry().fence(place, number(body, "victim"), number(body, "beat")));
      case "claim" -> claim(body);
      case "release" -> done(registry().release(place, number(body, "instance"), shards(body)));
      case "leave" -> done(registry().leave(place, number(body, "instance")));
      case "load" -> load(body);
      case "checks" -> checks(body);
      case "runs" -> runs(body);
      case "results" -> results(body);
      case "complete" -> complete(body);
      case "claimTests" -> one(tests().claim(place, body));
      case "holdTests" -> done(tests().hold(place, body));
      case "releaseTests" -> done(tests().release(place, body));
      case "reportTest" -> one(tests().report(place, body));
      case "completeTest" -> one(tests().complete(place, body));
      default -> throw new InvalidFrameException("op must be an operation of this protocol");
    };
  }

  private PgAgentRegistry registry() {
    return service.registry();
  }

  private AgentTestRuns tests() {
    return service.tests();
  }

  private static Future<List<String>> one(Future<ObjectNode> answer) {
    return answer.map(node -> List.of(node.toString()));
  }

  private static Future<List<String>> done(Future<?> work) {
    return work.map(List.of("{}"));
  }

  private Future<List<String>> join(JsonNode body) {
    joins++;
    if (joins > MOST_JOINS) {
      throw new InvalidFrameException("op join was sent too often; connect again");
    }
    String name = body.path("name").asText();
    return registry()
        .join(
            place,
            new PgAgentRegistry.Newcomer(
                name.substring(0, Math.min(LONGEST_NAME, name.length())).replace('\0', '?'),
                body.path("mayPing").asBoolean(),
                body.path("runsTests").asBoolean(),
                program.version(),
                program.protocol()))
        .map(
            joined -> {
              long id =
                  joined.orElseThrow(
                      () ->
                          new InvalidFrameException(
                              "The location has too many agents, or too many joined within"
                                  + " the hour"));
              known.add(id);
              return List.of("{\"instance\":" + id + "}");
            });
  }

  private Future<List<String>> beat(JsonNode body) {
    if (beating) {
      throw new InvalidFrameException("op beat is under way already");
    }
    beating = true;
    return service
        .beats()
        .beat(place, number(body, "instance"), body.path("draining").asBoolean())
        .onComplete(beaten -> beating = false)
        .map(List::of);
  }

  private Future<List<String>> claim(JsonNode body) {
    List<ClusterState.Shard> seen = new ArrayList<>();
    for (JsonNode row : array(body, "shards", SHARDS)) {
      seen.add(new ClusterState.Shard(key(row.path(0)), null, row.path(1).asLong()));
    }
    return registry()
        .claim(place, number(body, "instance"), seen)
        .map(
            won -> {
              ObjectNode answer = JsonNodeFactory.instance.objectNode();
              ArrayNode claims = answer.putArray("claims");
              for (ShardClaim one : won) {
                claims.addArray().add(one.key().shard()).add(one.watermark()).add(one.lost());
              }
              return List.of(answer.toString());
            });
  }

  private Future<List<String>> load(JsonNode body) {
    Map<ShardKey, ShardClaim> claims = new HashMap<>();
    for (JsonNode row : array(body, "shards", SHARDS)) {
      ShardKey key = key(row.path(0));
      claims.put(key, new ShardClaim(key, Math.max(0, row.path(1).asLong()), false, true));
    }
    List<UUID> ids = new ArrayList<>();
    return service
        .runs()
        .load(List.copyOf(claims.values()), ids)
        .onSuccess(read -> served.accept(ids))
        .map(AgentCalls::texts);
  }

  private Future<List<String>> checks(JsonNode body) {
    Set<UUID> asked = new LinkedHashSet<>();
    for (JsonNode one : array(body, "checks", MOST_CHECKS)) {
      asked.add(uuid(one));
    }
    List<UUID> ids = new ArrayList<>();
    return service
        .runs()
        .checks(place, asked, ids)
        .onSuccess(read -> served.accept(ids))
        .map(AgentCalls::texts);
  }

  private Future<List<String>> runs(JsonNode body) {
    return service
        .runs()
        .runs(shards(body).stream().map(shard -> new ShardKey(place.name(), shard)).toList())
        .map(AgentCalls::texts);
  }

  private static List<String> texts(List<ObjectNode> parts) {
    return parts.stream().map(ObjectNode::toString).toList();
  }

  private Future<List<String>> results(JsonNode body) {
    long agent = number(body, "instance");
    JsonNode frames = array(body, "frames", 1_000);
    Future<List<String>> next =
        written
            .otherwiseEmpty()
            .compose(before -> isOurs(agent))
            .compose(
                ours ->
                    ours
                        ? service.runs().write(place, agent, frames)
                        : Future.succeededFuture(new AgentRuns.Written(true, 0)))
            .map(
                outcome ->
                    List.of(
                        "{\"fenced\":%b,\"refused\":%d}"
                            .formatted(outcome.fenced(), outcome.refused())));
    written = next;
    return next;
  }

  private Future<Boolean> isOurs(long agent) {
    return known.contains(agent)
        ? Future.succeededFuture(true)
        : registry()
            .belongs(place, agent)
            .onSuccess(
                ours -> {
                  if (ours) {
                    known.add(agent);
                  }
                });
  }

  private Future<List<String>> complete(JsonNode body) {
    return service
        .completions()
        .complete(place, uuid(body.path("check")))
        .map(
            found ->
                found
                    .map(one -> List.of(one.toString()))
                    .orElseThrow(
                        () ->
                            new InvalidFrameException(
                                "check must be an API check that runs at this location")));
  }

  private static JsonNode array(JsonNode body, String member, int most) {
    JsonNode node = body.path(member);
    if (!node.isArray() || node.size() > most) {
      throw new InvalidFrameException(
          member + " must be an array of at most " + most + " elements");
    }
    return node;
  }

  private static List<Integer> shards(JsonNode body) {
    List<Integer> shards = new ArrayList<>();
    for (JsonNode one : array(body, "shards", SHARDS)) {
      shards.add(shard(one));
    }
    return shards;
  }

  private ShardKey key(JsonNode node) {
    return new ShardKey(place.name(), shard(node));
  }

  private static int shard(JsonNode node) {
    if (!node.isInt() || node.intValue() < 0 || node.intValue() >= SHARDS) {
      throw new InvalidFrameException("shards must be numbers from 0 to 31");
    }
    return node.intValue();
  }

  private static long number(JsonNode body, String member) {
    JsonNode node = body.path(member);
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new InvalidFrameException(member + " must be a number");
    }
    return node.longValue();
  }

  private static UUID uuid(JsonNode node) {
    try {
      return UUID.fromString(node.asText());
    } catch (IllegalArgumentException e) {
      throw new InvalidFrameException("checks must be ids");
    }
  }
}
