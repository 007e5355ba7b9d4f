package dev.belfry.platform.cluster;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores the cluster in the Postgres tables {@code instances} and {@code shards}. Remembers the
 * shards that it read, so it serves one instance. Confined to one thread.
 */
public final class PgClusterRegistry implements ClusterRegistry {
  private static final String JOIN =
      "INSERT INTO instances (name, locations, may_ping) VALUES ($1, $2, $3) RETURNING id";

  private static final String BEAT =
      """
      WITH me AS (
        UPDATE instances SET beat = beat + 1, seen_at = epoch_millis(), draining = $2,
          locations = resolve_places(locations)
        WHERE id = $1 AND fenced_at IS NULL RETURNING id)
      SELECT epoch_millis(), (SELECT count(*) FROM me),
        pg_snapshot_xmin(pg_current_snapshot())::text""";

  /** A slug may have become a place since the instance's last beat. */
  private static final String INSTANCES =
      "SELECT id, resolve_places(locations), beat, draining, may_ping, agent_key IS NOT NULL"
          + " FROM instances"
          + " WHERE fenced_at IS NULL";

  /** Where the shards of ICMP monitors are, whatever their locations. */
  private static final String PINGING =
      """
      SELECT s::integer FROM generate_series(0, 31) AS s
      WHERE EXISTS (
        SELECT FROM checks c WHERE c.check_type = 'ICMP' AND shard_of(c.id) = s::smallint)""";

  private static final String SHARDS = "SELECT location, shard, owner, fence FROM shards";

  /** Those that a transaction changed which had not ended when a former beat began. */
  private static final String CHANGED_SHARDS = SHARDS + " WHERE changed >= $1::text::xid8";

  /**
   * One reading in so many is of all shards, since those that are gone have not changed: a minute.
   */
  private static final int WHOLE_EVERY = 120;

  /**
   * Waits for the writes of the instance: its lock conflicts with that of a write or a claim, and
   * not with that of a beat.
   */
  private static final String FENCE =
      """
      WITH it AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND beat = $2 AND fenced_at IS NULL FOR UPDATE)
      UPDATE instances i SET fenced_at = epoch_millis()
      FROM it WHERE i.id = it.id AND i.fenced_at IS NULL""";

  /**
   * Claims shards that have not changed and have no owner, a fenced owner, or the claimer as owner:
   * then the answer to an earlier claim was lost. The lock keeps the claimer from being fenced
   * until the claim is committed.
   */
  private static final String CLAIM =
      """
      WITH me AS MATERIALIZED (
        SELECT id, locations FROM instances WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE),
      free AS (
        SELECT s.location, s.shard, s.owner FROM shards s
        JOIN unnest($2::text[], $3::smallint[], $4::bigint[]) AS w (location, shard, fence)
          USING (location, shard, fence)
        WHERE s.owner IS NULL OR s.owner = $1
          OR EXISTS (SELECT FROM instances o WHERE o.id = s.owner AND o.fenced_at IS NOT NULL)
        ORDER BY s.location, s.shard FOR UPDATE OF s)
      UPDATE shards t SET owner = me.id, fence = t.fence + 1
      FROM me, free WHERE t.location = free.location AND t.shard = free.shard
      RETURNING t.location, t.shard, t.watermark, free.owner IS NOT NULL,
        t.location = 'default' OR t.location = ANY (resolve_places(me.locations))""";

  private static final String RELEASE =
      """
      UPDATE shards s SET owner = NULL, fence = fence + 1
      FROM unnest($2::text[], $3::smallint[]) AS w (location, shard)
      WHERE s.location = w.location AND s.shard = w.shard AND s.owner = $1""";

  private static final String LEAVE =
      """
      WITH it AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL FOR UPDATE)
      UPDATE instances i SET fenced_at = epoch_millis()
      FROM it WHERE i.id = it.id AND i.fenced_at IS NULL""";

  private final Database database;
  private final boolean mayPing;
  private final Map<ShardKey, ClusterState.Shard> known = new HashMap<>();
  private List<ClusterState.Shard> shards = List.of();
  private @Nullable String since;
  private int readings;

  /**
   * Creates a store on this database.
   *
   * @param mayPing whether the instance may send pings, which it tells the others
   */
  public PgClusterRegistry(Database database, boolean mayPing) {
    this.database = database;
    this.mayPing = mayPing;
  }

  @Override
  public Future<Long> join(String name, Set<String> locations) {
    return database
        .query(
            JOIN,
            Tuple.of(name).addArrayOfString(locations.toArray(String[]::new)).addBoolean(mayPing))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Override
  public Future<ClusterState> beat(long instance, boolean draining) {
    return database
        .query(BEAT, Tuple.of(instance, draining))
        .compose(
            beaten ->
                // In this order: the place of a shard exists before the shard does.
                readShards(beaten.iterator().next().getString(2))
                    .compose(read -> database.query(INSTANCES, Tuple.tuple()))
                    .compose(instances -> state(beaten.iterator().next(), instances)));
  }

  /**
   * Reads the shards that have changed since the last reading.
   *
   * @param began the oldest transaction that had not ended when the beat began
   */
  private Future<Void> readShards(String began) {
    String from = readings % WHOLE_EVERY == 0 ? null : since;
    return (from == null
            ? database.query(SHARDS, Tuple.tuple())
            : database.query(CHANGED_SHARDS, Tuple.of(from)))
        .map(
            rows -> {
              readings++;
              since = began;
              take(rows, from == null);
              return null;
            });
  }

  /** The list stays the same object while nothing has changed. */
  private void take(RowSet<Row> rows, boolean whole) {
    Map<ShardKey, ClusterState.Shard> read = new HashMap<>();
    for (Row row : rows) {
      ShardKey key = new ShardKey(row.getString(0), row.getShort(1));
      read.put(key, new ClusterState.Shard(key, row.getLong(2), row.getLong(3)));
    }
    boolean same = whole ? known.equals(read) : known.entrySet().containsAll(read.entrySet());
    if (!same) {
      if (whole) {
        known.clear();
      }
      known.putAll(read);
      shards = List.copyOf(known.values());
    }
  }

  private Future<ClusterState> state(Row me, RowSet<Row> instances) {
    List<Instance> living = new ArrayList<>(instances.size());
    instances.forEach(
        row ->
            living.add(
                new Instance(
                    row.getLong(0),
                    Set.copyOf(Arrays.asList(row.getArrayOfStrings(1))),
                    row.getLong(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    row.getBoolean(5))));
    return pinging(living)
        .map(
            pinging ->
                new ClusterState(me.getLong(0), me.getLong(1) == 0, living, shards, pinging));
  }

  /** Asks only where it matters, which is where instances differ. */
  private Future<Set<Integer>> pinging(List<Instance> living) {
    long may = living.stream().filter(Instance::mayPing).count();
    if (may == 0 || may == living.size()) {
      return Future.succeededFuture(Set.of());
    }
    return database
        .query(PINGING, Tuple.tuple())
        .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getInteger(0))));
  }

  @Override
  public Future<Void> fence(long instance, long beat) {
    return database.query(FENCE, Tuple.of(instance, beat)).mapEmpty();
  }

  @Override
  public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
    Tuple parameters =
        keys(instance, seen.stream().map(ClusterState.Shard::key).toList())
            .addArrayOfLong(seen.stream().map(ClusterState.Shard::fence).toArray(Long[]::new));
    return database
        .query(CLAIM, parameters)
        .map(
            rows -> {
              List<ShardClaim> won = new ArrayList<>(rows.size());
              rows.forEach(
                  row ->
                      won.add(
                          new ShardClaim(
                              new ShardKey(row.getString(0), row.getShort(1)),
                              row.getLong(2),
                              row.getBoolean(3),
                              row.getBoolean(4))));
              return won;
            });
  }

  @Override
  public Future<Void> release(long instance, List<ShardKey> shards) {
    return database.query(RELEASE, keys(instance, shards)).mapEmpty();
  }

  @Override
  public Future<Void> leave(long instance) {
    return database.query(LEAVE, Tuple.of(instance)).mapEmpty();
  }

  private static Tuple keys(long instance, List<ShardKey> shards) {
    return Tuple.of(instance)
        .addArrayOfString(shards.stream().map(ShardKey::location).toArray(String[]::new))
        .addArrayOfShort(shards.stream().map(key -> (short) key.shard()).toArray(Short[]::new));
  }
}
