package dev.belfry.platform.cluster;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Keeps the agents of private locations among the instances. Each statement names the location, so
 * that an agent reaches neither instances nor shards of another one. Any thread may call.
 */
public final class PgAgentRegistry {
  /** Agents of a location that may live at once. */
  static final int MOST_AGENTS = 32;

  /** Times that agents may join a location within an hour: all instances read the rows. */
  static final int MOST_JOINS = 200;

  private static final String OF_KEY =
      """
      SELECT k.id, p.account_id, p.id, p.account_id || '/' || p.slug_name
      FROM private_location_keys k JOIN private_locations p ON p.id = k.location_id
      WHERE k.key_hash = $1""";

  private static final String IN_FORCE =
      "SELECT id FROM private_location_keys WHERE id = ANY ($1::uuid[])";

  /** The lock waits for a revocation of the key, after which there is nothing to insert for. */
  private static final String JOIN =
      """
      INSERT INTO instances (name, locations, may_ping, agent_key, agent_version, agent_protocol,
        runs_tests)
      SELECT $3, ARRAY[$2], $4, k.id, $5, $6, $9 FROM private_location_keys k
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE i.fenced_at IS NULL) AS living,
          count(*) FILTER (WHERE i.started_at > epoch_millis() - 3600000) AS joined
        FROM instances i WHERE i.locations = ARRAY[$2]) AS had
      WHERE k.id = $1 AND had.living < $7 AND had.joined < $8
      FOR KEY SHARE OF k
      RETURNING id""";

  /** What an agent must know of its location; the file explains the document. */
  private static final String BEAT = SqlResource.read(PgAgentRegistry.class, "beat-agent.sql");

  private static final String IS_AGENT =
      " AND agent_key IS NOT NULL AND locations = ARRAY[$2::text] AND fenced_at IS NULL";

  private static final String BELONGS = "SELECT id FROM instances WHERE id = $1" + IS_AGENT;

  /** As for other instances: the lock waits for the writes of the agent. */
  private static final String FENCE =
      """
      WITH it AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND ($3::bigint IS NULL OR beat = $3)
      """
          + IS_AGENT
          + """
           FOR UPDATE)
          UPDATE instances i SET fenced_at = epoch_millis()
          FROM it WHERE i.id = it.id AND i.fenced_at IS NULL""";

  /** As for other instances. */
  private static final String CLAIM =
      "WITH me AS MATERIALIZED (SELECT id FROM instances WHERE id = $1"
          + IS_AGENT
          + """
           FOR KEY SHARE),
          free AS (
            SELECT s.location, s.shard, s.owner FROM shards s
            JOIN unnest($3::smallint[], $4::bigint[]) AS w (shard, fence) USING (shard, fence)
            WHERE s.location = $2 AND (s.owner IS NULL OR s.owner = $1
              OR EXISTS (SELECT FROM instances o WHERE o.id = s.owner AND o.fenced_at IS NOT NULL))
            ORDER BY s.shard FOR UPDATE OF s)
          UPDATE shards t SET owner = me.id, fence = t.fence + 1
          FROM me, free WHERE t.location = free.location AND t.shard = free.shard
          RETURNING t.shard, t.watermark, free.owner IS NOT NULL""";

  private static final String RELEASE =
      """
      UPDATE shards s SET owner = NULL, fence = fence + 1
      WHERE s.location = $2 AND s.shard = ANY ($3::smallint[]) AND s.owner = $1
        AND EXISTS (SELECT FROM instances WHERE id = $1"""
          + IS_AGENT
          + ")";

  private final Database database;

  /** Creates a registry on a database. */
  public PgAgentRegistry(Database database) {
    this.database = database;
  }

  /** The location that a key opens, by the digest of the key; empty for none. */
  public Future<Optional<AgentPlace>> place(byte[] hash) {
    return database
        .query(OF_KEY, Tuple.of(io.vertx.core.buffer.Buffer.buffer(hash)))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new AgentPlace(
                            row.getUUID(0), row.getUUID(1), row.getUUID(2), row.getString(3))));
  }

  /** Which of these keys still open a location. Fails when the database is away. */
  public Future<List<UUID>> inForce(UUID[] keys) {
    return database
        .query(IN_FORCE, Tuple.tuple().addArrayOfUUID(keys))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }

  /**
   * What an agent says of itself when it joins.
   *
   * @param name of its host, for people
   * @param mayPing whether its system lets it send pings
   * @param runsTests whether its program runs test sessions
   * @param version of its program
   * @param protocol that it speaks
   */
  public record Newcomer(
      String name, boolean mayPing, boolean runsTests, String version, int protocol) {}

  /**
   * Adds an agent and returns its id; empty when the location has too many or too many joined
   * within the hour, or the key is gone.
   */
  public Future<Optional<Long>> join(AgentPlace place, Newcomer agent) {
    return database
        .query(
            JOIN,
            Tuple.tuple()
                .addUUID(place.key())
                .addString(place.name())
                .addString(agent.name())
                .addBoolean(agent.mayPing())
                .addString(agent.version())
                .addInteger(agent.protocol())
                .addInteger(MOST_AGENTS)
                .addInteger(MOST_JOINS)
                .addBoolean(agent.runsTests()))
        .map(rows -> Rows.first(rows, row -> row.getLong(0)));
  }

  /** Counts up the agent's beat and returns what it must know, as a JSON document. */
  public Future<String> beat(AgentPlace place, long agent, boolean draining) {
    return database
        .query(BEAT, Tuple.of(agent, place.name(), draining, place.account().toString()))
        .map(rows -> rows.iterator().next().getString(0));
  }

  /** Whether an agent of the location has this id and is not fenced. */
  public Future<Boolean> belongs(AgentPlace place, long agent) {
    return database.query(BELONGS, Tuple.of(agent, place.name())).map(rows -> rows.size() > 0);
  }

  /** Fences an agent of the location, unless its beat has moved on from the given one. */
  public Future<Void> fence(AgentPlace place, long agent, long beat) {
    return database.query(FENCE, Tuple.of(agent, place.name(), beat)).mapEmpty();
  }

  /** Takes an agent out of the cluster. */
  public Future<Void> leave(AgentPlace place, long agent) {
    return database.query(FENCE, Tuple.of(agent, place.name()).addLong(null)).mapEmpty();
  }

  /**
   * Claims shards that have not changed since they were seen, and returns those it won.
   *
   * @param seen of the location, with their counts of owners
   */
  public Future<List<ShardClaim>> claim(
      AgentPlace place, long agent, List<ClusterState.Shard> seen) {
    return database
        .query(
            CLAIM,
            Tuple.of(agent, place.name())
                .addArrayOfShort(
                    seen.stream().map(one -> (short) one.key().shard()).toArray(Short[]::new))
                .addArrayOfLong(seen.stream().map(ClusterState.Shard::fence).toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new ShardClaim(
                            new ShardKey(place.name(), row.getShort(0)),
                            row.getLong(1),
                            row.getBoolean(2),
                            true)));
  }

  /** Gives up those of the shards that the agent owns. */
  public Future<Void> release(AgentPlace place, long agent, List<Integer> shards) {
    return database
        .query(
            RELEASE,
            Tuple.of(agent, place.name())
                .addArrayOfShort(shards.stream().map(Integer::shortValue).toArray(Short[]::new)))
        .mapEmpty();
  }
}
