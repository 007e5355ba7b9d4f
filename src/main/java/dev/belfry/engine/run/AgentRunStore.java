package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * The store of an agent's engine: reads from the service, and writes to the spool, which the
 * service gets in order. Confined to one thread.
 */
final class AgentRunStore implements RunStore {
  private final AgentLink link;
  private final RunSpool spool;
  private final RunSpecMapper specs = new RunSpecMapper(false);

  AgentRunStore(AgentLink link, RunSpool spool) {
    this.link = link;
    this.spool = spool;
  }

  @Override
  public Future<SeriesPage> load(List<ShardClaim> claims, int after) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode shards = body.putArray("shards");
    claims.forEach(claim -> shards.addArray().add(claim.key().shard()).add(claim.watermark()));
    return link.ask("load", body).map(parts -> new SeriesPage(series(parts), null));
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode ids = body.putArray("checks");
    checks.forEach(check -> ids.add(check.toString()));
    return link.ask("checks", body).map(this::series);
  }

  private List<SeriesRow> series(List<JsonNode> parts) {
    List<SeriesRow> rows = new ArrayList<>();
    for (JsonNode part : parts) {
      for (JsonNode one : part.path("series")) {
        rows.add(SeriesJson.series(one, link.place()).with(specs));
      }
    }
    return rows;
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> shards) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode numbers = body.putArray("shards");
    shards.forEach(key -> numbers.add(key.shard()));
    return link.ask("runs", body)
        .map(
            parts -> {
              List<OpenRunRow> rows = new ArrayList<>();
              for (JsonNode part : parts) {
                for (JsonNode one : part.path("runs")) {
                  rows.add(SeriesJson.run(one, link.place()).with(specs));
                }
              }
              return rows;
            });
  }

  @Override
  public long knownUntil() {
    return link.knownUntil();
  }

  /** Completes once the batch is kept: the service judges later whether the agent may write. */
  @Override
  public Future<Boolean> write(long instance, ResultBatch batch) {
    return spool.add(FrameWriter.of(instance, batch)).map(true);
  }

  @Override
  public Future<Boolean> writeMissed(long instance, MissedBatch batch) {
    return spool.add(List.of(FrameWriter.of(instance, batch))).map(true);
  }
}
