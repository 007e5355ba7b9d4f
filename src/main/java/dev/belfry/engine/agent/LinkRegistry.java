package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.run.AgentRefusedException;
import dev.belfry.platform.cluster.ClusterRegistry;
import dev.belfry.platform.cluster.ClusterState;
import dev.belfry.platform.cluster.Instance;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster as an agent sees it through the service: the shards of its location and who covers
 * it. Confined to an event loop.
 */
final class LinkRegistry implements ClusterRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(LinkRegistry.class);

  /** Stands for all instances that cover other locations; it takes no shards. */
  private static final long OTHERS = 0;

  private final ServiceLink link;
  private final SpoolSender sender;
  private final boolean mayPing;
  private List<ClusterState.Shard> shards = List.of();
  private String refusal = "";

  /**
   * @param mayPing whether the system lets the agent send pings
   */
  LinkRegistry(ServiceLink link, SpoolSender sender, boolean mayPing) {
    this.link = link;
    this.sender = sender;
    this.mayPing = mayPing;
  }

  private static ObjectNode of(long agent) {
    return JsonNodeFactory.instance.objectNode().put("instance", agent);
  }

  @Override
  public Future<Long> join(String name, Set<String> locations) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("mayPing", mayPing)
            .put("runsTests", true);
    return link.ask("join", body)
        .map(answer -> answer.get(0).path("instance").asLong())
        .onFailure(this::logRefusal);
  }

  /** Once: the agent tries again twice a second. */
  private void logRefusal(Throwable failure) {
    if (failure instanceof AgentRefusedException refused && !refused.sentence().equals(refusal)) {
      refusal = refused.sentence();
      LOG.warn("Cannot join, trying again: {}", refusal);
    }
  }

  @Override
  public Future<ClusterState> beat(long instance, boolean draining) {
    return link.ask("beat", of(instance).put("draining", draining))
        .map(answer -> state(answer.get(0)));
  }

  private ClusterState state(JsonNode answer) {
    long now = answer.path("now").asLong();
    link.onHeard(now);
    List<Instance> instances = new ArrayList<>();
    for (JsonNode row : answer.path("instances")) {
      instances.add(
          new Instance(
              row.path(0).asLong(),
              Set.of(link.place()),
              row.path(1).asLong(),
              row.path(2).asBoolean(),
              row.path(3).asBoolean(),
              row.path(4).asBoolean()));
    }
    Set<String> elsewhere = new HashSet<>();
    answer.path("elsewhere").forEach(place -> elsewhere.add(place.asText()));
    instances.add(new Instance(OTHERS, elsewhere, now, true, false));
    List<ClusterState.Shard> read = new ArrayList<>();
    for (JsonNode row : answer.path("shards")) {
      read.add(
          new ClusterState.Shard(
              new ShardKey(link.place(), row.path(0).asInt()),
              owner(row.path(1)),
              row.path(2).asLong()));
    }
    if (!read.equals(shards)) {
      shards = List.copyOf(read); // The list stays the same object while nothing has changed.
    }
    Set<Integer> pinging = new HashSet<>();
    answer.path("pinging").forEach(shard -> pinging.add(shard.asInt()));
    return new ClusterState(now, answer.path("fenced").asBoolean(), instances, shards, pinging);
  }

  private static @Nullable Long owner(JsonNode node) {
    return node.isIntegralNumber() ? node.longValue() : null;
  }

  @Override
  public Future<Void> fence(long instance, long beat) {
    return link.ask(
            "fence",
            JsonNodeFactory.instance.objectNode().put("victim", instance).put("beat", beat))
        .mapEmpty();
  }

  @Override
  public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
    ObjectNode body = of(instance);
    ArrayNode rows = body.putArray("shards");
    seen.forEach(shard -> rows.addArray().add(shard.key().shard()).add(shard.fence()));
    return link.ask("claim", body)
        .map(
            answer -> {
              List<ShardClaim> won = new ArrayList<>();
              for (JsonNode row : answer.get(0).path("claims")) {
                won.add(
                    new ShardClaim(
                        new ShardKey(link.place(), row.path(0).asInt()),
                        row.path(1).asLong(),
                        row.path(2).asBoolean(),
                        true));
              }
              return won;
            });
  }

  /** Gives shards up once their results are stored: the next owner goes on behind them. */
  @Override
  public Future<Void> release(long instance, List<ShardKey> keys) {
    ObjectNode body = of(instance);
    ArrayNode numbers = body.putArray("shards");
    keys.forEach(key -> numbers.add(key.shard()));
    return sender.drained().compose(sent -> link.ask("release", body)).mapEmpty();
  }

  @Override
  public Future<Void> leave(long instance) {
    return sender.drained().compose(sent -> link.ask("leave", of(instance))).mapEmpty();
  }
}
