package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What agents read and write at the service: only series of their location and runs that are due
 * there. Futures fail when the database is away. Confined to one event loop.
 */
public final class AgentRuns {
  /** Series of one part of an answer. */
  private static final int PART = 200;

  /** Missed runs of one message. */
  private static final long MOST_MISSED = 20_000;

  /**
   * An agent's watermark is not trusted: one of long ago would have all results of its monitors
   * read. Slots of before that it takes for open are missed runs, which replace no result.
   */
  private static final long MOST_DONE_MILLIS = 26 * 3_600_000L;

  /** Results that are older when they come raise and end no alert. */
  private static final long LATE_MILLIS = 300_000;

  private final PgRunStore store;
  private final AgentWriteCheck check;
  private final InstantSource clock;

  /**
   * @param database with a time-out that leaves time to read many monitors
   */
  public AgentRuns(Database database, AlertService alerts, InstantSource clock) {
    this.store = new PgRunStore(database, alerts, false);
    this.check = new AgentWriteCheck(database);
    this.clock = clock;
  }

  /**
   * What became of frames.
   *
   * @param fenced whether the agent is fenced, so that nothing was written
   * @param refused results that are not due at the location and were left out
   */
  public record Written(boolean fenced, int refused) {}

  /**
   * Reads the series of shards.
   *
   * @param claims of the agent's place
   * @param served takes the ids of the checks
   * @return the parts of the answer
   */
  public Future<List<ObjectNode>> load(List<ShardClaim> claims, Collection<UUID> served) {
    return store.stored(claims, clock.millis() - MOST_DONE_MILLIS).map(rows -> parts(rows, served));
  }

  /** Reads the series that checks have at the place; see {@link #load}. */
  public Future<List<ObjectNode>> checks(
      AgentPlace place, Set<UUID> checks, Collection<UUID> served) {
    return store
        .storedChecks(checks)
        .map(
            rows ->
                parts(
                    rows.stream().filter(one -> one.key().location().equals(place.name())).toList(),
                    served));
  }

  private static List<ObjectNode> parts(List<StoredSeries> rows, Collection<UUID> served) {
    List<ObjectNode> parts = new ArrayList<>();
    for (int from = 0; from == 0 || from < rows.size(); from += PART) {
      ObjectNode part = JsonNodeFactory.instance.objectNode();
      ArrayNode series = part.putArray("series");
      for (StoredSeries one : rows.subList(from, Math.min(rows.size(), from + PART))) {
        series.add(SeriesJson.of(one));
        served.add(one.checkId());
      }
      parts.add(part);
    }
    return parts;
  }

  /** Reads the open runs of shards of the place. */
  public Future<List<ObjectNode>> runs(List<ShardKey> shards) {
    return store
        .storedRuns(shards)
        .map(
            rows -> {
              ObjectNode part = JsonNodeFactory.instance.objectNode();
              ArrayNode runs = part.putArray("runs");
              rows.forEach(one -> runs.add(SeriesJson.of(one)));
              return List.of(part);
            });
  }

  /** Which of the checks have a series at a private place, by its name. */
  public Future<Map<String, Set<UUID>>> privatePlaces(Set<UUID> checks) {
    return check.privatePlaces(checks);
  }

  /**
   * Writes frames of an agent in their order, as far as they are about its location. Fails with an
   * {@link InvalidFrameException} for what no agent would send.
   */
  public Future<Written> write(AgentPlace place, long agent, JsonNode frames) {
    long now = clock.millis();
    FrameReader reader = new FrameReader(place.name(), now);
    try {
      frames.forEach(reader::read);
    } catch (InvalidFrameException invalid) {
      return Future.failedFuture(invalid);
    }
    reader.results.alertFrom(now - LATE_MILLIS);
    return writeMissed(place, agent, reader.missed)
        .compose(
            accepted ->
                accepted
                    ? writeResults(place, agent, reader.results)
                    : Future.succeededFuture(new Written(true, 0)));
  }

  /** Missed runs come first: a watermark of the results may count on them. */
  private Future<Boolean> writeMissed(
      AgentPlace place, long agent, List<MissedBatch.Missed> missed) {
    if (missed.isEmpty()) {
      return Future.succeededFuture(true);
    }
    if (missed.stream().mapToLong(one -> one.range().count()).sum() > MOST_MISSED) {
      return Future.failedFuture(new InvalidFrameException("missed has too many runs"));
    }
    return check
        .onSchedule(place, missed)
        .compose(
            kept -> {
              MissedBatch batch = new MissedBatch();
              batch.ranges.addAll(kept);
              return store.writeMissed(agent, batch);
            });
  }

  private Future<Written> writeResults(AgentPlace place, long agent, ResultBatch batch) {
    if (batch.isEmpty()) {
      return Future.succeededFuture(new Written(false, 0));
    }
    return check
        .retain(place, batch)
        .compose(
            refused -> store.write(agent, batch).map(accepted -> new Written(!accepted, refused)));
  }
}
